/**
 * Where the rules of a hypothesis differ on a sibling, some of them are wrong there. The text directly before the value
 * decides if it is a label of the template; else what most kinds say. The rule most often wrong goes, until none is.
 */

import { hasColon } from "../find/label-words.js";
import { type Voice, voiceOf } from "../read/hypothesis.js";
import type { Hypothesis, TargetedRule } from "../template/page-template.js";
import type { Reading } from "../tree/reading.js";
import type { Sample } from "./sample.js";

export function prune(hypothesis: Hypothesis, sample: Sample): Hypothesis {
  let rules = hypothesis.rules;
  const heard = sample.readings.map((reading) => new Map(rules.map((rule) => [rule, heardOf(reading, hypothesis, rule)])));
  for (;;) {
    const faults = new Map<TargetedRule, number>();
    for (const voices of heard) {
      const spoken = rules.flatMap((rule) => {
        const voice = voices.get(rule);
        return voice ? [{ rule, voice }] : [];
      });
      const right = judge(spoken, sample);
      if (right === undefined) continue;
      for (const { rule, voice } of spoken) if (voice.key !== right) faults.set(rule, (faults.get(rule) ?? 0) + 1);
    }
    if (!faults.size) return { ...hypothesis, rules };
    const most = Math.max(...faults.values());
    const worst = rules.find((rule) => faults.get(rule) === most)!;
    rules = rules.filter((rule) => rule !== worst);
  }
}

function heardOf(reading: Reading, hypothesis: Hypothesis, rule: TargetedRule): Voice | undefined {
  const voice = voiceOf(reading, hypothesis, rule);
  return voice === "several" ? undefined : voice;
}

interface Spoken {
  readonly rule: TargetedRule;
  readonly voice: Voice;
}

/** The text that is taken for right on one sibling, undefined where all agree. */
function judge(spoken: readonly Spoken[], sample: Sample): string | undefined {
  const keys = new Set(spoken.map(({ voice }) => voice.key));
  if (keys.size < 2) return undefined;
  const strong = new Set(spoken.filter(({ rule, voice }) => isStrong(rule, voice, sample)).map(({ voice }) => voice.key));
  if (strong.size === 1) return [...strong][0]!;
  const kinds = new Map<string, Set<string>>();
  for (const { voice } of spoken) kinds.set(voice.key, (kinds.get(voice.key) ?? new Set()).add(voice.kind));
  const order = [...kinds].sort(([a, m], [b, n]) => n.size - m.size || (a < b ? -1 : 1));
  return order[0]![0];
}

/** A rule hung on the label directly before the value, where that label is surely one. */
function isStrong({ rule }: TargetedRule, voice: Voice, sample: Sample): boolean {
  if (rule.kind !== "following" && rule.kind !== "own") return false;
  const isLabel = hasColon(rule.key) || sample.isOnMost(rule.key);
  return isLabel && /[\p{L}\p{N}]/u.test(voice.key) && !sample.isConstant(voice.key);
}
