/** Every hostile input by every door that takes such a thing. */
import { type Door, PAGE_DOORS, ROBOTS_DOORS, type Scene, SITEMAP_DOORS, STYLE_DOORS } from "./doors.js";
import { type InputKind, PAGES, ROBOTS, SITEMAPS, STYLES } from "./inputs.js";

export interface Case {
  readonly input: string;
  readonly kind: InputKind;
  readonly door: string;
  readonly run: (scene: Scene) => Promise<void>;
}

function casesOf<Input extends { name: string; kind: InputKind }>(
  inputs: readonly Input[],
  doors: readonly Door<Input>[],
): Case[] {
  return doors.flatMap((door) =>
    inputs.map((input) => ({
      input: input.name,
      kind: input.kind,
      door: door.name,
      run: (scene: Scene) => door.run(scene, input),
    })),
  );
}

export const CASES: readonly Case[] = [
  ...casesOf(PAGES, PAGE_DOORS),
  ...casesOf(ROBOTS, ROBOTS_DOORS),
  ...casesOf(SITEMAPS, SITEMAP_DOORS),
  ...casesOf(STYLES, STYLE_DOORS),
];

/**
 * Each input by another door than the one before it, and so round after round: after the first round every input and every
 * door has been tried, after the last all of both.
 */
export function inRounds(cases: readonly Case[]): readonly Case[] {
  const places = new Map<string, number>();
  const rounds: Case[][] = [];
  for (const each of cases) {
    const doors = doorsOf(cases, each.kind);
    const place = places.get(each.door) ?? 0;
    places.set(each.door, place + 1);
    const round = (doors.indexOf(each.door) + place) % doors.length;
    rounds[round] = [...(rounds[round] ?? []), each];
  }
  return rounds.flat();
}

const doorsOf = (cases: readonly Case[], kind: InputKind): string[] => [
  ...new Set(cases.filter((each) => each.kind === kind).map(({ door }) => door)),
];

export const INPUTS = PAGES.length + ROBOTS.length + SITEMAPS.length + STYLES.length;

/** One of each kind and one of each door: the short form. */
const SOME: readonly (readonly [door: string, input: string])[] = [
  ["draft", "<div> × 600 around it"],
  ["draft", "20,000 authors in meta tags, on 1 MB of text"],
  ["upload", "<title × 40,000, none closed"],
  ["other pages of a draft", "an attribute of 50 kB on every link"],
  ["list of a draft", "“<” × 2,000 in 1,600 links"],
  ["list that holds its records", "all in one line of 2 MB"],
  ["harvest of such a list", "10,000 places of one label"],
  ["key page", "<a><div> × 600 around it"],
  ["redesign", "<table><tr><td> × 600 around it"],
  ["record pages", "9 MB of entities"],
  ["stored pages", "100,000 classes around it"],
  ["list page", "a list of 330,000 links"],
  ["next page of a list", "<ul><li> × 600 around it"],
  ["page that nobody has", "<div>x × 600 around it"],
  ["robots.txt", "robots.txt: one line of 498 kB"],
  ["sitemap", "sitemap: names itself"],
  ["style sheet", "style sheet: 4.9 MB of @import/**/'…'"],
];

export const someCases = (): Case[] => SOME.map(([door, input]) => caseOf(door, input));

function caseOf(door: string, input: string): Case {
  const found = CASES.find((each) => each.door === door && each.input === input);
  if (!found) throw new Error(`there is no ${input} by ${door}`);
  return found;
}
