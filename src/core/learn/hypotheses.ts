/** From the places of a label to hypotheses with their rules, pruned by what the siblings show. */

import { edgesOf, listAround } from "../read/extent.js";
import type { Family } from "../read/family.js";
import type { Hypothesis, TargetedRule } from "../read/hypothesis.js";
import { intervalOf, outermostAlike } from "../read/interval.js";
import { withoutSeparators } from "../read/separators.js";
import { tagWord } from "../rules/names.js";
import { learnRules, type Rule } from "../rules/rule.js";
import { nodesAtTags, tagsBetween } from "../rules/steps.js";
import type { Reading } from "../tree/reading.js";
import { runKey, runsIn } from "../tree/tree.js";
import { manyOf } from "./many.js";
import type { LabelPlace } from "./places.js";
import { rivalsOf } from "./rivals.js";
import type { Sample } from "./sample.js";

/** `keys` are those of all the attribute's labels. */
export function hypothesisAt(reading: Reading, place: LabelPlace, keys: readonly string[], sample: Sample): Hypothesis {
  const { node, form, isJoined, isNumberless } = place;
  const { tree } = reading;
  if (form.kind === "family") return familyHypothesis(form);
  const hi = form.kind === "whole" || form.kind === "items" ? outermostAlike(reading, node) : node;
  const rules: TargetedRule[] = learnRules(reading, node, sample).map((rule) => ({ on: "value", rule }));
  if (hi !== node) rules.push(...learnRules(reading, hi, sample).map((rule): TargetedRule => ({ on: "hi", rule })));
  const roles = rolesBeside(reading, hi);
  return {
    form,
    extent: {
      inside: tagsBetween(tree, hi, node),
      hi: tagWord(tree, hi),
      isListed: !isJoined && listAround(reading, hi, roles).length > 1,
      isLines: false, // until siblings show it
      roles,
      edges: edgesOf(reading, hi),
    },
    rules: isNumberless ? rules.filter(({ rule }) => !countsSiblings(rule)) : rules,
    labels: null,
    tokens: [],
    rivals: rivalsOf(reading, node, sample),
    many: manyOf(reading, node, rules, keys),
    gap: null,
    known: form.kind === "items" ? otherTexts(reading, node, form.tags) : [],
  };
}

/** Whether the rule rests on numbers among siblings alone. */
function countsSiblings(rule: Rule): boolean {
  return rule.kind === "path" || rule.kind === "tail" || (rule.kind === "landmark" && rule.steps.includes("["));
}

/** A family finds itself; it needs no rules and no surroundings. */
function familyHypothesis(form: Family): Hypothesis {
  return {
    form,
    extent: { inside: "", hi: "", isListed: true, isLines: false, roles: [], edges: [] },
    rules: [],
    labels: null,
    tokens: [],
    rivals: [],
    many: null,
    gap: null,
    known: [],
  };
}

/** The texts directly before and after the value, without separators. */
function rolesBeside(reading: Reading, node: number): string[] {
  const { first, last } = intervalOf(reading, node);
  const keys = [first - 1, last + 1].map((order) => reading.keyAt(order));
  return keys.map(withoutSeparators).filter((key) => key !== "");
}

/** Texts of a list's container that belong to no item. */
function otherTexts(reading: Reading, container: number, tags: string): string[] {
  const { tree } = reading;
  const inItem = new Set<number>();
  for (const item of nodesAtTags(reading.tree, container, tags)) {
    const { start, end } = runsIn(tree, item);
    for (let run = start; run < end; run++) inItem.add(run);
  }
  const { start, end } = runsIn(tree, container);
  const texts = new Set<string>();
  for (let run = start; run < end; run++) if (!inItem.has(run) && !tree.runHidden[run]) texts.add(runKey(tree, run));
  return [...texts].sort();
}
