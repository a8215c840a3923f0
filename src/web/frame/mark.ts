import type { Span } from "../../core/page/page.js";

/** What is framed on a page, and how. */
export interface Mark {
  readonly id: string;
  readonly spans: readonly Span[];
  readonly look: "label" | "place" | "selected" | "walk" | "hover" | "element" | "suggested" | "constant" | "record" | "unfit";
  readonly number?: number; // of its label, which gives the colour
  readonly digit?: number; // of a place to choose from
  readonly name?: string;
}
