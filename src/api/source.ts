/** A source as a person or a program writes it down, and as it is stored. */
import { z } from "zod";
import { ALARMS, Alarm } from "./alarm.js";
import { AttributeName } from "./records.js";
import { DAILY, Schedule } from "./schedule.js";

const VERSION = 1;
const MAX_DELAY_MS = 60_000;

/** `*` stands for any text; the pattern is held against the whole address. */
const Pattern = z.string().min(1).max(500);

const Address = z
  .url({ protocol: /^https?$/, error: "it is no http or https address" })
  .max(2048, "an address has at most 2,048 characters");

export const HeaderName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, "it is no name of a header");
export const HeaderValue = z
  .string()
  .max(8192)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, "a header is one line without control characters"); // else it could add lines

/** How the pages of a source are found. */
const Discovery = z.strictObject({
  lists: z.array(Address).max(100).default([]).describe("list pages to begin with"),
  sitemaps: z.array(Address).max(100).default([]).describe("sitemaps to read"),
  addresses: z.array(Address).max(10_000).default([]).describe("final pages named one by one"),
  next: z
    .discriminatedUnion("by", [
      z.strictObject({ by: z.literal("rel") }),
      z.strictObject({ by: z.literal("text"), text: z.string().min(1).max(200) }),
      z.strictObject({
        by: z.literal("number"),
        pattern: Pattern,
        first: z.int().min(0).default(1),
        step: z.int().min(1).default(1),
      }),
    ])
    .nullable()
    .default(null)
    .describe("how a list goes on: rel=next, the text of the next link, or {n} in an address"),
  depth: z.int().min(1).max(5).default(1).describe("links from a list to a final page"),
  keep: z.array(Pattern).max(100).default([]).describe("only addresses that fit one of these"),
  drop: z.array(Pattern).max(100).default([]).describe("no address that fits one of these"),
  dropParameters: z.array(z.string().min(1).max(100)).max(100).default([]).describe("query parameters that tell no pages apart"),
  noRecords: z.array(Address).max(1000).default([]).describe("pages that a person called no records; they are not visited"),
  maxPages: z.int().min(1).max(1_000_000).default(10_000).describe("final pages per harvest"),
});

const Labels = z.record(AttributeName, z.array(z.string()));

/** What a person pasted from one page, to learn from and to learn again from. */
export const LabelledAddress = z.strictObject({
  address: Address.describe("the final page that was labelled"),
  labels: Labels.default({}).describe("what was pasted from it"),
  absent: z.array(AttributeName).max(50).default([]).describe("attributes it does not have"),
  htmlAttributes: z.record(AttributeName, z.string()).default({}).describe("attributes whose value stands in an HTML attribute"),
  choose: z.record(AttributeName, z.int().min(1)).default({}).describe("which place of a label is meant"),
  region: z.string().nullable().default(null).describe("the text around all labels"),
});
export type LabelledAddress = z.infer<typeof LabelledAddress>;

export const SourceSettings = z.strictObject({
  version: z.literal(VERSION).default(VERSION),
  key: LabelledAddress.extend({
    further: z.array(LabelledAddress).max(10).default([]).describe("further labelled pages, of other layouts"),
  })
    .nullable()
    .default(null),
  records: z
    .array(z.record(z.string(), z.string()))
    .max(50)
    .default([])
    .describe("of a list that holds its records whole: what was pasted of two neighbours, instead of a key"),
  order: z
    .array(AttributeName)
    .max(50)
    .default([])
    .describe("its attributes in the order they are shown in; others come after these"),
  discovery: Discovery.prefault({}),
  schedule: Schedule.nullable().prefault(DAILY).describe("when it is harvested; null: only on request"),
  alarmsOff: z.array(Alarm).max(ALARMS.length).default([]).describe("alarms of its own history that are switched off"),
  warnMail: z.email("it is no mail address").max(200).nullable().default(null).describe("who is told of its warnings, by mail"),
  delayMs: z
    .int()
    .min(0)
    .max(MAX_DELAY_MS)
    .nullable()
    .default(null)
    .describe("between two requests to a host of this source; null: as BARTREE_DELAY_MS says"),
  headers: z.record(HeaderName, HeaderValue).default({}).describe("sent with every request to secretsFor"),
  cookies: z.record(HeaderName, HeaderValue).default({}).describe("sent to secretsFor"),
  secretsFor: Address.nullable()
    .default(null)
    .describe(
      "the origin that gets the headers and cookies, and no other; settled when the source is set up: the key's, or the list's",
    ),
  render: z
    .boolean()
    .default(false)
    .describe("read the page as a browser builds it; not together with headers or cookies, which the browser would not send"),
  volatile: z.array(z.string()).max(50).default([]).describe("attributes that change by themselves, such as prices"),
});
export type SourceSettings = z.infer<typeof SourceSettings>;

/** What sentences put into quotation marks, lists into cells and commands into a line. */
export const SourceName = z
  .string()
  .regex(
    /^[\p{L}\p{N}][^\p{C}\p{Zl}\p{Zp}"“”<>/\\`]{0,99}$/u,
    "a name begins with a letter or digit, has at most 100 characters and none of / \\ < > or quotation marks",
  );

export const SourceState = z.enum(["active", "paused", "deferred"]);
export type SourceState = z.infer<typeof SourceState>;
