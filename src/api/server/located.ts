/** Where a pasted or selected text stands on a page: the four ordinary outcomes, with the words around. */
import { z } from "zod";
import { SpanView } from "./common.js";

export const Place = SpanView.extend({
  before: z.string(), // displayed text before it, a few words
  after: z.string(),
});
export type Place = z.infer<typeof Place>;

export const FlagWord = z.enum(["anchored", "hidden", "folded"]); // found by its ends; hidden on the page; with other capitals

export const LocatedView = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("found"), place: Place, flags: z.array(FlagWord) }),
  z.object({
    kind: z.literal("ambiguous"),
    places: z.array(Place), // the first 100, in the order of the page
    count: z.int().min(2),
    flags: z.array(FlagWord),
  }),
  z.object({
    kind: z.literal("not-found"),
    prefix: z.string(), // how far it is found
    nearest: z.array(Place.extend({ text: z.string() })), // the texts of the page in which the prefix ends
  }),
  z.object({ kind: z.literal("in-pieces"), place: Place }), // displayed, but over parts of several lines
  z.object({ kind: z.literal("in-attribute"), htmlAttribute: z.string(), count: z.int().min(1) }), // of a link, an image …
  z.object({ kind: z.literal("empty") }),
]);
export type LocatedView = z.infer<typeof LocatedView>;
