/** From the places of a label to hypotheses with their rules, pruned by what the siblings show. */

import { manyOf } from "../find/numbered.js";
import { learnRules } from "../find/rules.js";
import { nodesAtTags, tagsBetween } from "../find/steps.js";
import { edgesOf, listAround } from "../take/extent.js";
import { withoutSeparators } from "../take/separators.js";
import type { Family, Hypothesis, Rule, TargetedRule } from "../template/page-template.js";
import { intervalOf, outermostAlike } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { tagWord } from "../tree/tag-words.js";
import { runKey, runsIn } from "../tree/tree.js";
import { rivalsOf } from "./context.js";
import type { LabelPlace } from "./places.js";
import type { Sample } from "./sample.js";

/** `keys` are those of all the attribute's labels. */
export function hypothesisAt(reading: Reading, place: LabelPlace, keys: readonly string[], sample: Sample): Hypothesis {
  const { node, form, isJoined, isNumberless } = place;
  const { tree } = reading;
  if (form.kind === "family") return familyHypothesis(form);
  const outermost = form.kind === "whole" || form.kind === "items" ? outermostAlike(reading, node) : node;
  const rules: TargetedRule[] = learnRules(reading, node, sample).map((rule) => ({ on: "value", rule }));
  if (outermost !== node)
    rules.push(...learnRules(reading, outermost, sample).map((rule): TargetedRule => ({ on: "outermost", rule })));
  const roles = rolesBeside(reading, outermost);
  return {
    form,
    extent: {
      inside: tagsBetween(tree, outermost, node),
      outermost: tagWord(tree, outermost),
      isListed: !isJoined && listAround(reading, outermost, roles).length > 1,
      isOfLines: false, // until siblings show it
      roles,
      edges: edgesOf(reading, outermost),
    },
    rules: isNumberless ? rules.filter(({ rule }) => !countsSiblings(rule)) : rules,
    labels: null,
    tokens: [],
    rivals: rivalsOf(reading, node, sample),
    many: manyOf(reading, node, rules, keys),
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
    extent: { inside: "", outermost: "", isListed: true, isOfLines: false, roles: [], edges: [] },
    rules: [],
    labels: null,
    tokens: [],
    rivals: [],
    many: null,
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
