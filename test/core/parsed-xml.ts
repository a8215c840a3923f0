/** A strict reader of the XML our figures use: what a browser would refuse as an SVG file throws here. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
}

const TOKEN = /<(\/?)([a-z][A-Za-z]*)((?: [A-Za-z0-9-]+="[^"<]*")*)(\/?)>|([^<]+)/y;
const ENTITY = /&(?:amp|lt|gt|quot);/g;
const DECODED: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

export function parseXml(xml: string): XmlElement {
  const top: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [top];
  let end = 0;
  while (end < xml.length) {
    TOKEN.lastIndex = end;
    const token = TOKEN.exec(xml);
    if (token === null) throw new Error(`not well-formed at ${end}: ${xml.slice(end, end + 60)}`);
    end = TOKEN.lastIndex;
    const [, isEnd, name = "", written = "", isEmpty, text] = token;
    const parent = open.at(-1) ?? top;
    if (text !== undefined) parent.text += decoded(text);
    else if (isEnd === "/") {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`);
    } else {
      const element: XmlElement = { name, attributes: attributesOf(written), children: [], text: "" };
      parent.children.push(element);
      if (isEmpty !== "/") open.push(element);
    }
  }
  const root = top.children[0];
  if (root === undefined || top.children.length > 1 || open.length > 1 || top.text.trim() !== "")
    throw new Error("not one element");
  return root;
}

export function* everyElement(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* everyElement(child);
}

function attributesOf(written: string): Record<string, string> {
  const pairs = [...written.matchAll(/ ([A-Za-z0-9-]+)="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, decoded(value)] as const,
  );
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new Error(`an attribute twice in ${written}`);
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  if (text.replace(ENTITY, "").includes("&")) throw new Error(`a bare & in ${text}`);
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text)) throw new Error("a character XML does not know");
  return text.replace(ENTITY, (entity) => DECODED[entity] ?? entity);
}
