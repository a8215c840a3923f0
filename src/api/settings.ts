/**
 * All settings of the program, in one schema: environment variables, or the same names in settings.json of
 * BARTREE_HOME, where the environment has the last word. docs/settings.md is made from this file.
 */
import { z } from "zod";
import { refuse } from "./errors.js";
import { jsonOf } from "./json.js";
import { Zone } from "./schedule.js";

const MEGABYTE = 1_000_000;
const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

const text = (problem: string) => z.string().trim().min(1, problem);
const count = (least: number, most: number) =>
  z.coerce
    .number(`it is no number`)
    .int("it is no whole number")
    .min(least, `it is less than ${least}`)
    .max(most, `it is more than ${most}`);

/** Separated by commas or spaces. */
const listOf = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .transform((line) => line.split(/[\s,]+/).filter((part) => part !== ""))
    .pipe(z.array(item));

const yesOrNo = z.enum(["yes", "no"], "it is neither yes nor no").transform((word) => word === "yes");

const Origin = z.string().refine(isLoopbackOrigin, "it is no origin of this machine such as http://127.0.0.1:7575");

function isLoopbackOrigin(origin: string): boolean {
  return /^https?:\/\/(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/.test(origin);
}

const NO_PUBLIC_URL = "it is no address such as https://index.example.org";
const NO_PATH = "it has a path, and the web page needs a name or a port of its own, such as https://index.example.org";

/** Where people and programs find the server; a slash at its end says nothing. */
const PublicUrl = z
  .url({ protocol: /^https?$/, error: NO_PUBLIC_URL })
  .regex(/^[^?#@]+$/, NO_PUBLIC_URL)
  .regex(/^[^:]+:\/\/[^/]+\/*$/, NO_PATH)
  .transform((address) => address.split("/", 3).join("/"));

const NO_ESCAPE = "a % in it is not followed by two digits that are part of a letter; a % of a password is written %25";

/** Whether user and password can be told from how they are written. */
function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}

const NO_PROXY = "it is no address such as http://proxy.example.org:3128";
const ProxyUrl = z
  .url({ protocol: /^http$/, error: NO_PROXY })
  .regex(/^http:\/\/(?:[^/?#@]+@)?[^/?#@]+\/?$/i, NO_PROXY)
  .refine(isDecodable, NO_ESCAPE);

/** One address, a range of them, or all of this machine. */
const ProxyRange = z.union(
  [z.literal("loopback"), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  "it is neither loopback nor an address or range such as 10.0.0.0/8",
);

const NO_SMTP = "it is no address such as smtp://user:password@mail.example.org:587";
const SmtpUrl = z
  .url({ protocol: /^smtps?$/, error: NO_SMTP })
  .regex(/^smtps?:\/\/(?:[^/?#@]+@)?[^/?#@]+\/?$/i, NO_SMTP)
  .refine(isDecodable, NO_ESCAPE);

const MailAddress = z.email("it is no mail address such as index@example.org").max(200, "it has more than 200 characters");

interface Setting {
  readonly schema: z.ZodType<unknown, string>;
  readonly default: string | null; // as it would be written; null: not set
  readonly may: string; // what it may be
  readonly does: string;
}

const one = <Schema extends z.ZodType<unknown, string>, Default extends string | null>(
  schema: Schema,
  setting: Omit<Setting, "schema" | "default"> & { default: Default },
) => ({ schema, ...setting });

const string = <Schema extends z.ZodType>(schema: Schema) => schema as unknown as z.ZodType<z.output<Schema>, string>; // read from text

export const SETTINGS = {
  BARTREE_HOME: one(text("it is empty"), {
    default: null,
    may: "a folder",
    does: "Where bartree keeps its database, secret and settings.json. Not set: `bartree` in the data folder of the user (`XDG_DATA_HOME`, else `~/.local/share`), open to its owner only.",
  }),
  DATABASE_URL: one(
    string(z.string().regex(/^(?:postgres(?:ql)?:\/\/|socket:)/, "it does not begin with postgres://, postgresql:// or socket:")),
    {
      default: null,
      may: "`postgres://user:password@host:port/name`",
      does: "The PostgreSQL server to use, 15 or newer. Not set: bartree starts one of its own in `BARTREE_HOME`.",
    },
  ),
  BARTREE_WORK_SECONDS: one(string(count(1, 600)), {
    default: "10",
    may: "1 to 600",
    does: "How long the work on one page may take: reading, checking, looking for links.",
  }),
  BARTREE_LEARN_SECONDS: one(string(count(1, 3600)), {
    default: "60",
    may: "1 to 3600",
    does: "How long learning or healing a template may take.",
  }),
  BARTREE_DATABASE_CONNECTIONS: one(string(count(2, 200)), {
    default: "10",
    may: "2 to 200",
    does: "Connections to the database, per process.",
  }),
  BARTREE_PUBLIC_URL: one(string(PublicUrl), {
    default: null,
    may: "an http or https address without a path",
    does: "The address under which people and programs reach the server, also behind another web server: for links and for the Host that is answered. With https, cookies are sent over https only. Not set: the address it listens on.",
  }),
  BARTREE_TRUST_PROXY: one(listOf(string(ProxyRange)), {
    default: "",
    may: "`loopback`, addresses or ranges such as `10.0.0.0/8`, separated by commas",
    does: "Web servers in front of ours whose word is believed about whom they pass on (`X-Forwarded-For`, `-Proto`, `-Host`). Not set: nobody's.",
  }),
  BARTREE_CONTACT: one(text("it is empty").max(200, "it has more than 200 characters"), {
    default: null,
    may: "a mail address or the address of a page",
    does: "Whom the owner of a visited site can write to; it is sent with every request.",
  }),
  BARTREE_LOOPBACK_ORIGINS: one(listOf(Origin), {
    default: "",
    may: "origins such as `http://127.0.0.1:7575`, separated by commas",
    does: "Origins on this machine that may be visited. All other addresses of this machine and of private networks are refused.",
  }),
  BARTREE_PORTS: one(listOf(string(count(1, 65_535))), {
    default: "",
    may: "port numbers, separated by commas",
    does: "Ports that may be visited besides 80 and 443.",
  }),
  BARTREE_HTTP_PROXY: one(string(ProxyUrl), {
    default: null,
    may: "`http://proxy:3128`, with `user:password@` before the name if it asks for them",
    does: "A proxy through which all sites are visited but the loopback origins. The proxy then resolves the names of sites, so bartree cannot see where they lead: it is for the proxy to keep private networks closed.",
  }),
  BARTREE_DELAY_MS: one(string(count(0, 60_000)), {
    default: "1000",
    may: "0 to 60000",
    does: "Time between two requests to a host, unless the source or the site's robots.txt says otherwise. 0 holds only for the loopback origins.",
  }),
  BARTREE_MAX_PAGE_BYTES: one(string(count(1000, 50 * MEGABYTE)), {
    default: String(10 * MEGABYTE),
    may: "1000 to 50000000",
    does: "The largest page that is fetched, after decompression.",
  }),
  BARTREE_CONNECT_TIMEOUT_MS: one(string(count(100, 600_000)), {
    default: "10000",
    may: "100 to 600000",
    does: "How long a connection may take.",
  }),
  BARTREE_FIRST_BYTE_TIMEOUT_MS: one(string(count(100, 600_000)), {
    default: "20000",
    may: "100 to 600000",
    does: "How long an answer may take to begin.",
  }),
  BARTREE_RESPONSE_TIMEOUT_MS: one(string(count(100, 3_600_000)), {
    default: "60000",
    may: "100 to 3600000",
    does: "How long a whole answer may take.",
  }),
  BARTREE_MAX_REDIRECTS: one(string(count(0, 20)), {
    default: "5",
    may: "0 to 20",
    does: "How many redirects are followed.",
  }),
  BARTREE_RETRIES: one(string(count(0, 10)), {
    default: "3",
    may: "0 to 10",
    does: "How often a page is asked for again, after longer and longer pauses, when a site does not answer or answers with a passing trouble.",
  }),
  BARTREE_SMTP_URL: one(string(SmtpUrl), {
    default: null,
    may: "`smtp://user:password@host:587`, or `smtps://` where the connection begins with TLS",
    does: "The mail server that warnings are sent by. Letters of user and password that an address cannot hold are written as `%` and two digits. Not set: no mail is sent.",
  }),
  BARTREE_SMTP_TLS: one(string(z.enum(["required", "offered"], "it is neither required nor offered")), {
    default: null,
    may: "required or offered",
    does: "Whether mail goes over TLS only, or also without where the server offers none. Not set: required, but for a mail server on this machine.",
  }),
  BARTREE_MAIL_FROM: one(string(MailAddress), {
    default: null,
    may: "a mail address",
    does: "The sender of all mail; it must be set where `BARTREE_SMTP_URL` is.",
  }),
  BARTREE_MAIL_TO: one(listOf(string(MailAddress)), {
    default: "",
    may: "mail addresses, separated by commas",
    does: "Who is told of the warnings of all sources and gets the digest. Whom to warn of one source alone is a setting of that source.",
  }),
  BARTREE_DIGEST_HOUR: one(string(count(0, 23)), {
    default: null,
    may: "0 to 23",
    does: "The hour of the day at which a digest is sent to `BARTREE_MAIL_TO` and to the webhooks of all sources. Not set: none is sent.",
  }),
  BARTREE_DIGEST_ZONE: one(string(Zone), {
    default: "UTC",
    may: "a time zone such as `Europe/Berlin`",
    does: "The time zone of that hour.",
  }),
  BARTREE_LOG_LEVEL: one(string(z.enum(LOG_LEVELS, `it is none of ${LOG_LEVELS.join(", ")}`)), {
    default: "info",
    may: LOG_LEVELS.join(", "),
    does: "What `serve` and `worker` write to standard error: this level and the graver ones. JSON lines, but plain sentences on a terminal.",
  }),
  BARTREE_WATCHDOG_SECONDS: one(string(count(0, 3600)), {
    default: "60",
    may: "0 to 3600",
    does: "A `serve` or `worker` whose event loop has stood for so long is ended, with a line in its log that says where it stood. 0: never.",
  }),
  BARTREE_RESTARTS: one(string(count(0, 100)), {
    default: "3",
    may: "0 to 100",
    does: "How often in ten minutes `serve` and `worker` are started again when they crash or are killed. 0: never, and without a process beside them; for where systemd or the like does it.",
  }),
  BARTREE_SNAPSHOT_DAYS: one(string(count(0, 36_500)), {
    default: null,
    may: "0 to 36500",
    does: "So many days a stored page stays after no current value stands in it any more; its digest stays for ever. Not set: all pages stay.",
  }),
  CHROMIUM_PATH: one(text("it is empty"), {
    default: null,
    may: "a program",
    does: "The Chromium that renders pages of sources with `render`. Not set: the system's, if it has one.",
  }),
  BARTREE_RENDER_AS_ROOT: one(string(yesOrNo), {
    default: "no",
    may: "yes or no",
    does: "Whether root may render pages; Chromium's sandbox does not work for root.",
  }),
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

export type Settings = {
  readonly [Name in SettingName]:
    | z.output<(typeof SETTINGS)[Name]["schema"]>
    | ((typeof SETTINGS)[Name]["default"] extends string ? never : null);
};

/** Later ones win; an empty text is as good as none. Unknown names of ours are refused: they are misspelt. */
export function readSettings(...given: readonly Readonly<Record<string, string | undefined>>[]): Settings {
  const all: Record<string, string | undefined> = Object.assign({}, ...given);
  const strange = Object.keys(all).find(
    (name) => name.startsWith("BARTREE_") && !name.startsWith("BARTREE_TEST_") && !Object.hasOwn(SETTINGS, name),
  );
  if (strange !== undefined) return refuse("setting-invalid", strange, "there is no such setting");
  const read = Object.entries<Setting>(SETTINGS).map(([name, setting]) => [name, settingFrom(name, setting, all[name])]);
  return Object.fromEntries(read) as Settings; // its type is what the schemas give, name by name
}

function settingFrom(name: string, { schema, default: usual, may }: Setting, given: string | undefined): unknown {
  const written = given === undefined || given === "" ? usual : given;
  if (written === null) return null;
  const parsed = schema.safeParse(written);
  if (parsed.success) return parsed.data;
  return refuse("setting-invalid", name, parsed.error.issues[0]?.message ?? "it does not fit", may.replaceAll("`", ""));
}

const FileValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]);

/** The text of settings.json, as if its entries stood in the environment: numbers, lists, true and false too. */
export function parseSettingsFile(text: string, path: string): Record<string, string> {
  const { data: entries } = z.record(z.string(), z.unknown()).safeParse(jsonOf(text));
  if (!entries) return refuse("setting-invalid", path, "it is not a JSON object of settings and their values");
  const read = Object.entries(entries).map(([name, value]) => [name, entryOf(name, value)]);
  return Object.fromEntries(read);
}

function entryOf(name: string, value: unknown): string {
  if (name === "BARTREE_HOME")
    return refuse("setting-invalid", name, "it says where settings.json lies, so it cannot stand in it");
  if (!Object.hasOwn(SETTINGS, name)) return refuse("setting-invalid", name, "there is no such setting");
  const { data } = FileValue.safeParse(value);
  if (data === undefined) return refuse("setting-invalid", name, "in settings.json it is no text, number or list of them");
  return typeof data === "boolean" ? (data ? "yes" : "no") : String(data); // a list: with commas
}

/** docs/settings.md, whole. */
export function settingsPage(): string {
  const rows = Object.entries<Setting>(SETTINGS).map(
    ([name, { default: usual, may, does }]) =>
      `| \`${name}\` | ${usual === null || usual === "" ? "not set" : `\`${usual}\``} | ${may} | ${does} |`,
  );
  return `# Settings

Each is an environment variable, or an entry of the same name in \`settings.json\` of \`BARTREE_HOME\`, such as \`{"BARTREE_CONTACT": "index@example.org", "BARTREE_PORTS": [8080], "BARTREE_RENDER_AS_ROOT": false}\`; the environment wins. A value that a setting may not have, and a name that does not exist, are refused with the code \`setting-invalid\`. This page is made from \`src/api/settings.ts\` by \`npm run settings\`.

| setting | default | may be | does |
|---|---|---|---|
${rows.join("\n")}
`;
}
