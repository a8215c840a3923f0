/**
 * What a template of single pages holds, as it is stored. The types are core's own; test/api/template.test.ts holds both
 * in step. Every object is strict: a field that is missing or unknown means that the file is not of this version.
 */
import { z } from "zod";
import { AttributeName } from "./records.js";

const Count = z.int().min(0);
const Texts = z.array(z.string());
const Chain = z.array(Texts).describe("tags and stable tokens from the root down");

const Neighbour = {
  key: z.string(),
  up: z.string(),
  tag: z.string(),
  siblings: z.int().min(1),
  down: z.string(),
  between: Count,
};

const Rule = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("path"), steps: z.string() }),
    z.strictObject({ kind: z.literal("signature"), chain: Chain, nth: Count, of: Count }),
    z.strictObject({ kind: z.literal("landmark"), token: z.string(), steps: z.string() }),
    z.strictObject({ kind: z.enum(["after", "before"]), ...Neighbour }),
    z.strictObject({ kind: z.enum(["following", "preceding"]), key: z.string(), inside: z.string() }),
    z.strictObject({ kind: z.literal("own"), key: z.string() }),
    z.strictObject({ kind: z.literal("tail"), token: z.string(), steps: z.string() }),
    z.strictObject({ kind: z.literal("labelled"), chain: Chain, key: z.string(), isOwn: z.boolean() }),
  ])
  .meta({ id: "rule", description: "one way to find a place on a page" });

const PlaceKind = z.strictObject({ tag: z.string(), tokens: Texts, parentTag: z.string(), parentTokens: Texts });

const Shape = z.strictObject({ formats: Texts, hasBreaks: z.boolean() });

const Form = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("whole") }),
    z.strictObject({
      kind: z.literal("segment"),
      before: Texts.nullable(),
      after: Texts.nullable(),
      label: z.string().nullable(),
      index: Count,
      size: Count,
      count: Count,
    }),
    z.strictObject({ kind: z.literal("part"), prefix: z.string(), suffix: z.string() }),
    z.strictObject({ kind: z.literal("range"), before: z.string().nullable(), after: z.string().nullable() }),
    z.strictObject({ kind: z.literal("htmlAttribute"), name: z.string() }),
    z.strictObject({ kind: z.literal("items"), tags: z.string(), shape: Shape.nullable(), alike: Count }),
    z.strictObject({
      kind: z.literal("family"),
      chain: Chain,
      landmarks: Texts,
      before: z.string(),
      after: z.string(),
      shape: Shape,
      between: Texts,
    }),
  ])
  .meta({ id: "form", description: "what of the found place is the value" });

const Hypothesis = z
  .strictObject({
    form: Form,
    extent: z.strictObject({
      inside: z.string(),
      outermost: z.string(),
      isListed: z.boolean(),
      isOfLines: z.boolean(),
      roles: Texts,
      edges: z.array(z.strictObject({ isFirst: z.boolean(), isLast: z.boolean() })).default([]),
    }),
    rules: z.array(z.strictObject({ on: z.enum(["value", "outermost"]), rule: Rule })),
    labels: Texts.nullable(),
    tokens: Texts,
    rivals: z.array(z.strictObject({ own: Texts, other: Texts })).default([]),
    many: z.strictObject({ chain: Chain, shape: z.string().nullable() }).nullable().default(null),
    known: Texts,
  })
  .meta({ id: "hypothesis", description: "one place where the value may stand, with the rules that lead there" });

const Mark = z.strictObject({ path: z.string(), text: z.string().nullable(), isEnd: z.boolean() });

const Absence = z
  .strictObject({
    before: z.array(Mark),
    after: z.array(Mark),
    near: z.array(Mark),
    label: z.string(),
    path: z.string().nullable(),
    signs: z.array(
      z.discriminatedUnion("kind", [
        z.strictObject({
          kind: z.literal("label"),
          path: z.string(),
          word: z.string(),
          isOwn: z.boolean(),
          valuePath: z.string(),
          beside: Texts,
          single: Texts,
          unlabelled: Count,
          most: Count,
        }),
        z.strictObject({ kind: z.literal("token"), token: z.string(), most: Count, paths: Texts }),
        z.strictObject({ kind: z.literal("filled") }),
      ]),
    ),
    taught: Texts,
  })
  .meta({ id: "absence", description: "how a page shows that it does not have the value" });

const RuleSet = z.strictObject({
  attributes: z.array(
    z.strictObject({
      name: z.string(),
      slots: z.array(z.array(z.array(Hypothesis).min(1)).min(1)).min(1), // one that is empty would say that the value is absent
      prefixes: Texts,
      isPrefixed: z.boolean(),
      isUnbroken: z.boolean().default(false),
      absences: z.array(Absence).default([]),
      isConfirmed: z.boolean(),
      metadata: z
        .strictObject({ kind: z.literal("metadata"), entries: Texts.min(1), places: z.array(PlaceKind).min(1) })
        .nullable()
        .default(null)
        .describe("entries of the page's metadata that say the value, and the kinds of places at which it is displayed"),
    }),
  ),
});

const Delimiter = z.strictObject({ text: z.string(), tags: z.string() }).meta({ id: "delimiter" });
export const Delimiters = { upper: Delimiter, lower: Delimiter };

const Fraction = z.string().regex(/^\d+\/[1-9]\d*$/);

const MOST_BARS = 50_000_000; // a page has no more characters

const Bars = z.array(z.int().min(1).max(MOST_BARS));

const Measures = z
  .strictObject({
    depth: Count,
    totalArea: Fraction,
    counts: Bars,
    orders: Bars,
    sigmaUpper: z.int(),
    sigmaLower: z.int(),
    path: Texts,
    lowerPath: Texts,
    upperDigests: Texts,
    lowerDigests: Texts,
  })
  .refine(
    ({ depth, path, counts, orders }) => [path, counts, orders].every(({ length }) => length === depth),
    "the measures do not fit each other",
  );

const Key = z
  .strictObject({
    record: z.record(z.string(), Texts).describe("the labelled record"),
    reads: Texts,
    volatile: Texts,
    region: z.string().nullable(),
    measures: Measures.nullable(),
    items: z.record(z.string(), z.array(z.strictObject({ chain: z.string(), ...Delimiters }).nullable())),
    places: z.record(z.string(), z.array(Count)),
    common: Texts,
    structure: z.string(),
    frame: Texts,
  })
  .refine(
    ({ record, reads, places }) =>
      reads.every((name) => Object.hasOwn(record, name)) &&
      Object.entries(record).every(([name, { length }]) => Object.hasOwn(places, name) && places[name]?.length === length),
    "its parts do not fit each other",
  );

/** The fields of core's `Template` but its version, which is the file's. */
export const pageTemplateFields = {
  attributes: z.array(AttributeName),
  sets: z.array(RuleSet),
  frame: Texts.describe(
    "texts and, each after a space, classes and ids of every page of the site, by which a page is recognised",
  ),
  prefixes: Texts,
  precedingTexts: z.record(z.string(), Texts).describe("texts directly before each attribute's value on the labelled pages"),
  key: Key.describe("the labelled record and its surroundings, by which the source is checked"),
};
