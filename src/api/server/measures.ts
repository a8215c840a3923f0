/** The measures of one page, spelled as `bartree inspect --json` spells them. */
import { z } from "zod";
import { SaidReason } from "../reasons.js";

const Part = z.object({ n_ot: z.int(), n_ct: z.int(), sigma: z.int() });
const Whereabouts = {
  flags: z.array(z.string()),
  places: z.array(z.tuple([z.int(), z.int()])),
  prefix: z.string().optional(),
};

export const InspectionView = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("found"),
    ...Whereabouts,
    d_max: z.int(),
    path: z.array(z.string()),
    lower_path: z.array(z.string()),
    P: z.array(z.int()),
    k: z.array(z.int()),
    w: z.array(z.string()), // exact fractions
    A: z.array(z.string()),
    A_total: z.string(),
    upper: Part,
    lower: Part,
    delta: z.int(),
    symmetry: z.string(),
    cut: z.boolean(),
  }),
  z.object({ kind: z.literal("ambiguous"), ...Whereabouts }),
  z.object({ kind: z.literal("not-found"), ...Whereabouts }),
  z.object({ kind: z.literal("empty"), ...Whereabouts }),
]);
export type InspectionView = z.infer<typeof InspectionView>;

export const SetsView = z.object({ S1: z.boolean(), S2: z.boolean(), S3: z.boolean(), S4: z.boolean(), S5: z.boolean() });

export const ChangeView = z.object({
  verdict: z.enum(["same", "changed", "broken", "key-missing", "unreachable", "unrecognised"]),
  sets: SetsView.nullable(), // true: equal
  case: z.string().nullable(), // 1, 2, 3-upper, 3-lower, 4
  at: z.unknown().nullable(), // the place of the change, as `bartree check --json` names it
  reading: z.record(z.string(), z.enum(["exact", "edited", "volatile", "not-displayed", "failed"])),
  reason: SaidReason.nullable(),
});
