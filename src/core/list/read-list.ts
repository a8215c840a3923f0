/** Reading all groups of all containers, and the looks across groups that one group alone does not allow. */

import type { RejectedClass } from "../guard/list-groups.js";
import { LISTS } from "../limits.js";
import type { ListTemplate } from "../template/list-template.js";
import type { Reading } from "../tree/reading.js";
import { containersOf } from "./containers.js";
import { cutContainer } from "./cut.js";
import type { Group } from "./group.js";
import { type ReadGroup, readGroup } from "./read-group.js";

export interface RejectedGroup {
  readonly group: Group;
  readonly class: RejectedClass;
}

export interface ListReading {
  readonly read: readonly ReadGroup[];
  readonly rejected: readonly RejectedGroup[];
}

export function readList(reading: Reading, template: ListTemplate, base: string): ListReading {
  const read: ReadGroup[] = [];
  const rejected: RejectedGroup[] = [];
  for (const { node, isAlike } of containersOf(reading, template.container)) {
    const { groups, broken } = cutContainer(reading, node, template.cut);
    const own: ReadGroup[] = [];
    for (const group of groups) {
      const outcome = readGroup(reading, group, template, base);
      if (typeof outcome === "object") own.push(outcome);
      else if (outcome !== "blank" && isAlike) rejected.push({ group, class: outcome });
    }
    for (const group of broken) if (isAlike) rejected.push({ group, class: "count-broken" });
    const isTaken = isAlike || template.hasOwnEvidence;
    if (isTaken && isHeader(own)) rejected.push({ group: own.shift()!.group, class: "header" });
    if (isTaken) for (const each of own) read.push(each);
    else for (const { group } of own) rejected.push({ group, class: "container-unlike" });
  }
  return { read, rejected };
}

/** A first group is a header row if it lacks a digit or a link where every other record has one. */
function isHeader([first, ...others]: readonly ReadGroup[]): boolean {
  if (!first || others.length < LISTS.header) return false;
  if (first.link === null && others.every(({ link }) => link !== null)) return true;
  return [...first.values].some(
    ([name, { text }]) => !/\p{N}/u.test(text) && others.every(({ values }) => /\p{N}/u.test(values.get(name)?.text ?? "")),
  );
}
