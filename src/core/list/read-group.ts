/** Reading one group: every attribute at its place, or the reason why the group is no record (method §7, §8). */

import { foldLabel } from "../find/label-words.js";
import type { RejectedClass } from "../guard/list-groups.js";
import { LISTS } from "../limits.js";
import { addressOf } from "../page/address.js";
import { BORDER_BLOCK } from "../page/open-elements.js";
import { isOpaque } from "../page/page.js";
import { TAG_NAMES } from "../page/tags.js";
import { take, type Value } from "../take/take.js";
import type { ListAttribute, ListForm, ListPlace, ListTemplate, Step } from "../template/list-template.js";
import { carriersIn } from "../tree/html-attributes.js";
import { intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { RUN } from "../tree/tree.js";
import { groupShape } from "./cut.js";
import type { Group } from "./group.js";
import { type Walked, walkSteps } from "./step.js";

export interface ReadGroup {
  readonly group: Group;
  readonly values: ReadonlyMap<string, Value>;
  readonly link: string | null; // resolved where the page's address is known
}

export type GroupReading = ReadGroup | RejectedClass | "blank";

/** Loose: the value stands alone where it should, but otherwise wrapped than in the labelled records. */
interface FoundValue {
  readonly value: Value;
  readonly isLoose: boolean;
}

/** Blank: the node is there, known by its class, and shows nothing. */
type Lacking = "absent" | "blank";
type PlaceReading = FoundValue | Lacking | "place-unlike" | "more-text" | "label-unlike";

export function readGroup(reading: Reading, group: Group, template: ListTemplate, base: string): GroupReading {
  const values = new Map<string, Value>();
  const missing: ListAttribute[] = [];
  let isLoose = false;
  let recognised = 0;
  let refused: RejectedClass | undefined;
  for (const attribute of template.attributes) {
    const read = readAttribute(reading, group, attribute);
    if (read === "blank" || typeof read === "object") recognised++;
    if (read === "absent" || read === "blank") missing.push(attribute);
    else if (typeof read === "string") refused ??= read;
    else {
      values.set(attribute.name, read.value);
      isLoose ||= read.isLoose;
    }
  }
  if (isBlank(reading, group) && !values.size) return "blank";
  if (refused) return refused;
  const own = template.link ? readPlace(reading, group, template.link, null) : "place-unlike";
  if (own === "absent" && template.isLinkIdentity) return "identity-missing";
  const address = typeof own === "object" ? own.value : values.get(linkAttribute(template.attributes)?.name ?? "");
  const link = address ? addressOf(address.text, base) : null;
  const hasOwnLink = typeof own === "object";
  return accept(reading, template, { group, values, link }, { missing, recognised, isLoose, hasOwnLink });
}

const isBlank = (reading: Reading, { children }: Group): boolean =>
  children.every((child) => {
    const { first, last } = intervalOf(reading, child);
    return last < first;
  });

/** By what a group is known to be a record. Its own link counts where a value is wrapped otherwise; entries of menus are links too. */
interface Signs {
  readonly missing: readonly ListAttribute[];
  readonly recognised: number; // attributes that are there, or whose place is
  readonly isLoose: boolean;
  readonly hasOwnLink: boolean;
}

/** A record may lack an attribute, but something must still show that it is one. */
function accept(
  reading: Reading,
  template: ListTemplate,
  read: ReadGroup,
  { missing, recognised, isLoose, hasOwnLink }: Signs,
): GroupReading {
  const { values } = read;
  const { shapes } = template;
  if (!values.size) return "too-few-values";
  if (template.identity.some((name) => !values.has(name))) return "identity-missing";
  if (shapes && !shapes.includes(groupShape(reading, read.group))) return "place-unlike";
  if (isLoose && recognised + (hasOwnLink ? 1 : 0) < LISTS.recognised) return "place-unlike";
  if (missing.some(({ isOptional }) => !isOptional) && recognised < LISTS.recognised) return "too-few-values";
  if (isHeading(values)) return "header";
  return read;
}

/** A header row shows the names of the attributes: that of one may be chance. */
function isHeading(values: ReadonlyMap<string, Value>): boolean {
  const named = [...values].filter(([name, { text }]) => foldLabel(text) === foldLabel(name));
  return named.length >= Math.min(LISTS.recognised, values.size);
}

function readAttribute(reading: Reading, group: Group, attribute: ListAttribute): FoundValue | Lacking | RejectedClass {
  const reads = attribute.places.map((place) => readPlace(reading, group, place, attribute.label));
  const found = reads.filter((read) => typeof read !== "string");
  if (new Set(found.map(({ value }) => value.text)).size > 1) return "places-disagree";
  if (found.length && (found.length === reads.length || !attribute.isDivided))
    return found.find(({ isLoose }) => !isLoose) ?? found[0]!;
  if (found.length) return "places-disagree";
  const refused = reads.find((read): read is Exclude<typeof read, FoundValue | Lacking> => read !== "absent" && read !== "blank");
  return refused ?? (reads.includes("blank") ? "blank" : "absent");
}

function readPlace(reading: Reading, group: Group, place: ListPlace, label: string | null): PlaceReading {
  const { form, inner } = place;
  const node = walkSteps(reading, group, place.steps);
  if (form.kind === "htmlAttribute") return readHtmlAttribute(reading, group, node, place, form.name);
  if (typeof node === "string") return node === "absent" ? "absent" : "place-unlike";
  const innermost = inner ? walkSteps(reading, node, inner) : node;
  let taken = takeValue(reading, node, form);
  if (taken === "more-text" && typeof innermost === "number" && inner?.some(({ tokens }) => tokens.length)) {
    taken = takeValue(reading, innermost, form); // a class of its own tells the value apart from the rest
  }
  if (taken === "empty") return place.steps.at(-1)?.tokens.length ? "blank" : "absent";
  if (typeof taken === "string") return taken;
  if (label !== null && label !== keyBefore(reading, node)) return "label-unlike";
  return { value: taken, isLoose: typeof innermost !== "number" && !isNamedInside(reading, node, inner ?? []) };
}

/** What the node shows of the value, alone as in the labelled records. */
function takeValue(reading: Reading, node: number, form: ListForm): Value | "empty" | "more-text" | "place-unlike" {
  const { first, last } = intervalOf(reading, node);
  if (form.kind !== "htmlAttribute" && last < first) return "empty";
  if (form.kind !== "htmlAttribute" && first !== last && !(form.kind === "whole" && (form.isJoined || isOneText(reading, node))))
    return "more-text";
  const { values, misfit } = take(reading, node, form, NONE_KNOWN);
  return values[0] ?? (misfit ? "place-unlike" : "empty");
}

const NONE_KNOWN: ReadonlySet<string> = new Set();

/** Several runs that only misspelt tags part: unknown names inside, no break between. */
function isOneText(reading: Reading, node: number): boolean {
  const { tree, page, shown } = reading;
  const { first, last } = intervalOf(reading, node);
  for (let at = first + 1; at <= last; at++) {
    if (page.textFlags[tree.runText[shown[at]!]!]! & BORDER_BLOCK) return false;
  }
  const [firstRun, lastRun] = [tree.runNode[shown[first]!]!, tree.runNode[shown[last]!]!];
  for (let inside = node + 1; inside < tree.end[node]!; inside++) {
    const holdsAll = inside < firstRun && tree.end[inside]! > lastRun;
    if (tree.tag[inside] !== RUN && !holdsAll && tree.tag[inside]! < TAG_NAMES.length) return false;
    if (tree.tag[inside] !== RUN && isOpaque(page, tree.element[inside]!)) return false;
  }
  return true;
}

/** Whether the value's wrapping is there as far as classes name it. */
function isNamedInside(reading: Reading, node: number, inner: readonly Step[]): boolean {
  const named = inner.findLastIndex(({ tokens }) => tokens.length > 0);
  return named >= 0 && typeof walkSteps(reading, node, inner.slice(0, named + 1)) === "number";
}

export function keyBefore(reading: Reading, node: number): string {
  const { first } = intervalOf(reading, node);
  return reading.keyAt(first - 1);
}

/** Absent only if nothing in the group carries such an HTML attribute: a link that stands elsewhere has moved. */
function readHtmlAttribute(reading: Reading, group: Group, node: Walked, { inner }: ListPlace, name: string): PlaceReading {
  const carriers = typeof node === "number" ? carriersIn(reading, node, name) : [];
  const innermost = typeof node === "number" && inner ? walkSteps(reading, node, inner) : "unlike";
  const carrier = carriers.length === 1 ? carriers[0] : carriers.find((each) => each === innermost);
  if (carrier !== undefined) {
    const value = takeValue(reading, carrier, { kind: "htmlAttribute", name });
    if (typeof value !== "string") return { value, isLoose: carrier !== innermost };
  }
  return group.children.some((child) => carriersIn(reading, child, name).length > 0) ? "place-unlike" : "absent";
}

/** The first attribute whose value is the address of a link. */
export function linkAttribute(attributes: readonly ListAttribute[]): ListAttribute | undefined {
  return attributes.find(({ places }) => places.some(({ form }) => form.kind === "htmlAttribute" && form.name === "href"));
}
