/** A page whose values a person has named, and how what is read compares with that. */

import { Finder } from "../locate.js";
import { baseOf, resolved } from "../page/address.js";
import type { Span } from "../page/page.js";
import { parsePage } from "../page/parse-page.js";
import type { Value } from "../take/take.js";
import { textKey } from "../text/text-key.js";
import { isAddress } from "../tree/html-attributes.js";
import { Reading } from "../tree/reading.js";

export interface LabelledPage {
  readonly html: string;
  readonly url?: string | null;
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly htmlAttributes?: Readonly<Record<string, string>>; // attribute → the HTML attribute its value stands in
  readonly absent?: readonly string[]; // attributes the page is known not to have
  readonly region?: string; // pasted text around the labels
  readonly choose?: Readonly<Record<string, number>>; // which of a label's places is meant, from 1
}

/** A labelled page made ready. */
export class Labelled {
  readonly reading: Reading;
  readonly url: string | null;
  readonly region: Span | undefined; // where the pasted region stands, if it stands once
  private readonly absent: ReadonlySet<string>;

  constructor(private readonly page: LabelledPage) {
    this.reading = new Reading(parsePage(page.html));
    this.url = page.url ?? null;
    this.absent = new Set(page.absent);
    const located = page.region === undefined ? undefined : new Finder(this.reading.page).region(page.region);
    this.region = located?.ok ? located.span : undefined;
  }

  get labels(): LabelledPage["labels"] {
    return this.page.labels;
  }

  labelsOf(name: string): readonly string[] {
    return ownOf(this.page.labels, name) ?? [];
  }

  /** What the labels are compared by: their keys, or the trimmed values of HTML attributes; none if it is not labelled here. */
  keysOf(name: string): readonly string[] {
    const keys = this.labelsOf(name).map((label) => (this.htmlAttributeOf(name) ? label.trim() : textKey(label)));
    return keys.filter((key) => key !== "");
  }

  htmlAttributeOf(name: string): string | undefined {
    return ownOf(this.page.htmlAttributes, name);
  }

  choiceFor(name: string): number | undefined {
    return ownOf(this.page.choose, name);
  }

  isAbsent(name: string): boolean {
    return this.absent.has(name);
  }

  /** Whether anything is known of the attribute on this page. */
  knows(name: string): boolean {
    return this.absent.has(name) || this.keysOf(name).length > 0;
  }

  /** Whether the values are what the person said; a slot is one of several values, so it need only be among them. */
  agrees(name: string, values: readonly Value[], isSlot: boolean): boolean {
    const truth = new Set(this.keysOf(name).map((key) => this.comparable(name, key)));
    const read = new Set(values.map(({ text }) => this.comparable(name, text)));
    for (const key of read) if (!truth.has(key)) return false;
    return isSlot || read.size === truth.size;
  }

  /** An address may be written in two ways. */
  private comparable(name: string, text: string): string {
    const htmlAttribute = this.htmlAttributeOf(name);
    if (htmlAttribute === undefined) return textKey(text);
    return isAddress(htmlAttribute) ? resolved(text.trim(), this.base) : text.trim();
  }

  private knownBase: string | undefined;

  private get base(): string {
    this.knownBase ??= baseOf(this.reading.page.html, this.url);
    return this.knownBase;
  }
}

/** What was put there under that name; objects have a `constructor` and more of themselves. */
function ownOf<Each>(record: Readonly<Record<string, Each>> | undefined, name: string): Each | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
