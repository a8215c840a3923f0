/** What is wrong with labels before anything is learnt: all of it at once, so that a person corrects it in one go. */
import { type ErrorReport, errorReport } from "../api/errors.js";
import { learn, locate, locateLabel, parsePage, type Span } from "../core/index.js";
import { whereabouts } from "../core/inspect.js";
import { choicesFor } from "../core/learn/problems.js";
import type { Page } from "../core/page/page.js";
import { textKey } from "../core/text/text-key.js";
import { problemReport } from "../harvester/set-up/label-problems.js";
import type { NamedPage } from "./labelled-pages.js";
import { reportOf } from "./whereabouts.js";
import { isWholePage } from "./whole-page.js";

export const MOST_LABELS = 50;
export const LABEL_LIMIT_BYTES = 100_000;

export function labelFaults(named: NamedPage): ErrorReport[] {
  const count = Object.values(named.labels).flat().length;
  if (count > MOST_LABELS) return [errorReport("too-many-labels", count, MOST_LABELS)];
  const tooLong = Object.entries(named.labels).find(([, texts]) =>
    texts.some((text) => Buffer.byteLength(text) > LABEL_LIMIT_BYTES),
  );
  if (tooLong) return [errorReport("label-too-long", tooLong[0], LABEL_LIMIT_BYTES)];
  const page = parsePage(named.html);
  const regionFault = named.region === undefined ? undefined : regionFaultOf(page, named.region);
  if (regionFault) return [regionFault];
  const faults = Object.entries(named.labels).flatMap(([name, texts]) => faultsOf(page, named, name, texts));
  const all = [...faults, ...lostLabels(named)];
  return all.length > 0 ? all : choiceFaults(named);
}

function faultsOf(page: Page, { htmlAttributes }: NamedPage, name: string, texts: readonly string[]): ErrorReport[] {
  if (texts.length === 0 || texts.some((text) => textKey(text) === "")) return [errorReport("label-empty", name)];
  if (htmlAttributes?.[name] !== undefined) return [];
  for (const text of texts) {
    const places = placesOf(page, text);
    const [only] = places;
    if (only && places.length === 1 && isWholePage(page, only)) return [errorReport("label-is-page", name)];
    const alike = texts.filter((other) => textKey(other) === textKey(text)).length;
    if (only && alike > places.length) return [errorReport("label-twice", name, text)];
  }
  return [];
}

/** A region that does not stand once on its page would say nothing, and its labels would be looked for everywhere. */
function regionFaultOf(page: Page, region: string): ErrorReport | undefined {
  const located = locate(page, region);
  return located.ok ? undefined : reportOf({ ...whereabouts(located), kind: located.code });
}

function placesOf(page: Page, text: string): readonly Span[] {
  const located = locateLabel(page, text);
  if (located.ok) return [located.span];
  return located.code === "ambiguous" ? [...located.places] : [];
}

/** Labels that stand nowhere on their page, as learning itself looks for them. */
function lostLabels({ address: _, ...page }: NamedPage): ErrorReport[] {
  return learn(page)
    .problems.filter(({ code }) => code === "label-not-found")
    .map(problemReport);
}

function choiceFaults(named: NamedPage): ErrorReport[] {
  return Object.entries(named.choose ?? {}).flatMap(([name, choice]) => {
    const places = Math.max(...choicesFor(named, name).map((each) => each.length));
    return choice > places ? [errorReport("choice-unknown", name, places)] : [];
  });
}
