/** Learn a template from labelled pages and unlabelled siblings (spec §7). */
import { parsePage } from "../page/parse-page.js";
import type { Hypothesis } from "../read/hypothesis.js";
import { textKey } from "../text/text-key.js";
import { Reading } from "../tree/reading.js";
import { withContext } from "./context.js";
import { hypothesisAt } from "./hypotheses.js";
import { type LabelPlace, listPlaces, placesOfLabel } from "./places.js";
import { prune } from "./prune.js";
import { type Candidate, candidateOf, isAtypical, isFixed, resolve } from "./resolve.js";
import { Sample } from "./sample.js";

export interface LabelledPage {
  readonly html: string;
  readonly labels: Readonly<Record<string, readonly string[]>>;
}

export interface AttributeTemplate {
  readonly name: string;
  readonly slots: readonly (readonly (readonly Hypothesis[])[])[]; // per slot the groups, per group the hypotheses
}

export interface Template {
  readonly version: 1;
  readonly attributes: readonly AttributeTemplate[];
  readonly frame: readonly string[]; // texts of every page of the site, by which a page is recognised
}

export interface LearnInput extends LabelledPage {
  readonly siblings?: readonly { readonly html: string }[];
}

export type Learned =
  | { readonly ok: true; readonly template: Template; readonly unlearnt: readonly string[] }
  | { readonly ok: false; readonly reason: string };

export function learn(input: LearnInput): Learned {
  const reading = new Reading(parsePage(input.html));
  const sample = new Sample((input.siblings ?? []).map(({ html }) => new Reading(parsePage(html))));
  const attributes: AttributeTemplate[] = [];
  const unlearnt: string[] = [];
  for (const [name, labels] of Object.entries(input.labels).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const slots = slotsOf(reading, name, labels, sample);
    if (slots.length && slots.every((groups) => groups.length)) attributes.push({ name, slots });
    else {
      attributes.push({ name, slots: [] });
      unlearnt.push(name);
    }
  }
  if (unlearnt.length === attributes.length) return { ok: false, reason: "no attribute could be learnt" };
  return { ok: true, template: { version: 1, attributes, frame: sample.frame() }, unlearnt };
}

function slotsOf(reading: Reading, name: string, labels: readonly string[], sample: Sample): Hypothesis[][][] {
  const keys = labels.map(textKey).filter((key) => key !== "");
  if (keys.length > 1) {
    const list = settle(reading, name, listPlaces(reading, keys, sample), labels.join("\n"), sample);
    if (list.length) return [list];
  }
  return keys.map((key, i) => settle(reading, name, placesOfLabel(reading, key, sample), labels[i]!, sample));
}

function settle(reading: Reading, name: string, places: readonly LabelPlace[], label: string, sample: Sample): Hypothesis[][] {
  const all = places.map((place): Candidate => {
    const hypothesis = withContext(reading, place.node, prune(hypothesisAt(reading, place, sample), sample), sample);
    return candidateOf(hypothesis, place.node, sample);
  });
  const typical = all.filter((candidate) => !isAtypical(candidate, label, sample));
  const left = typical.length < all.length ? typical.filter((candidate) => !isFixed(candidate)) : typical;
  return resolve(left, name).map((group) => group.map(({ hypothesis }) => hypothesis));
}
