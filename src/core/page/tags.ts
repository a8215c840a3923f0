/**
 * The element table: for every name the HTML Standard treats specially, its class (method §1) and its tree-building rule.
 *
 * A name is a small number inside a page. Known names have the same number on every page; unknown ones are numbered
 * by `names.ts` as they come. To change what an element is, change its word in the lists below.
 */

/** What an element is for us; exactly one per name. */
const LAYOUT = 0;
export const INVISIBLE = 1;
export const FORMAT = 2;
export const OPAQUE = 3;

/** Bits of `FLAGS`: the sets of names the Standard's stack searches stop at, and what a start tag does. */
export const KIND = 3; // the two bits of the class
export const INLINE = 1 << 2; // a layout element that is no block border
export const SPECIAL = 1 << 3;
export const SCOPE = 1 << 4;
export const BUTTON_SCOPE = 1 << 5;
export const LIST_SCOPE = 1 << 6;
export const TABLE_SCOPE = 1 << 7;
export const MODE = 1 << 8; // decides how a start tag is read: table parts, select, template
export const ITEM_STOP = 1 << 9; // ends the search for an open li, dd or dt
export const VOID = 1 << 10;
export const CLOSES_P = 1 << 11;
export const HEAD_ONLY = 1 << 12; // may stand before body without opening it
export const BREAKOUT = 1 << 13; // leaves svg and math

/** How a start tag is read. */
export const PLAIN = 0;
export const HEADING = 1;
export const ITEM = 2;
export const DEFINITION = 3;
export const FORM = 4;
export const BUTTON = 5;
export const ANCHOR = 6;
export const NOBR = 7;
export const TABLE = 8;
export const TABLE_PART = 9;
export const SELECT = 10;
export const OPTION = 11;
export const RUBY_TEXT = 12;
export const FOREIGN_ROOT = 13;
export const RAW = 14; // content is text up to the end tag
export const PAGE_ROOT = 15; // html, head, body, frameset, frame: only once, or ignored
export const IMAGE = 16;
const TEMPLATE = 17;

const words = (text: string): string[] => text.split(" ");

const CLASSES = {
  [INVISIBLE]: "head script style template noscript noframes noembed link meta base title param source track datalist rp",
  [FORMAT]:
    "abbr acronym b bdi bdo big blink br cite code del dfn em font i ins kbd mark nobr q rb rt rtc ruby s samp small strike strong sub sup tt u var wbr",
  [OPAQUE]: "svg math iframe object embed canvas audio video select textarea",
  [LAYOUT]: "a span label button img input output time data meter progress",
};

const FLAG_WORDS: readonly (readonly [number, string])[] = [
  [INLINE, CLASSES[LAYOUT]],
  [
    SPECIAL,
    "address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp",
  ],
  [SCOPE, "applet caption html table td th marquee object template"],
  [BUTTON_SCOPE, "applet caption html table td th marquee object template button"],
  [LIST_SCOPE, "applet caption html table td th marquee object template ol ul"],
  [TABLE_SCOPE, "html table template"],
  [MODE, "html table caption colgroup tbody thead tfoot tr td th select template"],
  [VOID, "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr"],
  [
    CLOSES_P,
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing form li dd dt plaintext hr xmp",
  ],
  [HEAD_ONLY, "base basefont bgsound link meta title noframes style script noscript template head html"],
  [
    BREAKOUT,
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var",
  ],
];

/** Where HTML may stand inside of svg and math, and two that stay MathML there. */
const SVG_POINTS = "foreignobject desc title";
const MATH_POINTS = "mi mo mn ms mtext annotation-xml";
const MATH_MARKS = "mglyph malignmark";

const RULE_WORDS: readonly (readonly [number, string])[] = [
  [HEADING, "h1 h2 h3 h4 h5 h6"],
  [ITEM, "li"],
  [DEFINITION, "dd dt"],
  [FORM, "form"],
  [BUTTON, "button"],
  [ANCHOR, "a"],
  [NOBR, "nobr"],
  [TABLE, "table"],
  [TABLE_PART, "caption colgroup col tbody thead tfoot tr td th"],
  [SELECT, "select"],
  [OPTION, "option optgroup"],
  [RUBY_TEXT, "rb rt rtc rp"],
  [FOREIGN_ROOT, "svg math"],
  [RAW, "title style script xmp iframe noembed noframes noscript textarea plaintext"],
  [PAGE_ROOT, "html head body frameset frame"],
  [IMAGE, "image"],
  [TEMPLATE, "template"],
];

/** Names whose open element is closed by the end tag of the same name, if it is in scope. */
const SCOPED_END =
  "address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header hgroup listing main menu nav ol pre search section summary ul applet marquee object dd dt";

export const TAG_NAMES: readonly string[] = [
  ...new Set([
    "#document",
    ...Object.values(CLASSES).flatMap(words),
    ...FLAG_WORDS.flatMap(([, list]) => words(list)),
    ...RULE_WORDS.flatMap(([, list]) => words(list)),
    ...words(SCOPED_END),
    ...[SVG_POINTS, MATH_POINTS, MATH_MARKS].flatMap(words),
  ]),
];

const ID = new Map(TAG_NAMES.map((name, id) => [name, id]));

export function tagId(name: string): number {
  const id = ID.get(name);
  if (id === undefined) throw new Error(`no such tag in the table: ${name}`);
  return id;
}

function tableOf(lists: readonly (readonly [number, string])[], put: (old: number, bits: number) => number): Uint16Array {
  const table = new Uint16Array(TAG_NAMES.length);
  for (const [bits, list] of lists) for (const name of words(list)) table[tagId(name)] = put(table[tagId(name)]!, bits);
  return table;
}

const itemStops = words(FLAG_WORDS[1]![1]).filter((name) => !"address div p li dd dt".split(" ").includes(name));

/** Class and flag bits by name number. */
export const FLAGS: Uint16Array = tableOf(
  [
    ...FLAG_WORDS,
    [INLINE, "foreignobject desc mi mo mn ms mtext annotation-xml mglyph malignmark"], // as if they were unknown
    [ITEM_STOP, itemStops.join(" ")],
    [INVISIBLE, CLASSES[INVISIBLE]],
    [FORMAT, CLASSES[FORMAT]],
    [OPAQUE, CLASSES[OPAQUE]],
  ],
  (old, bits) => old | bits,
);

/** Start-tag rule by name number. */
export const RULES: Uint16Array = tableOf(RULE_WORDS, (_, rule) => rule);

/** 1 where the end tag closes by scope. */
export const ENDS_BY_SCOPE: Uint16Array = tableOf([[1, SCOPED_END]], (_, one) => one);

/** What a name is inside of svg and math. */
export const SVG_POINT = 1;
export const MATH_POINT = 2;
export const MATH_MARK = 4;
export const FOREIGN_KINDS: Uint16Array = tableOf(
  [
    [SVG_POINT, SVG_POINTS],
    [MATH_POINT, MATH_POINTS],
    [MATH_MARK, MATH_MARKS],
  ],
  (old, bits) => old | bits,
);

/** An unknown name is an inline layout element (method §1). */
export const UNKNOWN_FLAGS = LAYOUT | INLINE;
