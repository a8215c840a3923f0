/** The whole work as units of a few seconds: each is done by one worker, stored as a whole, and never done twice. */
import { PAGES, SOURCES } from "../corpus/source.mjs";
import { groupsOf } from "../measure/groups.mjs";
import { realSites } from "../measure/real-sites.mjs";

export const SCALES = {
  full: {
    pages: PAGES,
    groups: { structure: 26, control: 4, semantic: 2, removal: 4 },
    hasAllKinds: true,
    times: { pages: 25, rounds: 9 },
    real: { structure: 1 },
  },
  quick: {
    pages: 5,
    groups: { structure: 1, control: 1, semantic: 1, removal: 1 },
    hasAllKinds: false, // of controls, swaps and removals each source gets one kind, the next source the next
    times: { pages: 3, rounds: 2 },
    real: { structure: 0 },
  },
};
const PAGES_PER_UNIT = 50;
const GROUPS_PER_UNIT = 16;

/** The groups of one source. */
export function sourceGroups({ groups, hasAllKinds }, source) {
  const all = groupsOf(groups);
  if (hasAllKinds) return all;
  const of = (family) => all.filter((group) => group.family === family);
  const turns = ["control", "semantic", "removal"].map((family) => of(family)[source % of(family).length]);
  const shift = source % turns.length; // a removal's number says what it takes away
  return [...of("structure"), ...turns.slice(shift), ...turns.slice(0, shift)];
}

/** Those that may run side by side, and those timed alone afterwards. */
export function unitsOf(seed, scale) {
  const { pages, times, real } = scale;
  const sources = Array.from({ length: SOURCES }, (_, source) => source);
  const together = sources.flatMap((source) => {
    const groups = sourceGroups(scale, source);
    return [
      ...pieces(pages, PAGES_PER_UNIT).map(({ first, count }) => unit("pages", { seed, source, first, count })),
      ...pieces(groups.length, GROUPS_PER_UNIT).map(({ first, count }) =>
        unit("groups", { seed, source, first, groups: groups.slice(first, first + count) }),
      ),
    ];
  });
  const sites = real.structure > 0 ? realSites() : [];
  const onSites = sites.map(({ set, site }) => unit("real", { seed, set, site, ...real }));
  return { together: [...together, ...onSites], alone: sources.map((source) => unit("times", { seed, source, ...times })) };
}

const unit = (work, input) => ({ id: [work, input.set ?? input.source, input.site ?? input.first ?? 0].join(" "), work, input });

function pieces(total, size) {
  return Array.from({ length: Math.ceil(total / size) }, (_, i) => ({
    first: i * size,
    count: Math.min(size, total - i * size),
  }));
}
