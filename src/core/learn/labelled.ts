/** A page whose values a person has named, and how what is read compares with that. */
import { parsePage } from "../page/parse-page.js";
import type { Value } from "../read/take.js";
import { textKey } from "../text/text-key.js";
import { Reading } from "../tree/reading.js";

export interface LabelledPage {
  readonly html: string;
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly absent?: readonly string[]; // attributes the page is known not to have
}

/** A labelled page made ready. */
export class Labelled {
  readonly reading: Reading;
  private readonly keys: ReadonlyMap<string, readonly string[]>;
  private readonly absent: ReadonlySet<string>;

  constructor(page: LabelledPage) {
    this.reading = new Reading(parsePage(page.html));
    this.absent = new Set(page.absent);
    this.keys = new Map(
      Object.entries(page.labels).map(([name, labels]) => [name, labels.map(textKey).filter((key) => key !== "")]),
    );
  }

  /** The labels' keys, empty if the attribute is not labelled here. */
  keysOf(name: string): readonly string[] {
    return this.keys.get(name) ?? [];
  }

  /** Whether anything is known of the attribute on this page. */
  knows(name: string): boolean {
    return this.absent.has(name) || this.keysOf(name).length > 0;
  }

  /** Whether the values are what the person said; a slot is one of several values, so it need only be among them. */
  agrees(name: string, values: readonly Value[], isSlot: boolean): boolean {
    const truth = new Set(this.keysOf(name));
    const read = new Set(values.map(({ text }) => textKey(text)));
    for (const key of read) if (!truth.has(key)) return false;
    return isSlot || read.size === truth.size;
  }
}
