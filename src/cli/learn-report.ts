/** What `learn` says: delimiters, what was ambiguous, what is not settled, what the siblings give, what to mind. */

import { type ErrorReport, errorReport } from "../api/errors.js";
import { remedyOf } from "../core/guard/guards.js";
import { areAlike } from "../core/guard/page-gate.js";
import {
  type DelimiterRow,
  delimiterLines,
  delimiterTable,
  type Extraction,
  extract,
  type LabelProblem,
  type Span,
  type Template,
} from "../core/index.js";
import { choicesFor } from "../core/learn/problems.js";
import { problemReport } from "../harvester/set-up/label-problems.js";
import type { NamedPage } from "./labelled-pages.js";
import type { Emphasise } from "./out.js";
import type { ReadPage } from "./read-pages.js";
import { clipped, table } from "./table.js";
import { contextOf } from "./whereabouts.js";

export const SIBLINGS_WANTED = 5; // what a person should have looked at before relying on a template

export type Unsettled = {
  attribute: string;
  label: string;
  places: readonly Span[];
  contexts: readonly string[];
  note: ErrorReport;
};

type Ambiguous = {
  attribute: string;
  label: string;
  places: readonly Span[];
  read: number | null; // which place the template reads on this page, from 1
  kept: number; // places that are still looked at; of several, all that speak must agree
  by: "choice" | "region" | "further pages" | "siblings" | "surroundings";
};

type SiblingReading = { page: string } & Pick<Extraction, "values" | "withheld">;

export type LearnReport = {
  kind: "page";
  template: string;
  attributes: readonly string[];
  delimiters: readonly DelimiterRow[];
  ambiguous: readonly Ambiguous[];
  unsettled: readonly Unsettled[];
  siblings: readonly SiblingReading[];
  isGlanced: boolean; // learnt with a look at enough siblings
  notes: readonly ErrorReport[];
};

export type Lesson = {
  template: Template;
  problems: readonly LabelProblem[];
  pages: readonly NamedPage[];
  siblings: readonly ReadPage[];
  output: string;
};

export function reportOf(lesson: Lesson): LearnReport {
  const { template, problems, pages, siblings, output } = lesson;
  const [first] = pages as [NamedPage, ...NamedPage[]];
  const unsettled = unsettledOf(problems, first.html);
  return {
    kind: "page",
    template: output,
    attributes: template.attributes,
    delimiters: delimiterTable(template),
    ambiguous: ambiguousOf(lesson, first),
    unsettled,
    siblings: siblings.map(({ address, html }) => {
      const { values, withheld } = extract(template, html);
      return { page: address, values, withheld };
    }),
    isGlanced: siblings.length >= SIBLINGS_WANTED,
    notes: [...unsettled.map(({ note }) => note), ...notesOf(lesson, first)],
  };
}

export function unsettledOf(problems: readonly LabelProblem[], html: string): Unsettled[] {
  return problems.map((problem) => {
    const { attribute, label } = problem;
    const places = problem.code === "label-unsettled" ? problem.places : [];
    return { attribute, label, places, contexts: places.map((place) => contextOf(html, place)), note: problemReport(problem) };
  });
}

/** Labels that stand in several places of their page, and how one of them was settled on. */
function ambiguousOf({ template, problems, pages, siblings }: Lesson, page: NamedPage): Ambiguous[] {
  const { proofs } = extract(template, page.html);
  return Object.entries(page.labels).flatMap(([attribute, labels]) => {
    if (problems.some((problem) => problem.attribute === attribute)) return [];
    return choicesFor(page, attribute).flatMap((places, i): Ambiguous[] => {
      if (places.length < 2) return [];
      const at = places.findIndex(({ start, end }) => proofs[attribute]?.some((proof) => proof.start < end && proof.end > start));
      const read = at < 0 ? null : at + 1;
      return [
        { attribute, label: labels[i] ?? "", places, read, kept: keptPlaces(attribute, i), by: settledBy(page, attribute) },
      ];
    });
  });

  /** A list of several labels is one slot. */
  function keptPlaces(attribute: string, label: number): number {
    const slots = template.sets[0]?.attributes.find(({ name }) => name === attribute)?.slots ?? [];
    return (slots[label] ?? slots[0] ?? []).flat().length;
  }

  function settledBy({ choose, region }: NamedPage, attribute: string): Ambiguous["by"] {
    if (choose?.[attribute] !== undefined) return "choice";
    if (region !== undefined) return "region";
    if (pages.length > 1) return "further pages";
    return siblings.length > 0 ? "siblings" : "surroundings";
  }
}

function notesOf({ template, problems, siblings }: Lesson, page: NamedPage): ErrorReport[] {
  const { proofs, withheld } = extract(template, page.html);
  const unread = Object.entries(withheld).filter(([name]) => !problems.some(({ attribute }) => attribute === name));
  const notes = [
    ...sharedPlaces(proofs).map((names) => errorReport("label-shared", names)),
    ...unread.map(([name, { reason }]) => errorReport("attribute-unread", name, reason)),
    ...siblings.filter(({ html }) => !areAlike(html, page.html)).map(({ address }) => errorReport("sibling-unlike", address)),
  ];
  if (siblings.length < SIBLINGS_WANTED) notes.push(errorReport("few-siblings", siblings.length, SIBLINGS_WANTED));
  return notes;
}

/** Attributes read from exactly the same characters. */
function sharedPlaces(proofs: Extraction["proofs"]): string[][] {
  const byPlace = new Map<string, string[]>();
  for (const [name, spans] of Object.entries(proofs)) {
    if (spans.length === 0) continue;
    const place = JSON.stringify(spans.map(({ start, end }) => [start, end]));
    byPlace.set(place, [...(byPlace.get(place) ?? []), name]);
  }
  return [...byPlace.values()].filter((names) => names.length > 1);
}

const BY = {
  choice: "as chosen",
  region: "by the region",
  "further pages": "by the further labelled pages",
  siblings: "by the siblings",
  surroundings: "by its surroundings",
} as const;

const CLIP = 40;

export function describeLearnt(report: LearnReport, emphasise: Emphasise): string {
  const [head = "", ...rows] = delimiterLines(report.delimiters);
  const lines = [emphasise(head), ...rows];
  for (const { attribute, label, places, read, kept, by } of report.ambiguous) {
    const settled =
      kept > 1 ? `${kept} of them are kept, and a value is given only where they agree` : `place ${read} is meant, ${BY[by]}`;
    lines.push("", `${attribute}: “${clipped(label, CLIP)}” stands in ${places.length} places; ${settled}.`);
  }
  for (const { attribute, label, contexts } of report.unsettled) {
    lines.push("", `${attribute}: “${clipped(label, CLIP)}” is not settled and will be withheld.`);
    lines.push(...contexts.map((context, i) => `  ${i + 1}: ${context}`));
  }
  if (report.siblings.length > 0) lines.push("", ...siblingLines(report, emphasise));
  lines.push("", `The template is in ${report.template}.`);
  return lines.join("\n");
}

/** One row per sibling; a withheld value is named by its class, and the classes are explained below. */
function siblingLines({ siblings, attributes }: LearnReport, emphasise: Emphasise): string[] {
  const cell = ({ values, withheld }: SiblingReading, name: string): string => {
    if (withheld[name]) return `(${withheld[name].class})`;
    return values[name]?.length ? clipped(values[name].join("; "), CLIP) : "(none)";
  };
  const [head = "", ...rows] = table([
    { head: "sibling", cells: siblings.map(({ page }) => page) },
    ...attributes.map((name) => ({ head: name, cells: siblings.map((sibling) => cell(sibling, name)) })),
  ]);
  const classes = new Map(siblings.flatMap(({ withheld }) => Object.values(withheld).map((each) => [each.class, each.reason])));
  return [emphasise(head), ...rows, ...[...classes].map(([name, reason]) => `(${name}) ${reason} ${remedyOf(name)}`)];
}
