/** What was learnt of a list: plain data that can be stored, read by `extractList`. */

/** One step down: which of the children of a group or node. */
export interface Step {
  readonly tag: string; // "#" for a run
  readonly tokens: readonly string[]; // classes one of which the child must carry; none: any child of the tag
  readonly isNamed: boolean; // the tokens tell the child apart from all its siblings, so its number does not matter
  readonly text: string | null; // key with which it alone of its tag begins, where constant texts of the records tell it
  readonly index: number; // which one of its tag, from 1; of cells, which column
  readonly isFromEnd: boolean; // counted from the last one
  readonly least: number; // how many of its tag there may be
  readonly most: number;
  readonly span: number; // columns a cell may reach over, 0 for all else
  readonly shown: number; // fewest runs its parent displayed in a labelled record; with fewer it may be absent
}

export type ListForm =
  | { readonly kind: "whole"; readonly isJoined: boolean } // all the node displays; joined: of several runs
  | PieceForm
  | { readonly kind: "htmlAttribute"; readonly name: string }
  | BetweenForm;

/** One piece of a run between text-format tags, where all its pieces are formatted so. */
export interface PieceForm {
  readonly kind: "piece";
  readonly formats: readonly string[];
  readonly index: number;
}

/** Where a value stands in its group: `steps` to the outermost node that shows it alone, `inner` on to the node that carries it. */
export interface ListPlace {
  readonly steps: readonly Step[];
  readonly inner: readonly Step[] | null; // null if it differs between the labelled records
  readonly form: ListForm;
}

export interface ListAttribute {
  readonly name: string;
  readonly places: readonly ListPlace[]; // several where the label stood in several; all that speak must agree
  readonly isDivided: boolean; // they contradict each other on the labelled page, so all must speak
  readonly label: string | null; // text that stands directly before the value
  readonly isOptional: boolean; // a labelled record lacks it
}

/** What a child of a container must be to play its part in a record. */
export interface ChildKind {
  readonly tag: string;
  readonly tokens: readonly string[]; // classes it must carry, all of them
  readonly format: string | null; // text-format element around its first text, null: any
  readonly shape: string | null; // tags of its children, null: any
}

/** How the children of a container make records. */
export type ListCut =
  | { readonly kind: "single"; readonly tag: string } // each child of the tag is one
  | { readonly kind: "headed"; readonly head: ChildKind; readonly sequences: readonly string[] } // from one head to the next
  | { readonly kind: "counted"; readonly kinds: readonly ChildKind[] }; // so many children in turn

export interface ContainerLevel {
  readonly tag: string;
  readonly tokens: readonly string[];
}

export interface ListTemplate {
  readonly version: 1;
  readonly kind: "list";
  readonly showsHidden: boolean; // its labels are displayed nowhere: texts that a script would show are read too
  readonly container: readonly ContainerLevel[]; // from html down
  readonly hasOwnEvidence: boolean; // records are recognised by what is in them, whatever the classes around their container
  readonly cut: ListCut;
  readonly shapes: readonly string[] | null; // how a record must look where a single place tells of it, null: any way
  readonly attributes: readonly ListAttribute[]; // in the order of the labels
  readonly link: ListPlace | null; // the record's own link, where no attribute is one
  readonly identity: readonly string[]; // attributes that tell records apart
  readonly isLinkIdentity: boolean; // the own link does so too; nobody marked attributes that would do it alone
}

/**
 * A value that is part of a run: cut out between constant texts (method §7, kinds of attribute).
 *
 * A delimiter is what both labelled records share directly before or after the value. It never begins or ends inside a
 * word and holds no digit, for those change. A delimiter that stands twice is no delimiter: the run is not cut then.
 */
export interface BetweenForm {
  readonly kind: "between";
  readonly before: string;
  readonly isFirst: boolean; // `before` is all that stands before the value
  readonly after: string;
  readonly isLast: boolean; // `after` is all that stands after it
}
