/** The settings of the door to the network, from environment variables. */
import { z } from "zod";
import { refuse } from "./errors.js";

const ports = z
  .string()
  .transform((text) => text.split(",").map((port) => port.trim()))
  .pipe(z.array(z.string().regex(/^[1-9]\d{0,4}$/, "give port numbers with commas between them")))
  .transform((numbers) => numbers.map(Number))
  .pipe(z.array(z.number().max(65_535, "a port is at most 65535")));

const origins = z
  .string()
  .transform((text) => text.split(",").map((origin) => origin.trim()))
  .pipe(z.array(z.string().refine(isOrigin, "give origins such as http://127.0.0.1:7575, with commas between them")));

export const FetchSettings = z.object({
  BARTREE_CONTACT: z.string().max(200, "give at most 200 characters").optional(),
  BARTREE_PORTS: ports.optional(),
  BARTREE_LOOPBACK: origins.optional(),
  CHROMIUM_PATH: z.string().optional(),
  BARTREE_RENDER_AS_ROOT: z.enum(["yes", "no"], "say yes or no").optional(),
});
export type FetchSettings = z.infer<typeof FetchSettings>;

/** Throws a ReportedError `setting-invalid` that names the variable. A variable that is set to nothing is not set. */
export function readFetchSettings(environment: Readonly<Record<string, string | undefined>>): FetchSettings {
  const given = Object.fromEntries(Object.keys(FetchSettings.shape).map((name) => [name, environment[name] || undefined]));
  const { data, error } = FetchSettings.safeParse(given);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  return refuse("setting-invalid", String(issue?.path[0]), issue?.message ?? "it is not understood");
}

/** Scheme, host and perhaps a port, and nothing after them. */
function isOrigin(text: string): boolean {
  const [, port] = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/.exec(text) ?? [undefined, "99999"];
  return Number(port ?? 80) <= 65_535;
}
