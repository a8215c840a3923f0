/** A page whose values a person has named, and how what is read compares with that. */

import { Finder } from "../locate.js";
import { baseOf, resolved } from "../page/address.js";
import type { Span } from "../page/page.js";
import { parsePage } from "../page/parse-page.js";
import type { Value } from "../take/take.js";
import { textKey } from "../text/text-key.js";
import { htmlAttribute, isAddress } from "../tree/html-attributes.js";
import { Reading } from "../tree/reading.js";
import { attributePlaces } from "./places.js";

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
  agrees(name: string, values: readonly Pick<Value, "text">[], isSlot: boolean): boolean {
    const truth = new Set(this.keysOf(name).map((key) => this.comparable(name, key)));
    const read = new Set(values.map(({ text }) => this.comparable(name, text)));
    const meant = new Set([...read].map((key) => (truth.has(key) ? key : this.labelShowing(name, key))));
    return !meant.has(undefined) && (isSlot || meant.size === truth.size);
  }

  /** What was labelled, as it is read: of a link or picture that was labelled by its displayed text the attribute's value. */
  asRead(read: LabelledPage["labels"]): LabelledPage["labels"] {
    const asRead = (name: string, labels: readonly string[]): readonly string[] => {
      const values = this.htmlAttributeOf(name) === undefined ? undefined : ownOf(read, name);
      const texts = values?.map((text) => ({ text }));
      return values && texts && this.agrees(name, texts, false) ? values : labels;
    };
    return Object.fromEntries(Object.entries(this.page.labels).map(([name, labels]) => [name, asRead(name, labels)]));
  }

  /** The label that displays the link or picture with this value. */
  private labelShowing(name: string, value: string): string | undefined {
    if (this.htmlAttributeOf(name) === undefined) return undefined;
    const label = this.keysOf(name).find((key) => this.valuesShownAs(name, key).has(value));
    return label === undefined ? undefined : this.comparable(name, label);
  }

  private readonly shownAs = new Map<string, ReadonlySet<string>>();

  /** The values of all links and pictures that the label may mean; one that is itself a value means nothing else. */
  private valuesShownAs(name: string, label: string): ReadonlySet<string> {
    const htmlName = this.htmlAttributeOf(name)!;
    const known = this.shownAs.get(`${htmlName} ${label}`);
    if (known) return known;
    const { tree, page } = this.reading;
    const places = attributePlaces(this.reading, label, htmlName, this.url);
    const values = places.map(({ node }) => htmlAttribute(page, tree.element[node]!, htmlName)?.value ?? "");
    const found = new Set(values.map((value) => this.comparable(name, value)));
    this.shownAs.set(`${htmlName} ${label}`, found);
    return found;
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
