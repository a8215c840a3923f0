/** The labelled pages of a call of `learn`: what stands after an `--also` belongs to that page. */
import { ATTRIBUTE_NAME, isAttributeName } from "../api/records.js";
import type { LabelledPage } from "../core/learn/labelled.js";
import { CARRIERS } from "../core/tree/html-attributes.js";
import type { Tools } from "./command.js";

/** A labelled page with its name in the call. */
export type NamedPage = LabelledPage & { readonly address: string };

type Draft = {
  readonly address: string;
  readonly labels: Map<string, string[]>;
  readonly absent: string[];
  readonly choose: Map<string, number>;
  region?: string;
};

const draftOf = (address: string): Draft => ({ address, labels: new Map(), absent: [], choose: new Map() });

/** `known`: attributes that were labelled before, where a call need not label any. */
export async function labelledPages(address: string, tools: Tools, known: readonly string[] = []): Promise<NamedPage[]> {
  const { given, read, reject } = tools;
  const drafts = [draftOf(address)] as [Draft, ...Draft[]];
  const htmlAttributes = new Map<string, string>();
  const many = new Set<string>();
  let draft = drafts[0];
  for (const { option, value } of given) {
    if (option === "also") {
      draft = draftOf(value);
      drafts.push(draft);
    } else if (option === "label") {
      const [name, text] = pairOf(value, "--label", reject);
      addLabels(draft, name, [await read.text(text)]);
    } else if (option === "labels") {
      for (const [name, texts] of Object.entries(await read.labels(value))) addLabels(draft, name, texts);
    } else if (option === "absent") draft.absent.push(value);
    else if (option === "region") draft.region = await read.text(value);
    else if (option === "choose") {
      const [name, number] = pairOf(value, "--choose", reject);
      if (!/^[1-9]\d{0,5}$/.test(number)) reject(`--choose takes name=2, the number of a place; “${value}” is not so.`);
      draft.choose.set(name, Number(number));
    } else if (option === "attr") htmlAttributes.set(...htmlAttributeOf(value, reject));
    else if (option === "many") many.add(value);
  }
  refuseStrangers(drafts, { named: [...many, ...htmlAttributes.keys()], before: known }, tools);
  for (const { labels } of drafts) splitLines(labels, many);
  return Promise.all(drafts.map(async (each) => pageOf(each, await read.page(each.address), htmlAttributes)));
}

function addLabels({ labels }: Draft, name: string, texts: readonly string[]): void {
  labels.set(name, [...(labels.get(name) ?? []), ...texts]);
}

/** `name=rest`, the name being one for an attribute. */
export function pairOf(argument: string, option: string, reject: Tools["reject"]): [name: string, rest: string] {
  const at = argument.indexOf("=");
  const name = argument.slice(0, Math.max(0, at)).trim();
  if (at < 0 || !isAttributeName(name)) reject(`${option} takes name=…, the name being ${ATTRIBUTE_NAME}.`);
  return [name, argument.slice(at + 1)];
}

function htmlAttributeOf(argument: string, reject: Tools["reject"]): [name: string, htmlAttribute: string] {
  const [name, written] = pairOf(argument, "--attr", reject);
  const htmlAttribute = written.toLowerCase();
  if (!CARRIERS.has(htmlAttribute)) reject(`--attr takes name=href; after “=” stands one of ${[...CARRIERS].join(", ")}.`);
  return [name, htmlAttribute];
}

/** An option that names an attribute nobody has labelled is a slip of the pen. */
function refuseStrangers(
  drafts: readonly Draft[],
  { named, before }: { named: readonly string[]; before: readonly string[] },
  { given, reject }: Tools,
): void {
  const known = new Set([...before, ...drafts.flatMap(({ labels }) => [...labels.keys()])]);
  if (known.size === 0) reject("No label is given; learn needs --label name=TEXT or --labels FILE.");
  const volatile = given.filter(({ option }) => option === "volatile").map(({ value }) => value);
  const mentioned = [...named, ...volatile, ...drafts.flatMap(({ absent, choose }) => [...absent, ...choose.keys()])];
  const stranger = mentioned.find((name) => !known.has(name));
  if (stranger !== undefined) reject(`“${stranger}” is named, but no label is given for it.`);
  for (const { absent, labels } of drafts) {
    const both = absent.find((name) => labels.has(name));
    if (both !== undefined) reject(`“${both}” is labelled and said to be absent on one page.`);
  }
}

/** A pasted list: every line of such a label is a value of its own. */
function splitLines(labels: Map<string, string[]>, many: ReadonlySet<string>): void {
  for (const [name, texts] of labels) {
    if (!many.has(name)) continue;
    const lines = texts.flatMap((text) => text.split(/\r?\n/)).filter((line) => line.trim() !== "");
    labels.set(name, lines.length > 0 ? lines : texts);
  }
}

function pageOf({ address, labels, absent, choose, region }: Draft, html: string, all: Map<string, string>): NamedPage {
  const htmlAttributes = Object.fromEntries([...all].filter(([name]) => labels.has(name)));
  return {
    address,
    html,
    labels: Object.fromEntries(labels),
    htmlAttributes,
    absent,
    choose: Object.fromEntries(choose),
    ...(region !== undefined && { region }),
  };
}
