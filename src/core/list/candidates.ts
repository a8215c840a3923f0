/** Every template by which the labelled records can be read, from one value of each of them. */

import { hasColon } from "../find/label-words.js";
import { LISTS } from "../limits.js";
import type { ListAttribute, ListPlace, ListTemplate } from "../template/list-template.js";
import { intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { tagWord } from "../tree/tag-words.js";
import { isInside } from "../tree/tree.js";
import { sharedLevels } from "./containers.js";
import { groupShape } from "./cut.js";
import type { Group } from "./group.js";
import { KINDS, type ListLabelPlace } from "./label-places.js";
import { learnPlaces, ownLink } from "./learn-places.js";
import { keyBefore, linkAttribute } from "./read-group.js";
import { walkSteps } from "./step.js";
import { levelsOf, type Structure, singleStructure, type Window, wideStructure, windowOf } from "./structures.js";

/** One attribute's places, per labelled record; none where the record lacks it. */
export interface LabelledAttribute {
  readonly name: string;
  readonly places: readonly (readonly ListLabelPlace[])[];
}

export interface ListCandidate {
  readonly template: ListTemplate;
  readonly structure: Structure; // its groups are those of the labelled records, in their order
  readonly kinds: readonly number[]; // how many attributes are whole nodes, pieces, HTML attributes, parts
}

/** Structures from one pair of nodes, in which the anchor's value stands in the first and the second record. */
export function* structuresAt(
  reading: Reading,
  labelled: readonly LabelledAttribute[],
  a: number,
  b: number,
): Generator<Structure> {
  const isInOrder = a < b;
  const ordered = isInOrder ? labelled : labelled.map(({ name, places }) => ({ name, places: [...places].reverse() }));
  for (const children of levelsOf(reading, Math.min(a, b), Math.max(a, b))) {
    const structure = structureAt(reading, ordered, children);
    if (structure) yield isInOrder ? structure : { ...structure, groups: [...structure.groups].reverse() };
  }
}

/** Structures from the only labelled record: every level above the node at which it may repeat. */
export function* structuresAbove(reading: Reading, labelled: readonly LabelledAttribute[], node: number): Generator<Structure> {
  const { tree } = reading;
  for (let child = node; tree.parent[child]! > 0; child = tree.parent[child]!) {
    if (!labelled.every(({ places }) => places[0]!.some((place) => isInside(tree, place.node, child)))) continue;
    yield singleStructure(reading, [child], tagWord(tree, child));
  }
}

function structureAt(
  reading: Reading,
  labelled: readonly LabelledAttribute[],
  children: readonly [number, number],
): Structure | undefined {
  const { tree } = reading;
  const isInChild = ({ places }: LabelledAttribute): boolean =>
    children.every((child, i) => !places[i]!.length || places[i]!.some(({ node }) => isInside(tree, node, child)));
  if (labelled.every(isInChild)) return singleStructure(reading, children, tagWord(tree, children[0]));
  const window = windowOf(reading, children);
  let [first, last] = [0, 0];
  for (const attribute of labelled) {
    const offset = isInChild(attribute) ? 0 : offsetOf(reading, attribute, window);
    if (offset === undefined) return undefined;
    first = Math.min(first, offset);
    last = Math.max(last, offset);
  }
  return wideStructure(reading, window, first, last);
}

/** How many children away from the anchor's the attribute stands, the same in all records: by kind, then the nearest. */
function offsetOf(reading: Reading, { places }: LabelledAttribute, { siblings, at, reach }: Window): number | undefined {
  const { tree } = reading;
  for (const kind of KINDS) {
    for (let distance = 1; distance <= Math.min(reach, LISTS.children); distance++) {
      for (const offset of [distance, -distance]) {
        const isThere = places.every((list, i) => {
          const child = siblings[i]![at[i]! + offset];
          return (
            !list.length ||
            (child !== undefined && list.some((place) => place.kind === kind && isInside(tree, place.node, child)))
          );
        });
        if (isThere) return offset;
      }
    }
  }
  return undefined;
}

/** The template of a structure. Worded: constant texts of the records tell places apart too. */
export function listCandidateOf(
  reading: Reading,
  labelled: readonly LabelledAttribute[],
  structure: Structure,
  isWorded: boolean,
): ListCandidate | undefined {
  const { cut, groups } = structure;
  const container = sharedLevels(
    reading,
    groups.map((group) => group.container),
  );
  const attributes = container && attributesOf(reading, labelled, groups, isWorded);
  if (!attributes) return undefined;
  const link = linkAttribute(attributes)
    ? null
    : ownLink(
        reading,
        groups,
        groups.map((group) => nodeOf(reading, group, attributes[0]!.places[0]!)),
      );
  const identity = [(linkAttribute(attributes) ?? attributes[0]!).name];
  const hasOwnEvidence = tells(reading, groups[0]!, attributes);
  const isAlone = attributes.length + (link ? 1 : 0) === 1;
  const shapes = isAlone ? [...new Set(groups.map((group) => groupShape(reading, group)))] : null;
  const isLinkIdentity = link !== null;
  const template: ListTemplate = {
    version: 1,
    kind: "list",
    showsHidden: reading.showsHidden,
    container,
    hasOwnEvidence,
    cut,
    shapes,
    attributes,
    link,
    identity,
    isLinkIdentity,
  };
  const kinds = KINDS.map((kind) => attributes.filter(({ places }) => places[0]!.form.kind === kind).length);
  return { template, structure, kinds };
}

function attributesOf(
  reading: Reading,
  labelled: readonly LabelledAttribute[],
  groups: readonly Group[],
  isWorded: boolean,
): ListAttribute[] | undefined {
  const attributes: ListAttribute[] = [];
  for (const { name, places } of labelled) {
    const shown = groups
      .map((group, i) => ({ group, places: places[i]!, others: othersOf(labelled, name, i) }))
      .filter((record) => record.places.length > 0);
    const own = shown.map(({ group }) => group);
    const found = learnPlaces(
      reading,
      own,
      shown.map((record) => record.places),
      shown.map((record) => record.others),
      isWorded,
    );
    if (!found.length) return undefined;
    const label = labelOf(reading, own, found);
    attributes.push({ name, places: found, isDivided: false, label, isOptional: shown.length < groups.length });
  }
  return attributes;
}

const othersOf = (labelled: readonly LabelledAttribute[], name: string, record: number): ListLabelPlace[] =>
  labelled.flatMap((other) => (other.name === name ? [] : other.places[record]!));

const nodeOf = (reading: Reading, group: Group, { steps }: ListPlace): number => {
  const node = walkSteps(reading, group, steps);
  return typeof node === "number" ? node : group.container;
};

/** The text directly before the value in every labelled record, if it is a label: equal and ending in a colon. */
function labelOf(reading: Reading, groups: readonly Group[], places: readonly ListPlace[]): string | null {
  const [place, ...others] = places as [ListPlace];
  if (others.length || place.form.kind !== "whole") return null;
  const keys = groups.map((group) => keyBefore(reading, nodeOf(reading, group, place)));
  return hasColon(keys[0]!) && keys.every((key) => key === keys[0]) ? keys[0]! : null;
}

/** Whether a record is known by what is in it: values at two places at least, or a class on the way to one. */
function tells(reading: Reading, group: Group, attributes: readonly ListAttribute[]): boolean {
  if (
    attributes.some(({ places }) =>
      places.some(({ steps, inner }) => [...steps, ...(inner ?? [])].some(({ tokens }) => tokens.length)),
    )
  )
    return true;
  const shown = attributes.map(({ places }) => {
    const node = nodeOf(reading, group, places[0]!);
    const { first, last } = intervalOf(reading, node);
    return last < first ? `node ${node}` : `${first} ${last}`;
  });
  return new Set(shown).size > 1;
}
