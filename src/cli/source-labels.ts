/** A source as the call describes it: the flags of `learn`, how its pages are found, or all of it from a file. */
import { refuse } from "../api/errors.js";
import { DAILY } from "../api/schedule.js";
import { type LabelledAddress, SourceSettings } from "../api/source.js";
import type { Tools } from "./command.js";
import { LABEL_OPTIONS } from "./label-options.js";
import { labelledPages, type NamedPage } from "./labelled-pages.js";
import { recordsOf } from "./learn-list.js";

const NAME = { value: "NAME" };

/** The flags of `learn`, as they are meant here too. */
export const SOURCE_LABEL_OPTIONS = {
  ...LABEL_OPTIONS,
  record: {
    value: "NAME=TEXT,NAME=TEXT",
    several: true,
    help: "PAGE is a list that holds the records whole: label two neighbours",
  },
} as const;

export const FINDING_OPTIONS = {
  "list-url": { value: "ADDRESS", several: true, help: "a list page that links to the labelled page" },
  sitemap: { value: "ADDRESS", several: true, help: "a sitemap that names the pages" },
  next: { value: "TEXT", help: "what the link to the next list page says; rel=next needs no telling" },
  "next-number": { value: "ADDRESS", help: "the address of list page {n}, where lists are told by number" },
  depth: { value: "N", help: "links from a list to a final page; 1 unless given" },
  keep: { value: "PATTERN", several: true, help: "only addresses that fit, * standing for any text" },
  drop: { value: "PATTERN", several: true, help: "no address that fits" },
  "drop-parameter": { ...NAME, several: true, help: "a query parameter that tells no pages apart" },
  "max-pages": { value: "N", help: "final pages per harvest" },
  schedule: { value: "CRON", help: "when it is harvested, such as “30 6 * * 1-5”; daily unless given, none: only on request" },
  zone: { value: "ZONE", help: "the time zone of the schedule, such as Europe/Berlin; UTC unless given" },
  warn: { value: "MAIL", help: "the mail address that is told of its warnings" },
  delay: { value: "MS", help: "between two requests to the host; as BARTREE_DELAY_MS says unless given" },
} as const;

export type FindingCall = Partial<
  Record<"next" | "next-number" | "depth" | "max-pages" | "schedule" | "zone" | "warn" | "delay", string>
> &
  Record<"list-url" | "sitemap" | "keep" | "drop" | "drop-parameter" | "volatile", readonly string[]>;

export async function settingsFromCall(page: string, call: FindingCall, tools: Tools): Promise<SourceSettings> {
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(page)?.[1]?.toLowerCase();
  if (scheme === undefined) return settingsFromFile(page, tools);
  if (scheme !== "http" && scheme !== "https") return refuse("source-invalid", `“${page}” is no http or https address`);
  const [key, ...further] = await labelsOf(page, tools);
  const named = [page, ...further.map(({ address }) => address)];
  const places = {
    lists: call["list-url"],
    sitemaps: call.sitemap,
    addresses: call["list-url"].length + call.sitemap.length === 0 ? named : [],
  };
  return parsed({ key: { ...key, further }, ...commonOf(call, places, tools) });
}

/** Of a source whose list pages hold its records. */
export async function listSettings(list: string, call: FindingCall, tools: Tools): Promise<SourceSettings> {
  const strange = tools.given.find(({ option }) => option in LABEL_OPTIONS);
  if (strange) tools.reject(`--${strange.option} is not for lists that hold their records; give --record twice.`);
  const lists = [list, ...call["list-url"]];
  return parsed({ key: null, records: await recordsOf(tools), ...commonOf(call, { lists }, tools) });
}

export function commonOf(call: FindingCall, places: object, tools: Tools): object {
  const number = (name: "depth" | "max-pages" | "delay"): number | undefined => {
    const written = call[name];
    if (written === undefined) return undefined;
    return /^\d{1,9}$/.test(written) ? Number(written) : tools.reject(`--${name} takes a whole number; “${written}” is none.`);
  };
  return {
    discovery: {
      ...places,
      next: nextOf(call),
      depth: number("depth"),
      keep: call.keep,
      drop: call.drop,
      dropParameters: call["drop-parameter"],
      maxPages: number("max-pages"),
    },
    schedule: scheduleOf(call),
    warnMail: call.warn,
    delayMs: number("delay"),
    volatile: call.volatile,
  };
}

/** Undefined where the call says nothing about it. */
export function scheduleOf({ schedule, zone }: { schedule?: string; zone?: string }): object | null | undefined {
  if (schedule === "none") return null;
  if (schedule === undefined && zone === undefined) return undefined;
  return { ...DAILY, ...(schedule !== undefined && { cron: schedule }), ...(zone !== undefined && { zone }) };
}

function nextOf(call: FindingCall): object | null {
  if (call["next-number"] !== undefined) return { by: "number", pattern: call["next-number"] };
  return call.next === undefined ? null : { by: "text", text: call.next };
}

/** The labelled pages of the call; what is on them is fetched later, in the source's own name. */
export async function labelsOf(page: string, tools: Tools, known: readonly string[] = []): Promise<LabelledAddress[]> {
  const unread = { ...tools, read: { ...tools.read, page: async () => "" } };
  return (await labelledPages(page, unread, known)).map(labelsToKeep);
}

function labelsToKeep({ address, labels, absent, htmlAttributes, choose, region }: NamedPage): LabelledAddress {
  const plain = Object.fromEntries(Object.entries(labels).map(([name, texts]) => [name, [...texts]]));
  return {
    address,
    labels: plain,
    absent: [...(absent ?? [])],
    htmlAttributes: { ...htmlAttributes },
    choose: { ...choose },
    region: region ?? null,
  };
}

async function settingsFromFile(path: string, { read }: Tools): Promise<SourceSettings> {
  const text = await read.text(`@${path}`);
  try {
    return parsed(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return refuse("source-invalid", `“${path}” is not JSON`);
    throw error;
  }
}

export function parsed(settings: unknown): SourceSettings {
  const { data, error } = SourceSettings.safeParse(settings);
  if (data) return data;
  const [issue] = error.issues;
  return refuse("source-invalid", `${issue?.path.map(String).join(".")}: ${issue?.message ?? "it does not fit"}`);
}
