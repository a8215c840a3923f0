/** What a template of list pages holds, as it is stored; see page-template.ts for the manner. */
import { z } from "zod";
import { Delimiters } from "./page-template.js";
import { AttributeName } from "./records.js";

const Count = z.int().min(0);
const Texts = z.array(z.string());

const Step = z
  .strictObject({
    tag: z.string(),
    tokens: Texts,
    isNamed: z.boolean(),
    text: z.string().nullable(),
    index: Count,
    isFromEnd: z.boolean(),
    least: Count,
    most: Count,
    span: Count,
    shown: Count,
  })
  .meta({ id: "step", description: "one step down: which of the children" });

const ListForm = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("whole"), isJoined: z.boolean() }),
  z.strictObject({ kind: z.literal("piece"), formats: Texts, index: Count }),
  z.strictObject({ kind: z.literal("htmlAttribute"), name: z.string() }),
  z.strictObject({
    kind: z.literal("between"),
    before: z.string(),
    isFirst: z.boolean(),
    after: z.string(),
    isLast: z.boolean(),
  }),
]);

const ListPlace = z
  .strictObject({ steps: z.array(Step), inner: z.array(Step).nullable(), form: ListForm })
  .meta({ id: "listPlace", description: "where a value stands in its record" });

const ChildKind = z
  .strictObject({ tag: z.string(), tokens: Texts, format: z.string().nullable(), shape: z.string().nullable() })
  .meta({ id: "childKind" });

const Cut = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("single"), tag: z.string() }),
    z.strictObject({ kind: z.literal("headed"), head: ChildKind, sequences: Texts }),
    z.strictObject({ kind: z.literal("counted"), kinds: z.array(ChildKind).min(1) }),
  ])
  .describe("how the children of the list's container make records");

/** The fields of core's `ListTemplate` but its version and kind, which are the file's, and the delimiter table. */
export const listTemplateFields = {
  showsHidden: z.boolean(),
  container: z.array(z.strictObject({ tag: z.string(), tokens: Texts })),
  hasOwnEvidence: z.boolean(),
  cut: Cut,
  shapes: Texts.nullable(),
  attributes: z.array(
    z.strictObject({
      name: AttributeName,
      places: z.array(ListPlace).min(1),
      isDivided: z.boolean(),
      label: z.string().nullable(),
      isOptional: z.boolean(),
    }),
  ),
  link: ListPlace.nullable(),
  identity: Texts,
  isLinkIdentity: z.boolean(),
  delimiters: z.array(z.strictObject({ attribute: z.string(), values: z.array(Count), ...Delimiters })),
};
