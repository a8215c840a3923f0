/** Which entries of the page's own metadata say a label, and whether they go on saying what is read (method §7). */
import { findMetadata, isSame, kindOf, metadataKeys, nodesShowing, shownKey } from "../find/metadata.js";
import { isShare, METADATA } from "../limits.js";
import { readAttribute } from "../read/attribute.js";
import type { AttributeTemplate, MetadataRule, PlaceKind } from "../template/page-template.js";
import { textKey } from "../text/text-key.js";
import type { Reading } from "../tree/reading.js";
import { RUN } from "../tree/tree.js";
import type { Labelled } from "./labelled.js";
import { placesOfLabel } from "./places.js";
import type { Sample } from "./sample.js";

/** The attribute with the entries that hold on siblings and on further labelled pages, if there are any. */
export function withMetadata(
  attribute: AttributeTemplate,
  own: Labelled,
  others: readonly Labelled[],
  sample: Sample,
): AttributeTemplate {
  const { name } = attribute;
  if (own.htmlAttributeOf(name)) return attribute;
  const labels = own.keysOf(name);
  const said = [...own.reading.metadata.keys()].filter((entry) => isSame(metadataKeys(own.reading, entry), labels));
  const places = said.length ? placeKinds(own.reading, labels, sample) : [];
  if (!places.length) return attribute;
  const entries = said
    .sort()
    .filter((entry) => isAdmitted({ kind: "metadata", entries: [entry], places }, attribute, others, sample))
    .slice(0, METADATA.entries);
  return entries.length ? { ...attribute, metadata: { kind: "metadata", entries, places } } : attribute;
}

/** The kinds of elements that show all labels, one each. */
function placeKinds(reading: Reading, labels: readonly string[], sample: Sample): PlaceKind[] {
  const { tree } = reading;
  const [first = ""] = labels;
  const kinds = new Map<string, PlaceKind>();
  for (const { node, form } of placesOfLabel(reading, first, sample)) {
    if ((form.kind !== "whole" && form.kind !== "range") || kinds.size >= METADATA.places) continue;
    const innermost = tree.tag[node] === RUN ? tree.parent[node]! : node;
    for (let at = innermost; at > 2 && shownKey(reading, at, first.length) === first; at = tree.parent[at]!) {
      const kind = kindOf(reading, at, (token) => sample.isStableToken(token));
      if (nodesShowing(reading, kind, labels)) kinds.set(JSON.stringify(kind), kind);
    }
  }
  return [...kinds.values()].slice(0, METADATA.places);
}

/** It equals the labels of every further page, and on nearly all siblings what is read, as far as both speak. */
function isAdmitted(rule: MetadataRule, attribute: AttributeTemplate, others: readonly Labelled[], sample: Sample): boolean {
  const [entry = ""] = rule.entries;
  const isRefuted = others.some((page) => {
    const [keys, labels] = [metadataKeys(page.reading, entry), page.keysOf(attribute.name)];
    return keys.length > 0 && page.knows(attribute.name) && !isSame(keys, labels);
  });
  if (isRefuted) return false;
  let [agreed, spoken] = [0, 0];
  for (const reading of sample.readings) {
    const keys = metadataKeys(reading, entry);
    if (!keys.length) continue;
    const read = readAttribute(reading, attribute, { refusesNext: false });
    const isRead = read.ok && read.values.length > 0;
    if (isRead || findMetadata(reading, rule).length) spoken++;
    if (
      isRead
        ? isSame(
            keys,
            read.values.map(({ text }) => textKey(text)),
          )
        : findMetadata(reading, rule).length
    )
      agreed++;
  }
  return sample.size === 0 || (agreed > 0 && isShare(agreed, spoken, METADATA.agrees));
}
