/** What is framed on the page in the frame: its labels, what other pages gave, the places of the text under the hand. */
import type { DraftView } from "../../../api/server/drafts.js";
import type { LocatedView } from "../../../api/server/located.js";
import type { Span } from "../../../core/page/page.js";
import type { Mark } from "../../frame/mark.js";
import type { Candidate } from "./use-candidate.js";

export function marksOf(view: DraftView, address: string, names: readonly string[], candidate: Candidate | null): Mark[] {
  const labelled = labelMarks(view, address, names);
  const taken = new Set(labelled.map(({ name }) => name));
  const read = readMarks(view, address, names).filter(({ name }) => !taken.has(name));
  const listed = view.pages[0]?.page.address === address ? listMarks(view) : [];
  return [...listed, ...labelled, ...read, ...(candidate ? candidateMarks(candidate, names.length + 1) : [])];
}

function labelMarks(view: DraftView, address: string, names: readonly string[]): Mark[] {
  const page = view.pages.find((each) => each.page.address === address);
  return (page?.labels ?? []).map((label) => ({
    id: `label ${label.name}`,
    look: "label",
    number: names.indexOf(label.name) + 1,
    name: label.name,
    spans: label.located.flatMap((located, i) => spanOf(located, label.texts[i]?.place ?? null)),
  }));
}

/** The groups built alike, each in one frame; those that do not fit look otherwise. */
function listMarks({ list }: DraftView): Mark[] {
  const marks = (groups: readonly { readonly spans: readonly Span[] }[], look: "record" | "unfit"): Mark[] =>
    groups.map(({ spans }) => ({ id: `${look} ${spans[0]?.start}`, look, spans }));
  return list ? [...marks(list.read, "record"), ...marks(list.unfit, "unfit")] : [];
}

function readMarks(view: DraftView, address: string, names: readonly string[]): Mark[] {
  const row = view.siblings.rows.find((each) => each.address === address);
  return Object.entries(row?.cells ?? {}).flatMap(([name, cell]): Mark[] => {
    if (cell.kind !== "value") return [];
    const spans = cell.spans.filter(({ htmlAttribute }) => htmlAttribute === undefined);
    return [{ id: `read ${name}`, look: "label", number: names.indexOf(name) + 1, name, spans }];
  });
}

function candidateMarks({ answer: { located }, place, selected }: Candidate, number: number): Mark[] {
  if (located.kind === "ambiguous" && place === null) {
    return located.places.map((each, i) => ({ id: `place ${i}`, spans: [each], look: "place", number, digit: i + 1 }));
  }
  const spans = spanOf(located, place);
  return spans.length || selected
    ? [{ id: "selected", spans: spans.length ? spans : selected ? [selected.span] : [], look: "selected" }]
    : [];
}

export function spanOf(located: LocatedView, place: number | null): Span[] {
  if (located.kind === "found" || located.kind === "in-pieces") return [located.place];
  const chosen = located.kind === "ambiguous" && place !== null ? located.places[place - 1] : undefined;
  return chosen ? [chosen] : [];
}
