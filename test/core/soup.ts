/** Random tag soup: small pages of few names each, so that the rules meet each other often. */
import fc from "fast-check";

const words = (text: string): string[] => text.split(" ");

/** Names that share rules of the Standard; a soup draws from one group. */
const GROUPS = [
  words("div p table caption colgroup col tbody thead tfoot tr td th form input select x-y li"),
  words("svg math foreignObject desc title mi mtext mglyph annotation-xml p div br font span table b script style x-y"),
  words("select option optgroup hr input keygen textarea button table tr td script p x-y div"),
  words("html head body title meta link base script style template noscript noframes frameset frame p div br"),
  words("p li ul ol dl dd dt div address button h1 h2 form span b object applet marquee"),
  words("ruby rb rt rtc rp p li option optgroup div span"),
  words("a b i font nobr em code small p div span table td li x-y object"),
  words(
    "div p span a b nobr li dd dt h1 table caption col tr td form button select option textarea svg math script style title noscript iframe xmp br hr img image pre address object center main summary dialog label details video audio embed canvas plaintext listing fieldset hgroup noembed datalist param source track base link wbr menu section figure",
  ),
];

const ODD = [
  "x", "y z", " ", "é", "&amp;", "&nbsp", "&lt", "\0", "e\u0301", "\u0301", "<!--c-->", "<!doctype html>", "<!-->", "<!--->",
  "<!-- -- --!>", "<!--a--b-->", "</>", "</ x>", "<?x>", "<![CDATA[q]]>", "<", "</", "<!x>", "<svg/>", "<br/>", "<div/>", "<mi/>",
  "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//EN'>", "<input type=hidden>", "<html hidden>", "<body style='visibility : hidden !important;'>",
  "<p hidden>", "<b hidden>", "<span style='display:none'>", "<span style='color:red;DISPLAY: None'>", "<i style='display:nonesuch'>",
  "<font color=x>", "<annotation-xml encoding='text/html'>", "<p title='>'>", "</p x='>'>", "<a href=x/>", "<td =x>", "<P/CLASS=a>",
]; // biome-ignore format: a list

const piece = (names: readonly string[], kind: number, pick: number): string => {
  const name = names[pick % names.length]!;
  if (kind < 5) return `<${name}>`;
  if (kind < 8) return `</${name}>`;
  return kind < 9 ? "x" : ODD[pick % ODD.length]!;
};

const few = fc.constantFrom(...GROUPS).chain((group) => fc.shuffledSubarray(group, { minLength: 2, maxLength: 8 }));
const steps = fc.array(fc.tuple(fc.nat(9), fc.nat(1000)), { minLength: 3, maxLength: 30, size: "max" });

export const soup: fc.Arbitrary<readonly string[]> = fc
  .tuple(few, steps)
  .map(([names, list]) => list.map(([kind, pick]) => piece(names, kind, pick)));
