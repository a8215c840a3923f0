/**
 * What a page says of itself for machines: `meta` tags, JSON-LD, and microdata in HTML attributes (`content`, `datetime`).
 * An entry is named by its tag and name, or by its way through the JSON without numbers, and has its contents in order.
 *
 * Microdata on an element that displays its own text is left out: it would only say again what is seen.
 */
import { decodeText } from "./entities.js";
import { readMarkup } from "./markup.js";

/** Entry → its contents, in the order of the page. */
export type Metadata = ReadonlyMap<string, readonly string[]>;

const MOST_JSON = 4_000_000; // characters of all scripts together
const MOST_CONTENTS = 20_000;
const MOST_DEEP = 16;
const LONGEST_NAME = 100; // of a property: a way through the JSON is written once per content

export function readMetadata(html: string): Metadata {
  const said = new Contents();
  const hasMicrodata = html.includes("itemprop"); // attributes of all tags are read only then
  let isLinkedData = false;
  let json = 0;
  readMarkup(html, {
    open: ({ name, attributes }) => {
      if (name === "meta" || hasMicrodata) addTag(said, name, attributes());
      isLinkedData = name === "script" && attributes().get("type")?.trim().toLowerCase() === "application/ld+json";
      return said.isFull;
    },
    text: (written, inside) => {
      if (inside !== "script" || !isLinkedData) return;
      json += written.length;
      if (json <= MOST_JSON) for (const thing of things(jsonOf(written))) addThing(said, `ld ${typeOf(thing)}`, thing, 0);
    },
  });
  return said.entries;
}

class Contents {
  readonly entries = new Map<string, string[]>();
  private count = 0;

  get isFull(): boolean {
    return this.count >= MOST_CONTENTS;
  }

  add(entry: string, content: string): void {
    if (this.isFull || content.trim() === "") return;
    this.count++;
    const contents = this.entries.get(entry);
    if (contents) contents.push(content);
    else this.entries.set(entry, [content]);
  }
}

function addTag(said: Contents, tag: string, attributes: ReadonlyMap<string, string>): void {
  const content = attributes.get("content") ?? (tag === "meta" ? undefined : attributes.get("datetime"));
  if (content === undefined) return;
  const names = tag === "meta" ? ["name", "property", "itemprop"] : ["itemprop"];
  for (const by of names) {
    const name = attributes.get(by)?.trim().toLowerCase();
    if (name) said.add(`${by} ${name}`, content);
  }
}

/** The things a script tells of: one, several, or those of its graph. */
function things(json: unknown): unknown[] {
  const all = Array.isArray(json) ? json : [json];
  return all.flatMap((each) => (isThing(each) && Array.isArray(each["@graph"]) ? each["@graph"] : [each]));
}

const isThing = (json: unknown): json is Record<string, unknown> =>
  typeof json === "object" && json !== null && !Array.isArray(json);

function typeOf(thing: unknown): string {
  const type = isThing(thing) ? thing["@type"] : "";
  const types = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === "string");
  return types.sort().join("+");
}

function addThing(said: Contents, entry: string, json: unknown, depth: number): void {
  if (depth > MOST_DEEP || said.isFull) return;
  if (typeof json === "string") said.add(entry, decodeText(json));
  else if (typeof json === "number") said.add(entry, String(json));
  else if (Array.isArray(json)) for (const each of json) addThing(said, entry, each, depth + 1);
  else if (isThing(json))
    for (const [name, value] of Object.entries(json))
      if (!name.startsWith("@") && name.length <= LONGEST_NAME) addThing(said, `${entry}.${name}`, value, depth + 1);
}

function jsonOf(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}
