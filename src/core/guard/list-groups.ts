/** Why a group of a list is no record, in words. A group is rejected whole: counted and shown with its span, never a value. */
const REASONS = {
  "place-unlike": "the place of a value looks unlike that of the labelled records",
  "more-text": "more text stands where a value should stand alone",
  "label-unlike": "another label stands before a value",
  "places-disagree": "two places of one attribute show different values",
  "too-few-values": "too little is filled in to tell a record from a heading",
  "identity-missing": "the value that tells records apart is missing",
  header: "it reads like the header of the list",
  "count-broken": "the number of rows does not come out, so nobody knows where records begin",
  "container-unlike": "it stands in another part of the page than the labelled records",
  "identity-not-unique": "another record of the page has the same identity and other values",
} as const;

type GroupClass = keyof typeof REASONS;

/** All but the last, which is said of records that were read. */
export type RejectedClass = Exclude<GroupClass, "identity-not-unique">;

export const rejectedAs = <Code extends GroupClass>(code: Code): { readonly class: Code; readonly reason: string } => ({
  class: code,
  reason: REASONS[code],
});
