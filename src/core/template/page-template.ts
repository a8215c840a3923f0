/** What was learnt of pages, as it is stored: plain data. Its words are the template file's words (src/api/page-template.ts). */
import type { Measures } from "../measure/measure.js";

export interface PathRule {
  readonly kind: "path";
  readonly steps: string;
}

/** From the root down, of each element its tag and then its stable tokens. */
export type Chain = readonly (readonly string[])[];

export interface SignatureRule {
  readonly kind: "signature";
  readonly chain: Chain;
  readonly nth: number;
  readonly of: number;
}

export interface LandmarkRule {
  readonly kind: "landmark";
  readonly token: string;
  readonly steps: string;
}

export interface NeighbourRule {
  readonly kind: "after" | "before"; // the place stands after, before the text
  readonly key: string;
  readonly up: string; // tags from below the common ancestor down to the text
  readonly tag: string; // of the sibling that holds the place
  readonly siblings: number; // how many of that tag further
  readonly down: string;
  readonly between: number;
}

export interface BesideRule {
  readonly kind: "following" | "preceding"; // the place follows, precedes the text
  readonly key: string;
  readonly inside: string; // tags from the place down to its run beside the text, "" if the place is that run
}

export interface OwnRule {
  readonly kind: "own";
  readonly key: string; // key of the run's first segment
}

export interface TailRule {
  readonly kind: "tail";
  readonly token: string;
  readonly steps: string; // "h5[1]": the last h5
}

export interface LabelledRule {
  readonly kind: "labelled";
  readonly chain: Chain;
  readonly key: string; // of the label
  readonly isOwn: boolean; // it stands in the value's own run, else directly before it
}

export type Rule = PathRule | SignatureRule | LandmarkRule | NeighbourRule | BesideRule | OwnRule | TailRule | LabelledRule;

/** Entries of the page's metadata that say the value, and the kinds of places at which it is displayed. */
export interface MetadataRule {
  readonly kind: "metadata";
  readonly entries: readonly string[];
  readonly places: readonly PlaceKind[];
}

/** An element by its tag and its parent's; it carries one of the tokens, or where it had none its parent does. */
export interface PlaceKind {
  readonly tag: string;
  readonly tokens: readonly string[];
  readonly parentTag: string;
  readonly parentTokens: readonly string[];
}

export type RuleKind = Rule["kind"] | MetadataRule["kind"];

export interface Shape {
  readonly formats: readonly string[]; // text-format tags around a whole member, "" for none
  readonly hasBreaks: boolean; // some member holds a line break or a block
}

export interface Family {
  readonly kind: "family";
  readonly chain: Chain;
  readonly landmarks: readonly string[]; // tokens, each on one element that holds all members
  readonly before: string; // key of the text before the first member
  readonly after: string; // key of the text after the last one
  readonly shape: Shape;
  readonly between: readonly string[]; // texts that stood between two members
}

export type Form =
  | { readonly kind: "whole" } // all displayed text of the node
  | {
      readonly kind: "segment"; // pieces of a run between text-format tags
      readonly before: readonly string[] | null; // keys of the segments before it where all are of the template
      readonly after: readonly string[] | null;
      readonly label: string | null; // key of the segment directly before it, where that is of the template
      readonly index: number;
      readonly size: number;
      readonly count: number;
    }
  | { readonly kind: "part"; readonly prefix: string; readonly suffix: string } // key text before and after, in one run
  | {
      readonly kind: "range"; // several paragraphs: what stands in the node between two texts of the template
      readonly before: string | null; // null: from the node's beginning
      readonly after: string | null; // null: to its end
    }
  | { readonly kind: "htmlAttribute"; readonly name: string } // the value of the node's href, src …
  | {
      readonly kind: "items"; // every node below at those tags is one value
      readonly tags: string;
      readonly shape: Shape | null; // null: not known, the labelled page had one value only
      readonly alike: number; // siblings of the container's tag, itself included
    }
  | Family; // every node of a signature is one value

export interface Extent {
  readonly inside: string; // tags from outermost down to the value's node, "" if it is outermost itself
  readonly outermost: string; // tag of outermost
  readonly isListed: boolean; // the label itself had neighbours in a list and was meant alone
  readonly isOfLines: boolean; // siblings show several lines in outermost
  readonly roles: readonly string[]; // texts directly before and after the label, such as "(author)"
  readonly edges: readonly Edge[]; // of outermost, and of the elements around it that begin with the value, from the inside out
}

/** Whether the neighbours of an element, as far as they are displayed, are of another kind: another tag, or other classes. */
export interface Edge {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export interface Many {
  readonly chain: Chain; // the signature of all of them
  readonly shape: string | null; // of the labelled value, null where another of them has the same
}

/** A text or an element of the template that stands once, or where that element ends. */
export interface Mark {
  readonly path: string; // tags and lasting classes from the root (tree/outline.ts)
  readonly text: string | null; // key of the text, null: an element
  readonly isEnd: boolean;
}

/** The text that announces the value. */
export interface LabelSign {
  readonly kind: "label";
  readonly path: string;
  readonly word: string; // folded
  readonly isOwn: boolean; // it begins the value's own text
  readonly valuePath: string;
  readonly beside: readonly string[]; // folded texts at its path on pages that have it
  readonly single: readonly string[]; // those of them that one value follows at most
  readonly unlabelled: number; // most texts there without a label of their own
  readonly most: number; // texts between the marks of a page that has it, without it and its value
}

/** A class or id that only the value's element has. */
export interface TokenSign {
  readonly kind: "token";
  readonly token: string;
  readonly most: number; // texts between the marks of a page that has it, without the value
  readonly paths: readonly string[]; // all between the marks on pages that have it
}

export type Sign = LabelSign | TokenSign | { readonly kind: "filled" }; // filled: something stands between the marks

/** How a page shows that it does not have the value. */
export interface Absence {
  readonly before: readonly Mark[]; // around the value and its label, nearest first
  readonly after: readonly Mark[];
  readonly near: readonly Mark[]; // before the value alone: its label may be the nearest
  readonly label: string; // folded, "" without
  readonly path: string | null; // of the element in whose tag the value stands, null for one that is displayed
  readonly signs: readonly Sign[]; // each of them alone tells where it is gone
  readonly taught: readonly string[]; // digests of what pages that a person called absent show there
}

export interface TargetedRule {
  readonly on: "value" | "outermost"; // whether it leads to the value's node or to the outermost node that shows just the value
  readonly rule: Rule;
}

/**
 * An element around the value and its neighbours of the same tag. A place under one of their tokens is theirs, unless it is
 * under an own one too; of an own one that stands several times nothing is known, as of classes that take turns.
 */
export interface Rival {
  readonly own: readonly string[];
  readonly other: readonly string[];
}

export interface Hypothesis {
  readonly form: Form;
  readonly extent: Extent;
  readonly rules: readonly TargetedRule[];
  readonly labels: readonly string[] | null; // folded texts one of which must stand directly before, null: any
  readonly tokens: readonly string[]; // must be around the place, as far as the page has them at all
  readonly rivals: readonly Rival[];
  readonly many: Many | null; // it is one of several places that only their numbers tell apart
  readonly known: readonly string[]; // template texts that may stand among the items of a list
}

/** Per slot the groups that are left, per group its hypotheses; an empty slot could not be learnt. */
export type Slots = readonly (readonly (readonly Hypothesis[])[])[];

export interface AttributeTemplate {
  readonly name: string;
  readonly slots: Slots;
  readonly prefixes: readonly string[]; // labels the labelled values themselves begin with
  readonly isPrefixed: boolean; // such a label belongs to the template and must be there
  readonly isUnbroken: boolean; // its slots stand one directly after the other
  readonly absences: readonly Absence[]; // of every place of the value; it is absent where all tell so
  readonly isConfirmed: boolean; // reads another labelled page right, or there is none
  readonly metadata: MetadataRule | null;
}

/** What one labelled page taught. A page of another variant gets a set of its own. */
export interface RuleSet {
  readonly attributes: readonly AttributeTemplate[];
}

export interface Template {
  readonly version: 1;
  readonly attributes: readonly string[];
  readonly sets: readonly RuleSet[];
  readonly frame: readonly string[]; // texts and, each after a space, tokens of every page of the site, by which a page is recognised
  readonly prefixes: readonly string[]; // labels that texts of the site begin with
  readonly precedingTexts: PrecedingTexts;
  readonly key: TemplateKey; // the labelled record, by which the source is checked
}

/** Per attribute the texts directly before its value on the labelled pages. */
export type PrecedingTexts = Readonly<Record<string, readonly string[]>>;

export interface Delimiter {
  readonly text: string; // constant text next to the value on its line, "" without
  readonly tags: string; // tags between the value and the nearest displayed text
}

export interface Delimiters {
  readonly upper: Delimiter;
  readonly lower: Delimiter;
}

export type KnownRecord = Readonly<Record<string, readonly string[]>>;

/** S5's own items of one value. */
export interface KeyItem extends Delimiters {
  readonly chain: string; // tags from the region's container down to the value; from the root, after "/", if it is outside
}

export interface TemplateKey {
  readonly record: KnownRecord;
  readonly reads: readonly string[]; // attributes the template reads from its own page; proof R is judged on these
  readonly volatile: readonly string[];
  readonly region: string | null; // the pasted text, null where the labels make the region
  readonly measures: Measures | null;
  readonly items: Readonly<Record<string, readonly (KeyItem | null)[]>>; // per value, null where its place is not known
  readonly places: Readonly<Record<string, readonly number[]>>; // how often each value is displayed letter by letter
  readonly common: readonly string[]; // values that other pages of the source display too
  readonly structure: string; // digest of all tags of the page
  readonly frame: readonly string[]; // the same of this page, by which it is recognised where there were no siblings
}
