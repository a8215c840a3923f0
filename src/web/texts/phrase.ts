/**
 * Sentences with places in them, such as "{count} pages of {name} are gone", found again in what a server has said.
 *
 * Values come from strangers, so nothing is tried twice: which places lead to the end is worked out from the end, for one
 * part after the other, and then the parts are walked from the front.
 */
type Slot = { readonly name: string; readonly kind: "any" | "quoted" | "plain" };
type Part = string | Slot;
export type Phrase = readonly Part[];

/** A name stands in quotation marks, a reason may hold any; whatever else is filled in has none. */
export function phraseOf(sentence: string): Phrase {
  return sentence.split(/(\{\w+\})/).flatMap((part): Part[] => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return part === "" ? [] : [part];
    return [{ name, kind: name === "reason" ? "any" : name === "name" || name === "other" ? "quoted" : "plain" }];
  });
}

/** What stands at its places, undefined where the sentence is another one. */
export function valuesIn(phrase: Phrase, sentence: string): Record<string, string> | undefined {
  if (typeof phrase[0] === "string" && !sentence.startsWith(phrase[0])) return undefined;
  const leads = leadingPlaces(phrase, sentence);
  if (!leads[0]?.[0]) return undefined;
  const values: Record<string, string> = {};
  let at = 0;
  for (const [i, part] of phrase.entries()) {
    const end = typeof part === "string" ? at + part.length : endOf(part, sentence, at, leads[i + 1] ?? new Uint8Array());
    if (typeof part !== "string") values[part.name] = sentence.slice(at, end);
    at = end;
  }
  return values;
}

/** For each part, and for the end: 1 at the places from which what follows fits. */
function leadingPlaces(phrase: Phrase, sentence: string): Uint8Array[] {
  let next = new Uint8Array(sentence.length + 1);
  next[sentence.length] = 1;
  const leads = [next];
  for (const part of phrase.toReversed()) {
    next = typeof part === "string" ? placesOf(part, sentence, next) : placesFor(part, sentence, next);
    leads.push(next);
  }
  return leads.reverse();
}

function placesOf(part: string, sentence: string, next: Uint8Array): Uint8Array<ArrayBuffer> {
  const places = new Uint8Array(next.length);
  for (let at = sentence.indexOf(part); at >= 0; at = sentence.indexOf(part, at + 1)) places[at] = next[at + part.length] ?? 0;
  return places;
}

function placesFor({ kind }: Slot, sentence: string, next: Uint8Array): Uint8Array<ArrayBuffer> {
  const places = new Uint8Array(next.length);
  let isAhead = false; // a place where the value may end
  for (let at = sentence.length - 1; at >= 0; at--) {
    if (kind === "plain" && isQuote(sentence[at])) isAhead = false;
    else if (next[at + 1] && (kind !== "quoted" || sentence[at] === "”")) isAhead = true;
    places[at] = Number(isAhead && (kind !== "quoted" || sentence[at] === "“"));
  }
  return places;
}

/** The nearest end of a plain value, the farthest of one that may hold anything. */
function endOf({ kind }: Slot, sentence: string, at: number, next: Uint8Array): number {
  if (kind === "plain") return next.indexOf(1, at + 1);
  let end = next.lastIndexOf(1);
  while (kind === "quoted" && sentence[end - 1] !== "”") end = next.lastIndexOf(1, end - 1); // there is one
  return end;
}

const isQuote = (character: string | undefined): boolean => character === "“" || character === "”";
