/** What of a found node is the value (spec §7, kinds of attribute). */
import type { Family } from "./family.js";
import type { Shape } from "./shape.js";

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
