/** Texts with places for values, plurals by the language's own rules, and what of it the compiler can check. */
import type { Role } from "../../api/server/common.js";
import type { WithheldClass } from "../../core/guard/guards.js";
import type { RejectedClass } from "../../core/guard/list-groups.js";
import type { en } from "./en.js";

/** A text, or its forms by plural category; {name} is a place for a value, {n} the number that decides the form. */
export type Text = string | { readonly one?: string; readonly other: string };

export type Key = keyof typeof en;

/** Texts of words that are made elsewhere; one without a text does not compile. */
export type WordKey = `withheld.${WithheldClass}` | `unfit.${RejectedClass}` | `role.${Role}`;

type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type NamesOf<K extends Key> = (typeof en)[K] extends infer T
  ? T extends string
    ? NamesIn<T>
    : T extends { other: infer Other extends string }
      ? NamesIn<Other> | "n"
      : never
  : never;

/** What a text must be given: nothing, or a value for each of its places. */
export type Values<K extends Key, V> = [NamesOf<K>] extends [never] ? [] : [values: { readonly [N in NamesOf<K>]: V }];

export function formOf(text: Text, n: number, rules: Intl.PluralRules): string {
  if (typeof text === "string") return text;
  return (rules.select(n) === "one" ? text.one : undefined) ?? text.other;
}

/** The text as its constant pieces and the names between them: "a {b} c" → ["a ", {b}, " c"]. */
export function piecesOf(text: string): (string | { readonly name: string })[] {
  return text
    .split(/\{(\w+)\}/)
    .map((piece, i) => (i % 2 ? { name: piece } : piece))
    .filter((piece) => piece !== "");
}
