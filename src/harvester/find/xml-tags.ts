/** The tags of an XML file, read without asking that it be well formed: such files are cut off, or made by hand. */
import { decodeText } from "../../core/page/entities.js";

export interface XmlTag {
  readonly prefix: string; // with its colon, "" without
  readonly name: string; // behind the prefix; both in small letters
  readonly isClosing: boolean;
  readonly isEmpty: boolean; // <name/>
  readonly end: number; // offset behind the tag
}

/** Outside comments, CDATA sections and declarations. Every character is read once. */
export function* xmlTags(xml: string): Generator<XmlTag> {
  for (let at = xml.indexOf("<"); at >= 0; at = xml.indexOf("<", at)) {
    const past = pastNoTag(xml, at);
    if (past > at) {
      at = past;
      continue;
    }
    const isClosing = xml[at + 1] === "/";
    let end = at + (isClosing ? 2 : 1);
    const start = end;
    while (end < xml.length && !ENDS_NAME.has(xml.charAt(end))) end++;
    const written = xml.slice(start, end).toLowerCase();
    while (end < xml.length && xml[end] !== ">" && xml[end] !== "<") end++;
    if (xml[end] === ">" && written !== "") {
      const name = written.slice(written.indexOf(":") + 1);
      const prefix = written.slice(0, written.length - name.length);
      yield { prefix, name, isClosing, isEmpty: xml[end - 1] === "/", end: end + 1 };
    }
    at = end;
  }
}

const ENDS_NAME = new Set("<>/ \t\n\r\f");

/** The offset behind what begins like a tag and is none; `at` itself where a tag may stand. */
function pastNoTag(xml: string, at: number): number {
  if (xml.startsWith("<!--", at)) return behind(xml, "-->", at + 4);
  if (xml.startsWith(CDATA, at)) return behind(xml, "]]>", at + CDATA.length);
  if (xml[at + 1] === "?") return behind(xml, "?>", at + 2);
  return xml[at + 1] === "!" ? at + 2 : at;
}

const CDATA = "<![CDATA[";

function behind(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  return at < 0 ? xml.length : at + mark.length;
}

/** The text at `from` up to the next tag, comments left out, references decoded: many files have some in CDATA too. */
export function xmlText(xml: string, from: number): string {
  const parts: string[] = [];
  for (let at = from; at < xml.length; ) {
    const lt = xml.indexOf("<", at);
    const end = lt < 0 ? xml.length : lt;
    parts.push(xml.slice(at, end));
    at = pastNoTag(xml, end);
    if (at === end) break;
    if (xml.startsWith(CDATA, end)) parts.push(withoutEnd(xml.slice(end + CDATA.length, at)));
  }
  return decodeText(parts.join("")).trim();
}

const withoutEnd = (section: string): string => (section.endsWith("]]>") ? section.slice(0, -3) : section);
