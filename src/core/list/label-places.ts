/** All places where the text of a label stands: whole nodes, pieces of a run, HTML attributes, parts of a run. */

import { LISTS } from "../limits.js";
import { resolved } from "../page/address.js";
import { runTextOf } from "../take/run-text.js";
import { placesOf } from "../text/search.js";
import { foldKey, normalized, textKey } from "../text/text-key.js";
import { collapsed } from "../text/white-space.js";
import { type HtmlAttribute, htmlAttributesOf, isAddress } from "../tree/html-attributes.js";
import { intervalOf } from "../tree/interval.js";
import type { Reading } from "../tree/reading.js";
import { commonAncestor, runKey, segmentsOf } from "../tree/tree.js";

/** Ordered: a place of an earlier kind is preferred to one of a later kind in the same record. */
export const KINDS = ["whole", "piece", "htmlAttribute", "between"] as const;

export type ListLabelPlace =
  | { readonly kind: "whole"; readonly node: number; readonly isJoined: boolean }
  | { readonly kind: "piece"; readonly node: number; readonly run: number; readonly index: number }
  | { readonly kind: "htmlAttribute"; readonly node: number; readonly name: string }
  | { readonly kind: "between"; readonly node: number; readonly text: string; readonly start: number; readonly end: number };

/** The attribute values of one page, made once for all labels. */
export class LabelPlaces {
  private attributes: Map<string, { node: number; name: string }[]> | undefined;

  constructor(
    readonly reading: Reading,
    readonly base: string,
  ) {}

  of(label: string): ListLabelPlace[] {
    const key = textKey(label);
    if (key === "") return [];
    const exact = [
      ...this.whole(key),
      ...this.joined(key),
      ...this.insideRuns(key, collapsed(label)),
      ...this.inAttributes(label),
    ];
    return exact.length ? exact : this.folded(foldKey(key));
  }

  /** A style sheet may upper-case what a person sees. */
  private folded(key: string): ListLabelPlace[] {
    const { tree, shown } = this.reading;
    const runs = [...shown].filter((run) => foldKey(runKey(tree, run)) === key);
    return runs.map((run) => ({ kind: "whole", node: tree.runNode[run]!, isJoined: false }));
  }

  private whole(key: string): ListLabelPlace[] {
    const { tree } = this.reading;
    return this.reading.runsWith(key).map((run) => ({ kind: "whole", node: tree.runNode[run]!, isJoined: false }));
  }

  /** Nodes of several runs that together make the label. */
  private joined(key: string): ListLabelPlace[] {
    const { tree, shown } = this.reading;
    const places: ListLabelPlace[] = [];
    let starts = 0;
    for (let first = 0; first < shown.length && starts < LISTS.starts; first++) {
      const start = runKey(tree, shown[first]!);
      if (start.length >= key.length || !key.startsWith(start)) continue;
      starts++;
      const last = this.lastOf(key, first);
      if (last < 0) continue;
      const node = commonAncestor(tree, tree.runNode[shown[first]!]!, tree.runNode[shown[last]!]!);
      const interval = intervalOf(this.reading, node);
      if (interval.first === first && interval.last === last) places.push({ kind: "whole", node, isJoined: true });
    }
    return places;
  }

  /** The run at which the runs from `first` on have given the whole key, −1 if they do not. */
  private lastOf(key: string, first: number): number {
    const { tree, shown } = this.reading;
    let length = 0;
    for (let at = first; at < shown.length; at++) {
      const next = runKey(tree, shown[at]!);
      if (!key.startsWith(next, length)) return -1;
      length += next.length;
      if (length === key.length) return at;
    }
    return -1;
  }

  private insideRuns(key: string, text: string): ListLabelPlace[] {
    const { tree, shown } = this.reading;
    const places: ListLabelPlace[] = [];
    let parts = 0;
    for (const run of shown) {
      const whole = runKey(tree, run);
      if (whole.length <= key.length || !whole.includes(key)) continue;
      const node = tree.runNode[run]!;
      for (const [index, segment] of segmentsOf(tree, run).entries()) {
        if (segment.key === key) places.push({ kind: "piece", node, run, index });
      }
      if (parts++ >= LISTS.parts) continue;
      const own = runTextOf(tree, run)?.text ?? "";
      const written = own.includes(text) ? text : normalized(text); // typed, it may be made of other characters
      for (const { start, end } of placesOf(own, written).slice(0, LISTS.partsInRun))
        places.push({ kind: "between", node, text: own, start, end });
    }
    return places;
  }

  private inAttributes(label: string): ListLabelPlace[] {
    this.attributes ??= this.collect();
    const written = label.trim();
    const places = new Map<string, ListLabelPlace>();
    for (const value of [written, addressKey(resolved(written, this.base))]) {
      for (const { node, name } of this.attributes.get(value) ?? []) {
        places.set(`${node} ${name}`, { kind: "htmlAttribute", node, name });
      }
    }
    return [...places.values()];
  }

  private collect(): Map<string, { node: number; name: string }[]> {
    const { tree, page } = this.reading;
    const all = new Map<string, { node: number; name: string }[]>();
    const put = (value: string, node: number, name: string): void => {
      const same = all.get(value);
      if (same) same.push({ node, name });
      else all.set(value, [{ node, name }]);
    };
    for (let node = 1; node < tree.count; node++) {
      if (tree.element[node]! < 0) continue;
      for (const attribute of htmlAttributesOf(page, tree.element[node]!)) this.enter(attribute, node, put);
    }
    return all;
  }

  private enter({ name, value }: HtmlAttribute, node: number, put: (value: string, node: number, name: string) => void): void {
    if (value === "") return;
    put(value, node, name);
    if (isAddress(name)) put(addressKey(resolved(value, this.base)), node, name);
  }
}

/** Keeps resolved addresses apart from written ones in one map. */
const addressKey = (address: string): string => `\0${address}`;
