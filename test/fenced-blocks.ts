/** The fenced blocks of a document, so that tests run what it shows. */

export interface FencedBlock {
  readonly heading: string; // the text of the last heading before it
  readonly words: readonly string[]; // after the fence: language, then whatever the document says of the block
  readonly text: string; // with a line break at its end
}

export function fencedBlocks(document: string): FencedBlock[] {
  const blocks: FencedBlock[] = [];
  for (const section of document.split(/^#+ /m)) {
    const heading = section.slice(0, section.indexOf("\n"));
    for (const [, words = "", text = ""] of section.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm))
      blocks.push({ heading, words: words.split(" "), text });
  }
  return blocks;
}
