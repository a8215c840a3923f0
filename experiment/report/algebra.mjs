/**
 * What the papers' algebra implies, and what each set cannot see: small pages on which the product measures it, so that no
 * number here is typed by hand. The region is always the text "Region".
 */
import { comparePages, extract, inspect, learn, parsePage, totalAreaAtRatio } from "../measure/core.mjs";

const EXAMPLES = [
  {
    cannot: "S1",
    says: "P_{d_max} enters no width (Eq. 3), so a block beside the innermost path element leaves A^total as it is",
    before: "<div><h1>Region</h1></div>",
    after: "<div><h1>Region</h1><p>new</p></div>",
  },
  {
    cannot: "S2",
    says: "only children of path elements are counted; what happens inside them, and on which side they stand, is not",
    before: "<div><p>a</p><h1>Region</h1></div>",
    after: "<div><h1>Region</h1><p>a</p></div>",
  },
  {
    cannot: "S3",
    says: "Σ and Δ count tags without their names and order: Σ/Δ case 1 does not mean that nothing changed",
    before: "<ul><li>a</li></ul><p>b</p><h1>Region</h1>",
    after: "<p>b</p><ol><li>a</li></ol><h1>Region</h1>",
  },
];

const pageOf = (body) => `<!doctype html><body>${body}`;

function sentenceOf({ cannot, says, before, after }) {
  const compared = comparePages(parsePage(pageOf(before)), parsePage(pageOf(after)), "Region");
  const seenBy = ["S1", "S2", "S3", "S4"].find((set) => !compared[set]);
  if (compared[cannot] !== true || seenBy === undefined) throw new Error(`the example for ${cannot} shows nothing`);
  return `- **${cannot}**: ${says}. \`${before}\` → \`${after}\`: first seen by ${seenBy}, change case ${compared.case}.`;
}

/** Order inside the region is nothing to S4. */
function insideRegion() {
  const [before, after] = ["<p>by A</p><p>in 1999</p>", "<p>in 1999</p><p>by A</p>"].map(
    (facts) => `<h1>Title</h1>${facts}<p>End</p>`,
  );
  const compared = comparePages(parsePage(pageOf(before)), parsePage(pageOf(after)), "Title\nby A\nin 1999\nEnd");
  if (compared.S4 !== true) throw new Error("the example for S4 shows nothing");
  return `- **S4**: what lies inside the region is not counted, on purpose, so that abstracts may differ; attributes that change places or labels there are left to S5. \`${before}\` → \`${after}\`: S1 to S4 equal.`;
}

/** A text read as another value is nothing to S5. */
function meaning() {
  const html = (a, b) => pageOf(`<h1>Books</h1><div><p>Author: ${a}</p><p>Editor: ${b}</p></div><p>Open daily</p>`);
  const [before, after] = [html("Ines Calder", "Tomas Wray"), html("Tomas Wray", "Ines Calder")];
  const learned = learn({ html: before, labels: { author: ["Ines Calder"], editor: ["Tomas Wray"] } });
  const read = learned.ok ? extract(learned.template, after).values.author : undefined;
  if (read?.[0] !== "Tomas Wray") throw new Error("the example for S5 shows nothing");
  return `- **S5**: what the words mean. If author and editor change places and not a tag does, \`author\` is read as “${read[0]}”; only a known record, proof R, tells that this is wrong. A label in an element of its own is no delimiter, so its new name is not seen either.`;
}

export const blindSpots = () => [...EXAMPLES.map(sentenceOf), insideRegion(), meaning()];

/** A_d and P_d are the same knowledge: P_d = (I − d·r) · w_d / w_{d+1}, by fractions of a measured page. */
export function areasGiveCounts() {
  const { P, w } = inspect(
    parsePage(pageOf("<p>a</p><div><p>b</p><ul><li>c</li></ul><div><h1>Region</h1></div></div><p>d</p>")),
    "Region",
  );
  const parts = (fraction) => fraction.split("/").map(BigInt);
  const found = P.slice(0, -1).map((_, i) => {
    const d = BigInt(i + 1);
    const [[p, q = 1n], [nextP, nextQ = 1n]] = [parts(w[i]), parts(w[i + 1])];
    return ((512n - d) * p * nextQ) / (512n * q * nextP);
  });
  if (found.join() !== P.slice(0, -1).join()) throw new Error("P cannot be got back from the widths");
  return { P, w };
}

/** Two different P with one A^total. */
export function coincidence() {
  const [one, other] = [
    [1, 1, 43, 127],
    [1, 1, 85, 1],
  ].map((counts) => {
    const { p, q } = totalAreaAtRatio([1, ...counts, 1]);
    return { counts, area: `${p}/${q}` };
  });
  if (one.area !== other.area) throw new Error("the areas differ");
  return { one, other };
}
