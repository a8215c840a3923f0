/** A source as one line of JSON, to carry it from one bartree to another or to add many at once. */
import { z } from "zod";
import { SourceName, SourceSettings } from "./source.js";

const FORMAT = "bartree-source";
const VERSION = 1;

const Template = z.strictObject({
  role: z.enum(["record", "links"]),
  variant: z.int().min(1).max(1000),
  template: z.record(z.string(), z.unknown()), // a template file
});

export const SourceLine = z.strictObject({
  format: z.literal(FORMAT).default(FORMAT),
  version: z.literal(VERSION, { error: "it is of a version that this bartree does not know" }).default(VERSION),
  name: SourceName,
  state: z.enum(["active", "paused"]).default("active"),
  settings: SourceSettings,
  leftOut: z.array(z.string()).default([]), // names of headers and cookies whose values were not exported
  standing: z.enum(["confirmed", "provisional"]).default("confirmed"), // of the templates
  templates: z.array(Template).max(100).default([]), // in force; none: they are learnt from the labels
});
export type SourceLine = z.infer<typeof SourceLine>;
