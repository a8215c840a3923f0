/** "Original Price: $89" where "$89" was labelled: a text that brings its own label is not the value that was meant. */

const PREFIX = /^\p{L}[^:\d]{1,40}:(?!\/\/)/u;

/** The label at the beginning of a key, "" without; all of it, if it is nothing but a label. */
export function prefixOf(key: string): string {
  return PREFIX.exec(key)?.[0] ?? "";
}
