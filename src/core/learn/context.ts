/** The surroundings a value must have, learnt from where the hypothesis reads on the siblings (spec §7, accounted). */

import { type Hypothesis, labelBefore, readHypothesis, voiceOf } from "../read/hypothesis.js";
import { intervalOf } from "../read/interval.js";
import { foldLabel } from "../read/label.js";
import { nodesAtTags } from "../rules/steps.js";
import type { Reading } from "../tree/reading.js";
import { nodeChain } from "../tree/tree.js";
import { gapOf } from "./gap.js";
import { COUNTS, type Sample } from "./sample.js";

/** Readings of the hypothesis on all siblings where it speaks. */
function siblingPlaces(hypothesis: Hypothesis, sample: Sample): { reading: Reading; node: number; first: number }[] {
  return sample.readings.flatMap((reading) => {
    const read = readHypothesis(reading, hypothesis, { kinds: 1, refusesNext: false });
    if (!read.ok) return [];
    for (const rule of hypothesis.rules) {
      const voice = voiceOf(reading, hypothesis, rule);
      if (voice && voice !== "several") return [{ reading, node: voice.node, first: voice.place.first }];
    }
    return [];
  });
}

export function withContext(reading: Reading, node: number, hypothesis: Hypothesis, sample: Sample): Hypothesis {
  const places = siblingPlaces(hypothesis, sample);
  const extent = { ...hypothesis.extent, isLines: countLines(hypothesis, sample) >= COUNTS.lines };
  if (places.length < COUNTS.fewest) return { ...hypothesis, extent };
  const labels = requiredLabels(reading, node, places);
  return {
    ...hypothesis,
    extent,
    gap: gapOf(reading, node, hypothesis, labels, sample),
    labels,
    tokens: requiredTokens(reading, node, places),
  };
}

/** On how many siblings the node around the value holds several lines and nothing else. */
function countLines(hypothesis: Hypothesis, sample: Sample): number {
  if (hypothesis.extent.inside !== "#") return 0;
  const around = hypothesis.rules.filter(({ on }) => on === "hi");
  return sample.readings.filter((reading) =>
    around.some((rule) => {
      const voice = voiceOf(reading, hypothesis, rule);
      if (!voice || voice === "several") return false;
      const lines = nodesAtTags(reading.tree, voice.node, "#").filter((node) => intervalOf(reading, node).last >= 0);
      return lines.length > 1 && lines.length === voice.place.last - voice.place.first + 1;
    }),
  ).length;
}

function requiredLabels(reading: Reading, node: number, places: readonly { reading: Reading; first: number }[]): string[] | null {
  const { first } = intervalOf(reading, node);
  const before = reading.keyAt(first - 1);
  const own = foldLabel(before);
  const seen = new Map<string, number>();
  for (const place of places) {
    const label = labelBefore(place.reading, { first: place.first, last: place.first });
    seen.set(label, (seen.get(label) ?? 0) + 1);
  }
  const same = seen.get(own) ?? 0;
  const isLabel = own !== "" && (before.endsWith(":") ? same * 5 >= places.length * 2 : same >= places.length - 1);
  if (!isLabel) return null;
  const isElsewhere = (label: string): boolean => [...reading.keys].some((key) => foldLabel(key) === label);
  return [
    own,
    ...[...seen].filter(([label, pages]) => label !== own && pages >= 2 && !isElsewhere(label)).map(([label]) => label),
  ].sort();
}

/** Tokens around the labelled place that are also around every place read on the siblings. */
function requiredTokens(reading: Reading, node: number, places: readonly { reading: Reading; node: number }[]): string[] {
  const around = (at: Reading, from: number): Set<string> =>
    new Set(nodeChain(at.tree, from).flatMap((each) => at.tokensOfNode(each)));
  let tokens = [...around(reading, node)];
  for (const place of places) {
    const there = around(place.reading, place.node);
    tokens = tokens.filter((token) => there.has(token));
  }
  return tokens.sort();
}
