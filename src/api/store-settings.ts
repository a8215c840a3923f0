/** Where the program keeps what it knows, from environment variables. */
import { z } from "zod";
import { refuse } from "./errors.js";

const StoreSettings = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, "give an address such as postgres://user@host/database")
    .optional(),
  BARTREE_HOME: z.string().startsWith("/", "give a folder by its full path").optional(),
  XDG_DATA_HOME: z.string().optional(),
  HOME: z.string().optional(),
});

export interface StorePlace {
  readonly databaseUrl: string | null; // null: the embedded server
  readonly home: string;
}

/** Throws a ReportedError `setting-invalid` that names the variable. A variable that is set to nothing is not set. */
export function readStoreSettings(environment: Readonly<Record<string, string | undefined>>): StorePlace {
  const given = Object.fromEntries(Object.keys(StoreSettings.shape).map((name) => [name, environment[name] || undefined]));
  const { data, error } = StoreSettings.safeParse(given);
  if (!data) {
    const [issue] = error.issues;
    return refuse("setting-invalid", String(issue?.path[0]), issue?.message ?? "it is not understood");
  }
  const { DATABASE_URL: databaseUrl = null, BARTREE_HOME, XDG_DATA_HOME, HOME } = data;
  const shared = XDG_DATA_HOME?.startsWith("/") ? XDG_DATA_HOME : HOME && `${HOME}/.local/share`;
  const home = BARTREE_HOME ?? (shared && `${shared}/bartree`);
  return { databaseUrl, home: home ?? refuse("setting-invalid", "BARTREE_HOME", "it is not set, and there is no home folder") };
}
