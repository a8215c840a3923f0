/** From the label places inside labelled groups to places that can be found again in every group. */

import { tagsBetween } from "../find/steps.js";
import { LISTS } from "../limits.js";
import { formatsOf } from "../take/take.js";
import type { ListForm, ListPlace } from "../template/list-template.js";
import { carriersIn, htmlAttribute } from "../tree/html-attributes.js";
import { intervalKey, intervalOf, isSameInterval } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { type Group, holds } from "./group.js";
import { KINDS, type ListLabelPlace } from "./label-places.js";
import { learnBetween } from "./learn-between.js";
import { learnSteps, type Way } from "./step.js";

/** The places of one attribute, all of the best kind that stands alike in every labelled group. */
export function learnPlaces(
  reading: Reading,
  groups: readonly Group[],
  labels: readonly (readonly ListLabelPlace[])[],
  others: readonly (readonly ListLabelPlace[])[], // per record, the places of all other labels
  isWorded: boolean,
): ListPlace[] {
  for (const kind of KINDS) {
    const inside = groups.map((group, i) =>
      labels[i]!.filter((place) => place.kind === kind && holds(reading, group, place.node))
        .slice(0, LISTS.placesEach)
        .map((place) => bounded(place, others[i]!)),
    );
    const found = new Map<string, ListPlace>();
    const isAlike = (places: readonly Bounded[]): boolean =>
      learnPlace(reading, groups.slice(0, places.length), places, isWorded) !== undefined;
    for (const places of combinations(inside, isAlike)) {
      const place = learnPlace(reading, groups, places, isWorded);
      if (place) found.set(JSON.stringify([place.steps, place.form]), place);
    }
    if (found.size) return [...found.values()];
  }
  return [];
}

type Bounded = ListLabelPlace & { readonly from?: number; readonly to?: number };

/** A part of a run reaches no further than to the next labels in the run. */
function bounded(place: ListLabelPlace, others: readonly ListLabelPlace[]): Bounded {
  if (place.kind !== "between") return place;
  const near = others.filter((other) => other.kind === "between" && other.node === place.node);
  const ends = near.flatMap((other) => (other.kind === "between" && other.end <= place.start ? other.end : []));
  const starts = near.flatMap((other) => (other.kind === "between" && other.start >= place.end ? other.start : []));
  return { ...place, from: Math.max(0, ...ends), to: Math.min(place.text.length, ...starts) };
}

/** One of each list; from the third list on only what goes with the ones before, or the combinations would multiply. */
function combinations<T>(lists: readonly (readonly T[])[], isAlike: (some: readonly T[]) => boolean): T[][] {
  return lists.reduce<T[][]>(
    (made, list, i) => {
      const more = made.flatMap((start) => list.map((each) => [...start, each]));
      return i < 2 ? more : more.filter(isAlike);
    },
    [[]],
  );
}

function learnPlace(
  reading: Reading,
  groups: readonly Group[],
  places: readonly Bounded[],
  isWorded: boolean,
): ListPlace | undefined {
  const form = formOf(reading, places);
  if (!form) return undefined;
  const isText = form.kind !== "htmlAttribute";
  const name = isText ? null : form.name;
  const alike = places.map(({ node }, i) => nodesAlike(reading, groups[i]!, node, name));
  for (const outer of alike[0]!) {
    const tags = tagsBetween(reading.tree, groups[0]!.container, outer);
    const outers = alike.map((nodes, i) => nodes.find((node) => tagsBetween(reading.tree, groups[i]!.container, node) === tags));
    if (outers.some((node) => node === undefined)) continue;
    const value = (i: number): { value?: number } => (form.kind === "whole" ? { value: places[i]!.node } : {});
    const ways = outers.map((node, i): Way => ({ from: groups[i]!, node: node!, ...value(i) }));
    const steps = learnSteps(reading, ways, isWorded);
    if (!steps) continue;
    const innerWays = places.map(({ node }, i): Way => ({ from: outers[i]!, node, ...value(i) }));
    return { steps, inner: learnSteps(reading, innerWays, isWorded) ?? null, form };
  }
  return undefined;
}

/** The node and those above it in the group that display just the same and hold no other such HTML attribute, outermost first. */
function nodesAlike(reading: Reading, { container }: Group, node: number, name: string | null): number[] {
  const interval = intervalOf(reading, node);
  const isAlike = (at: number): boolean =>
    isSameInterval(intervalOf(reading, at), interval) && (name === null || carriersIn(reading, at, name).length === 1);
  const nodes = [node];
  for (let at = reading.tree.parent[node]!; at > container && isAlike(at); at = reading.tree.parent[at]!) nodes.push(at);
  return nodes.reverse();
}

function formOf(reading: Reading, places: readonly Bounded[]): ListForm | undefined {
  const [first] = places as [Bounded];
  switch (first.kind) {
    case "whole":
      return { kind: "whole", isJoined: places.some((place) => place.kind === "whole" && place.isJoined) };
    case "piece": {
      const formats = formatsOf(reading, first.run);
      const isAlike = places.every(
        (place) =>
          place.kind === "piece" && place.index === first.index && String(formatsOf(reading, place.run)) === String(formats),
      );
      return isAlike && isDistinguished(formats, first.index) ? { kind: "piece", formats, index: first.index } : undefined;
    }
    case "htmlAttribute":
      return places.every((place) => place.kind === "htmlAttribute" && place.name === first.name)
        ? { kind: "htmlAttribute", name: first.name }
        : undefined;
    case "between":
      return learnBetween(
        places.flatMap((place) => (place.kind === "between" ? { from: 0, to: place.text.length, ...place } : [])),
      );
  }
}

/** Whether the piece's neighbours are of another format, so that it begins and ends where the format does. */
const isDistinguished = (formats: readonly string[], index: number): boolean =>
  formats[index] !== formats[index - 1] && formats[index] !== formats[index + 1];

/** The record's own link: the one around its first value, else the only one; none if different records link to one address. */
export function ownLink(reading: Reading, groups: readonly Group[], nodes: readonly number[]): ListPlace | null {
  const around = groups.map((group, i) => linkAround(reading, group, nodes[i]!));
  const links = around.every((link) => link >= 0) ? around : groups.map((group) => onlyLink(reading, group));
  if (links.some((link) => link < 0)) return null;
  const addresses = links.map((link) => htmlAttribute(reading.page, reading.tree.element[link]!, "href")!.value);
  const texts = nodes.map((node) => intervalKey(reading, intervalOf(reading, node)));
  if (new Set(addresses).size < new Set(texts).size) return null;
  const places = links.map((node): ListLabelPlace => ({ kind: "htmlAttribute", node, name: "href" }));
  return learnPlace(reading, groups, places, false) ?? null;
}

function linkAround(reading: Reading, { container }: Group, node: number): number {
  const { tree, page } = reading;
  for (let at = node; at > container; at = tree.parent[at]!) {
    if (tree.element[at]! >= 0 && htmlAttribute(page, tree.element[at]!, "href")) return at;
  }
  const inside = carriersIn(reading, node, "href");
  return inside.length === 1 ? inside[0]! : -1;
}

function onlyLink(reading: Reading, { children }: Group): number {
  const links = children.flatMap((child) => carriersIn(reading, child, "href"));
  return links.length === 1 ? links[0]! : -1;
}
