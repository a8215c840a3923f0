/** Learn a site from its labelled pages, read all its pages, and hold every cell against what is right. */
import { type Extraction, extract, extractList, learn, learnList } from "../../src/core/index.js";
import { addressOf, type PageTruth, type Site, type Values } from "./site.js";

/** `absent`: rightly said to be absent; `refused`: rightly nothing read from a page without a record. */
export type Outcome = "right" | "absent" | "refused" | "withheld" | "wrong";

export interface Cell {
  readonly name: string; // page and attribute; of a list also which record
  readonly isLabelled: boolean; // a person labelled the page; it is only read back
  readonly outcome: Outcome;
  readonly right: readonly string[] | "no record";
  readonly given: readonly string[] | null; // null: withheld
  readonly reason: string; // of what was withheld
}

export function scoreSite(site: Site): Cell[] {
  if (Array.isArray(site.right[site.labelled])) return scoreList(site);
  return [...scoreRecordPages(site), ...(site.turns ?? []).flatMap((page) => scoreTurn(site, page))];
}

/** The same site with another page labelled; the two change places. */
function scoreTurn(site: Site, labelled: string): Cell[] {
  const siblings = (site.siblings ?? []).map((page) => (page === labelled ? site.labelled : page));
  return scoreRecordPages({ ...site, labelled, siblings }).map((cell) => ({
    ...cell,
    name: `${cell.name} from ${labelled}`,
  }));
}

const isValues = (truth: PageTruth | undefined): truth is Values => typeof truth === "object" && !Array.isArray(truth);
const textsOf = (value: Values[string] | undefined): readonly string[] => (typeof value === "string" ? [value] : (value ?? []));
const stored = <T>(template: T): T => JSON.parse(JSON.stringify(template)) as T; // as it comes back from a file

function scoreRecordPages(site: Site): Cell[] {
  const learned = learn({
    ...labelledPage(site, site.labelled),
    ...(site.choose && { choose: site.choose }),
    further: (site.further ?? []).map((page) => labelledPage(site, page)),
    siblings: (site.siblings ?? []).map((page) => ({ html: htmlOf(site, page) })),
  });
  const attributes = Object.keys(site.right[site.labelled] ?? {});
  const template = learned.ok ? stored(learned.template) : undefined;
  return Object.entries(site.right).flatMap(([page, truth]) => {
    const found = template && extract(template, htmlOf(site, page));
    return attributes.map((attribute): Cell => {
      const right = isValues(truth) ? textsOf(truth[attribute]) : "no record";
      const given = found?.values[attribute] ?? null;
      return {
        name: `${page} ${attribute}`,
        isLabelled: page === site.labelled || site.further?.includes(page) === true,
        outcome: outcomeOf(site, right, given),
        right,
        given,
        reason: learned.ok ? reasonOf(found, attribute) : `not learnt: ${learned.code}`,
      };
    });
  });
}

function labelledPage(site: Site, page: string) {
  const truth = site.right[page];
  if (!isValues(truth)) throw new Error(`${site.name}: ${page} is labelled, but no record stands in "right" for it.`);
  const shown = Object.entries(truth).filter(([, value]) => value !== null);
  return {
    html: htmlOf(site, page),
    url: addressOf(site, page),
    labels: Object.fromEntries(shown.map(([attribute, value]) => [attribute, textsOf(value)])),
    absent: Object.keys(truth).filter((attribute) => truth[attribute] === null),
    ...(site.htmlAttributes && { htmlAttributes: site.htmlAttributes }),
  };
}

function htmlOf(site: Site, page: string): string {
  const html = site.pages[page];
  if (html === undefined) throw new Error(`${site.name}: there is no page ${page}.`);
  return html;
}

function outcomeOf(site: Site, right: Cell["right"], given: Cell["given"]): Outcome {
  if (right === "no record") return given === null ? "refused" : "wrong";
  if (given === null) return "withheld";
  if (!right.length && !given.length) return "absent";
  return areEqual(site, right, given) ? "right" : "wrong";
}

function areEqual(site: Site, right: readonly string[], given: readonly string[]): boolean {
  const form = site.isUnordered
    ? (texts: readonly string[]) => [...new Set(texts.map((text) => text.normalize("NFC")))].sort()
    : undefined;
  return JSON.stringify(form ? form(right) : right) === JSON.stringify(form ? form(given) : given);
}

function reasonOf(found: Extraction | undefined, attribute: string): string {
  const withheld = found?.withheld[attribute];
  return withheld ? `${withheld.class}: ${withheld.reason}` : "";
}

const LABELLED_RECORDS = 2;

function scoreList(site: Site): Cell[] {
  const labelled = (site.right[site.labelled] as Values[]).slice(0, LABELLED_RECORDS);
  const records = labelled.map((record) =>
    Object.fromEntries(Object.entries(record).flatMap(([name, value]) => textsOf(value).map((text) => [name, text]))),
  );
  const learned = learnList({ html: htmlOf(site, site.labelled), url: addressOf(site, site.labelled), records });
  return Object.entries(site.right).flatMap(([page, truth]) => {
    const found = learned.ok
      ? extractList(stored(learned.template), { html: htmlOf(site, page), url: addressOf(site, page) })
      : undefined;
    const given = found?.records.map(({ values }) => values) ?? [];
    const reason = learned.ok ? `not given; ${rejections(found)}` : `not learnt: ${learned.code}`;
    return scoreRecords(site, page, truth as Values[], given, reason);
  });
}

const rejections = (found: ReturnType<typeof extractList> | undefined): string =>
  [...(found?.rejected ?? []), ...(found?.withheld ?? [])].map((each) => each.class).join(", ") || "nothing was rejected";

/** Records are known by their first attribute; what is given beyond them is wrong once each. */
function scoreRecords(
  site: Site,
  page: string,
  truth: readonly Values[],
  given: readonly Readonly<Record<string, string>>[],
  reason: string,
): Cell[] {
  const left = [...given];
  const attributes = Object.keys(truth[0] ?? {});
  const first = attributes[0] ?? "";
  const cells = truth.flatMap((record, number) => {
    const at = left.findIndex((each) => areEqual(site, textsOf(record[first]), textsOf(each[first])));
    const found = at < 0 ? undefined : left.splice(at, 1)[0];
    return attributes.map((attribute): Cell => {
      const right = textsOf(record[attribute]);
      const texts = found ? textsOf(found[attribute]) : null;
      return {
        name: `${page} ${number + 1} ${attribute}`,
        isLabelled: page === site.labelled && number < LABELLED_RECORDS,
        outcome: outcomeOf(site, right, texts),
        right,
        given: texts,
        reason: found ? "" : reason,
      };
    });
  });
  const extra = left.map((record): Cell => {
    const texts = Object.values(record);
    return {
      name: `${page} beyond: ${texts[0]}`,
      isLabelled: false,
      outcome: "wrong",
      right: "no record",
      given: texts,
      reason: "",
    };
  });
  return [...cells, ...extra];
}
