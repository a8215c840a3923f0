/** The report in Markdown: what was done, all figures, and what they mean beside the papers' statements. */
import { CATEGORIES } from "../corpus/source.mjs";
import { SETS } from "../measure/sets.mjs";
import { OUTCOMES } from "../run/tally.mjs";
import { areasGiveCounts, blindSpots, coincidence } from "./algebra.mjs";
import { ms, percent, rateCell, short, table, whole } from "./tables.mjs";

export function reportOf(figures, about) {
  return `${[
    head(figures, about),
    papers(figures),
    detection(figures),
    kinds(figures),
    `## What each set cannot see\n\nMeasured on small pages whenever this report is written.\n\n${blindSpots().join("\n")}`,
    algebra(figures),
    cases(figures),
    controls(figures),
    harm(figures),
    program(figures),
    times(figures),
    real(figures),
    again(),
  ].join("\n\n")}\n`;
}

function head(figures, { run, date, machine, seconds, broken }) {
  const { originals, mutated, groups } = figures;
  return `# The papers' experiment

\`npm run experiment${run.scale === "quick" ? " -- --quick" : ""}\`, ${date}, seed ${run.seed}, ${machine}; ${Math.ceil(seconds / 60)} minutes, all threads added up. This file is written by that command.

Akbar and Handoko changed the templates of 10,000 pages of 20 sources "randomly but intensively" and asked which sets of measures notice. Here 20 invented sources write ${whole(originals.pages)} pages, four sources for each d_max of ${CATEGORIES.join(", ")}, exact on every page: navigation, columns, tables, lists, forms, scripts, omitted end tags, entities. A record has title, authors, date, link (on seven pages of ten) and an abstract of one to six paragraphs; the region reaches from the title to the abstract's end. The pages are text that goes through the real parser, and on every page the tree it sees is compared with the tree that was written. ${whole(mutated)} changed pages were measured, ${whole(groups)} groups of pages went through check and healing.

**${broken.length === 0 ? "All invariants hold" : `${broken.length} invariants do not hold`}**: sets nested on every page; no alarm of controls 1–4 in S1–S4; no change harmful by wrong value missed by the verdict; no harmless change called broken; no wrong value written; 95 % of what can be healed healed and verified; every place named by S4 right; all change cases present.`;
}

function papers({ detection: { intensive, single }, places, times: { ratios }, cases: byCase, missedByWrongValue }) {
  const all = (set) =>
    `${percent(intensive.path.all[set].rate)} % beside the path, ${percent(intensive.anywhere.all[set].rate)} % anywhere`;
  const ratio = (name) => ratios[name].all;
  return `## What the papers say, what we measured

The papers' plotted values are not in their text, so nothing here claims to equal them.

${table(
  ["the papers say", "we measured", "why they may differ"],
  [
    [
      "{d_max, A^total} detects many changes (Fig. 7)",
      `S1, intensive: ${all("S1")}; single changes beside the path: ${percent(single.path.all.S1.rate)} %`,
      "their script's changes are not described; ours include what no count can see",
    ],
    [
      "{d_max, A^total, P_d, A_d} detects more",
      `S2, intensive: ${all("S2")}`,
      "as above; by algebra S2 is P_1 … P_{d_max} and nothing else",
    ],
    [
      "with Δ all changes are detected, 100 %",
      `S3, intensive: ${all("S3")}; single: ${percent(single.path.all.S3.rate)} % and ${percent(single.anywhere.all.S3.rate)} %`,
      "renamed, reordered and relabelled parts leave all counts as they are; S4 and S5 see them",
    ],
    [
      "no significant increase of time from the small set to the full one (Fig. 6)",
      `all sets against S1, parse and location included: × ${short(ratio("(parse + locate + all) / (parse + locate + S1)").median)} (${short(ratio("(parse + locate + all) / (parse + locate + S1)").least)}–${short(ratio("(parse + locate + all) / (parse + locate + S1)").most)} over sources)`,
      "our full set holds more than theirs: digests of the whole structure",
    ],
    [
      "up to 20 % faster",
      `a whole check takes ${percent(ratio("check / learn").median)} % of learning anew (${percent(ratio("check / learn").least)}–${percent(ratio("check / learn").most)} %)`,
      "we compare with learning from eleven pages, they with theirs from one",
    ],
    [
      "Σ and Δ tell on which side a template changed",
      `S4 named ${whole(places.right)} of ${whole(places.named)} places right`,
      "S4 names the depth too, and sees what counts do not",
    ],
    [
      "four Σ/Δ cases",
      Object.entries(byCase)
        .map(([name, { pages }]) => `${name}: ${whole(pages)}`)
        .join(", "),
      "",
    ],
    [
      "(nothing on harm)",
      `${missedByWrongValue.verdict} of ${missedByWrongValue.groups} changes harmful by wrong value missed by the verdict`,
      "they asked whether a page changed; we also ask whether a value would be wrong",
    ],
  ],
)}`;
}

function detection({ detection: byMode }) {
  const parts = Object.entries(byMode).flatMap(([mode, placements]) =>
    Object.entries(placements).map(([placement, { all, categories, apart }]) => {
      const rows = [...CATEGORIES.map((category) => [category, categories[category]]), ["all", all]];
      const cells = rows.map(([name, row]) => [name, whole(row.present), ...SETS.map((set) => rateCell(row[set]))]);
      return `### ${mode}, ${placement === "path" ? "beside the path" : "anywhere"}

${table(["d_max", "changed pages", ...SETS], cells)}

On ${whole(apart.pages)} further pages the region was not found once, so no set was computed; the verdict alone raised an alarm on ${whole(apart.alarms)} of them.`;
    }),
  );
  return `## Detection

Every page got a change of its own in both modes (single: one; intensive: three to ten) and both placements (children of path elements; uniform over all layout elements outside the region). Per cent of changed pages that differ from the original in the set, with Wilson 95 % intervals. A change is present by the generator's record, whether anything shows it or not. Changes of a label or of the order of attributes lie inside the region, where S1–S4 do not look.

<picture><source media="(prefers-color-scheme: dark)" srcset="fig7-dark.svg"><img alt="Fig. 7 redrawn: detected template changes by set and depth" src="fig7-light.svg"></picture>

${parts.join("\n\n")}`;
}

function kinds({ byKind }) {
  const example = (examples) => {
    const set = SETS.findLast((name) => examples[name]);
    return set ? `missed by ${set}: \`${showName(examples[set])}\`` : "";
  };
  const rows = Object.entries(byKind).map(([kind, { present, detected, examples }]) => [
    kind,
    whole(present),
    ...SETS.map((set) => (present > 0 ? percent(detected[set] / present) : "–")),
    example(examples),
  ]);
  return `## By kind of change

Single changes of both placements, per cent detected; the example is one missed by the largest set that misses any. \`npm run experiment -- --show EXAMPLE\` writes its pages.

${table(["change", "pages", ...SETS, "example of a miss"], rows)}`;
}

const showName = ({ source, page, mode, placement }) => `${source}/page/${page}/${mode}/${placement}`;

function algebra({ detection: { single, intensive }, cases: byCase }) {
  const { P, w } = areasGiveCounts();
  const { one, other } = coincidence();
  const gap = [single, intensive].flatMap(Object.values).reduce((sum, { all }) => sum + all.S2.hits - all.S1.hits, 0);
  return `## What the papers' algebra implies

- **S2 is exactly P_1 … P_{d_max}.** A_d = d · w_d (Eq. 4), and by Eq. 3 P_d = (I − d·r) · w_d / w_{d+1}. On a page with P = ${P.join(", ")} the widths ${w.join(", ")} give all but the last P back; the last, P_{d_max}, enters no width, and S1 cannot see it. Listing A_d beside P_d adds nothing.
- **A^total coincidences exist.** At d_max = 5, P = ${one.counts.join(", ")} and P = ${other.counts.join(", ")} give the same A^total = ${one.area}. Together with P_{d_max} this made S1 miss ${whole(gap)} changed pages of the corpus that S2 saw.
- **Σ/Δ case 1 does not mean that nothing changed.** Both Σ were equal on ${whole(byCase["1"].pages)} pages that had been changed${byCase["1"].example ? `, such as \`${showName(byCase["1"].example)}\` (${byCase["1"].example.kind})` : ""}: one element came for one that went, or kept its place under another name.`;
}

function cases({ cases: byCase, places }) {
  const meaning = {
    1: "both Σ equal",
    2: "Δ equal, both Σ differ",
    "3-upper": "only Σ of the upper part differs",
    "3-lower": "only Σ of the lower part differs",
    4: "both Σ and Δ differ",
  };
  const rows = Object.entries(byCase)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, { pages, example }]) => [
      name,
      meaning[name],
      whole(pages),
      example && example.page !== undefined ? `${example.kind}: \`${showName(example)}\`` : (example?.kind ?? ""),
    ]);
  return `## Change cases, and the place

${table(["case", "means", "changed pages", "example"], rows)}

The place S4 names, depth and side of the shallowest difference, was compared with the place by the generator's own trees: ${whole(places.right)} of ${whole(places.named)} right.`;
}

function controls({ controls: byControl }) {
  const rows = Object.entries(byControl).map(([kind, { groups, located, alarms, withholding }]) => [
    kind,
    groups,
    located,
    ...[...SETS, "verdict"].map((set) => alarms[set]),
    withholding,
  ]);
  return `## Controls

Changes that are none of the template. Alarms on the key page of each group; S5 also looks at the texts beside values, and the verdict reads by rules that may lean on a class or a text nearby. The last column counts groups in which that made the old template withhold a value.

${table(["control", "groups", "region found", ...SETS, "verdict", "withholding"], rows)}`;
}

function harm({ missedByWrongValue, missedByWithholding, semantic, harmlessBroken }) {
  const row = (name, missed) => [
    name,
    whole(missed.groups),
    whole(missed.located),
    ...[...SETS, "verdict"].map((set) => missed[set]),
  ];
  const examples = missedByWithholding.examples.map(
    ({ source, group, kinds, withheld }) => `- \`${source}/group/${group}\` (${kinds.join(", ")}): ${withheld.join(", ")}`,
  );
  return `## Harm, and the verdict

One change is applied alike to the key page and nine other pages. It is harmful if the old template, left in force, gives on any of the ten a value other than the truth (an empty one where there is a value counts), or no longer gives one that it gave. The verdict is shown the key page alone. Missed of structural changes and removals, for the sets where the region is found:

${table(["harmful by", "groups", "region found", ...SETS, "verdict"], [row("wrong value", missedByWrongValue), row("withholding", missedByWithholding)])}

Harmless groups called broken: ${harmlessBroken.length}.${examples.length > 0 ? `\n\nHarmful by withholding and missed, with page and attribute withheld, the first five:\n\n${examples.join("\n")}` : ""}

Semantic swaps are counted apart: the contents of two attributes are exchanged and not a tag is touched. The key is a known record, so the verdict saw ${semantic.seen} of ${semantic.groups}. Where pages without a link were not exchanged while the others were, no structure tells which is which: ${whole(semantic.wrongWritten)} of ${whole(semantic.written)} values written after healing these groups were wrong.`;
}

function program({ outcomes, healing, wrongWritten, groupPages }) {
  const rows = Object.entries(outcomes).map(([family, row]) => [
    family,
    whole(row.groups),
    ...OUTCOMES.map((name) => whole(row[name])),
  ]);
  const wrong = wrongWritten.reduce((sum, row) => sum + row.wrongWritten.length, 0);
  const { others } = healing;
  const rest = OUTCOMES.filter((name) => others[name] > 0)
    .map((name) => `${others[name]} ${name}`)
    .join(", ");
  return `## What the whole program then does

Check, and then as the harvester does: read on, take another known record as the key, heal from the ten pages and their known records, or write nothing. Then all ten pages and five it has never seen are read, ${whole(groupPages)} pages in all. *Healed* means healed and verified by other known records; an *unconfirmed* version's values are kept apart.

${table(["change", "groups", ...OUTCOMES], rows)}

Of ${whole(healing.harmful)} harmful structural groups ${whole(healing.wanted)} still displayed the key once; ${whole(healing.healed)} of these were healed and verified, ${rateCell(healing)} %, ${whole(healing.whole)} of them with every attribute${rest ? `; the others: ${rest}` : ""}.

**Values written that differ from the truth: ${wrong}** (semantic swaps apart).`;
}

function times({ times: { categories, ratios } }) {
  const names = ["parse", "locate", "measureS1", "measureAll", "check", "learn"];
  const rows = CATEGORIES.map((category) => [category, ...names.map((name) => ms(categories[category][name]))]);
  const ratioRows = Object.entries(ratios).map(([name, { all, categories: each }]) => [
    name,
    ms(all),
    ...CATEGORIES.map((category) => ms(each[category])),
  ]);
  return `## Time

Milliseconds per page, medians of one run, in parentheses the quickest and the slowest of the sources. Learning is once per source, from eleven pages. Only ratios within one run mean anything.

<picture><source media="(prefers-color-scheme: dark)" srcset="fig6-dark.svg"><img alt="Fig. 6 redrawn: time per page by depth" src="fig6-light.svg"></picture>

${table(["d_max", "parse", "locate", "measure S1", "measure all", "check", "learn"], rows)}

${table(["ratio", "all sources", ...CATEGORIES.map((category) => `d_max ${category}`)], ratioRows)}`;
}

function real({ real: found }) {
  if (!found) return "## Real pages\n\nThe folder with real pages was not beside the project, or the run was a quick one.";
  const modes = ["single", "intensive"];
  const sets = SETS.slice(0, 4);
  return `## Real pages

The labelled and up to four test pages of ${found.sites} sites (swde, publications, recipes-siblings; those on which a region can be named), taken apart by parse5, written again and changed by the same catalogue; the region reaches from the first to the last label. On ${whole(found.apart)} of ${whole(found.pages)} changed pages the region was not found once. The sets were nested on ${found.nested ? "every page" : "NOT every page"}.

${table(
  ["mode", "changed pages", ...sets],
  modes.map((mode) => [mode, whole(found[mode].present), ...sets.map((set) => rateCell(found[mode][set]))]),
)}`;
}

function again() {
  return `## Run it again

\`npm run experiment\` takes five to fifteen minutes on two cores and goes on where it was killed; \`-- --quick\` is the run of the tests; \`-- --json\` ends with one object of figures; \`-- --seed N\` makes another corpus. The rows are in experiment-output as JSON lines. \`experiment/corpus\` makes pages, \`experiment/changes\` changes them, \`experiment/measure\` measures.`;
}
