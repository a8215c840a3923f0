/**
 * The oracle: method §1's page model read off parse5's tree, written apart from `src/core` so that both cannot share a mistake.
 * It moves nodes as the Standard does (adoption agency, foster parenting), which `src/core` leaves out.
 */
import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  html as htmlTables,
  InsertionMode,
  type DefaultTreeAdapterTypes as P5,
  Parser,
  type Token,
} from "parse5";

export interface OracleText {
  readonly key: string;
  readonly chain: readonly string[]; // layout and opaque elements around it, outermost first
  readonly isHidden: boolean;
}

export interface OraclePage {
  readonly structure: string; // every layout or opaque element, with its nesting
  readonly texts: readonly OracleText[]; // one per text node outside invisible and opaque elements
  readonly moves: readonly Move[]; // what the Standard did that goes beyond one forward pass
}

/** `adopted`: nodes moved by the adoption agency; `fostered`: put before a table; `reopened`: formatting opened again. */
export type Move = "adopted" | "fostered" | "reopened" | "frameset";

/** parse5 that notes when it moves or reopens elements, and heeds two steps of the Standard it leaves out. */
class NotingParser extends Parser<DefaultTreeAdapterMap> {
  readonly moves = new Set<Move>();

  override _reconstructActiveFormattingElements(): void {
    const before = this.openElements.stackTop;
    super._reconstructActiveFormattingElements();
    if (this.openElements.stackTop !== before) this.moves.add("reopened");
  }

  override onEndTag(token: Token.TagToken): void {
    const { TAG_ID } = htmlTables;
    const isGroup = token.tagID === TAG_ID.TBODY || token.tagID === TAG_ID.THEAD || token.tagID === TAG_ID.TFOOT;
    // "in row": the end of a group that is not open is ignored, even though a row is open
    if (isGroup && this.insertionMode === InsertionMode.IN_ROW && !this.openElements.hasInTableScope(token.tagID)) return;
    // a form that is no longer open is not ended by closing another one in its stead
    const isRead = this.insertionMode !== InsertionMode.IN_SELECT && this.insertionMode !== InsertionMode.IN_SELECT_IN_TABLE;
    const { formElement } = this;
    if (token.tagID === TAG_ID.FORM && isRead && formElement && !this.openElements.contains(formElement)) this.formElement = null;
    super.onEndTag(token);
  }
}

function parse(html: string): NotingParser {
  const parser: NotingParser = new NotingParser({
    treeAdapter: {
      ...defaultTreeAdapter,
      detachNode(node) {
        parser.moves.add(node.nodeName === "body" ? "frameset" : "adopted");
        defaultTreeAdapter.detachNode(node);
      },
      insertBefore(parent, node, reference) {
        parser.moves.add("fostered");
        defaultTreeAdapter.insertBefore(parent, node, reference);
      },
      insertTextBefore(parent, text, reference) {
        parser.moves.add("fostered");
        defaultTreeAdapter.insertTextBefore(parent, text, reference);
      },
    },
  });
  const { activeFormattingElements: listed } = parser;
  const removeEntry = listed.removeEntry.bind(listed);
  listed.removeEntry = (entry) => {
    if (!parser.openElements.contains(entry.element)) parser.moves.add("reopened"); // an end tag that met a closed element
    removeEntry(entry);
  };
  parser.tokenizer.write(html, true);
  return parser;
}

const set = (names: string): Set<string> => new Set(names.split(" "));
const INVISIBLE = set("head script style template noscript noframes noembed link meta base title param source track datalist rp");
const FORMAT = set(
  "abbr acronym b bdi bdo big blink br cite code del dfn em font i ins kbd mark nobr q rb rt rtc ruby s samp small strike strong sub sup tt u var wbr",
);
const OPAQUE = set("svg math iframe object embed canvas audio video select textarea");

const IGNORED = /[\p{White_Space}\u00AD\u200B-\u200D\u2060\uFEFF]/gu;
export const oracleKey = (text: string): string => text.normalize("NFC").replace(IGNORED, "");

function isHiding({ name, value }: { name: string; value: string }): boolean {
  if (name === "hidden") return true;
  if (name !== "style") return false;
  const declarations = value.split(";").map((one) => one.replace(/\s+/g, "").toLowerCase());
  return declarations.some((one) => /^(?:display:none|visibility:hidden)(?:!important)?$/.test(one));
}

/** Iterative, as pages may nest deeper than the call stack. */
export function oraclePage(html: string): OraclePage {
  const written: string[] = [];
  const texts: OracleText[] = [];
  interface Visit {
    readonly node: P5.Node | ")";
    readonly chain: readonly string[];
    readonly isHidden: boolean;
  }
  const { document, moves } = parse(html);
  const todo: Visit[] = [{ node: document, chain: [], isHidden: false }];
  for (let visit = todo.pop(); visit; visit = todo.pop()) {
    const { node, chain, isHidden } = visit;
    if (node === ")") {
      written.push(")");
    } else if (node.nodeName === "#text") {
      texts.push({ key: oracleKey((node as P5.TextNode).value), chain, isHidden });
    } else if ("childNodes" in node) {
      let inside: Omit<Visit, "node"> = { chain, isHidden };
      if ("tagName" in node) {
        const { tagName, attrs } = node;
        if (INVISIBLE.has(tagName)) continue;
        inside = { chain, isHidden: isHidden || attrs.some(isHiding) };
        if (!FORMAT.has(tagName)) {
          inside = { ...inside, chain: [...chain, tagName] };
          written.push(tagName, "(");
          todo.push({ node: ")", ...inside });
          if (OPAQUE.has(tagName)) continue;
        }
      }
      for (const child of node.childNodes.toReversed()) todo.push({ node: child, ...inside });
    }
  }
  return { structure: written.join(" "), texts, moves: [...moves].sort() };
}
