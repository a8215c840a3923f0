/**
 * Every count and share that decides what is learnt, read, checked or healed, with what was measured for it or the reason
 * why it is so small or large. Measures and verdicts know none of them. Limits that only save time or memory stand where
 * they are used.
 *
 * "dev" is the accuracy kit's own part (docs/accuracy.md); figures are bad cells and recall on it unless said otherwise.
 */

/** A share of pages or texts, as a fraction so that nothing is rounded. */
export type Share = readonly [part: number, whole: number];

export const isShare = (count: number, of: number, [part, whole]: Share): boolean => count * whole >= of * part;
export const isMoreThan = (count: number, of: number, [part, whole]: Share): boolean => count * whole > of * part;

/** The page gate: how much of the frame around the labelled places a page must show. */
export const GATE = {
  siteFrame: [1, 2], // of what all siblings share; of their texts 630 true pages showed 0.70 at least, 64 foreign ones 0.24 at most
  pageFrame: [1, 4], // of the labelled page's own, without siblings: 1,181 true pages showed 0.42 at least; 12 in 1,000 of other sites 0.25
  mostTexts: 12, // of the labelled page that are kept, so that four classes around the places weigh enough; with 100 a long text beside them decides
  alikeTexts: [1, 4], // told to a person only: of 240 pairs of one site all share 3 in 10, of 898 of two sites 99 % under 2 in 10
} as const satisfies Record<string, number | Share>;

/** What siblings may teach. */
export const SIBLINGS = {
  fewest: 3, // below which none is used: with one or two more values came out wrong than with none
  constantText: 3, // that show a text before it is the template's; 3 of 10 and 5 of 10 read the same cells
  others: 1, // that may lack a text which "all" of them show: one page in ten is of another kind
  stableToken: [3, 5], // of them carry a token that may name a place
  optionalToken: 1, // carry one that may tell a place from its neighbours
  prefix: 2, // on which a label that begins a text must be seen
  lines: 2, // that must show several lines at a place before lines are read as a list
} as const satisfies Record<string, number | Share>;

/** Which of a label's places is meant. */
export const PLACES = {
  tried: 100, // of one label beyond which nothing is tried: a person must choose or paste more
  listed: 500, // that a person may choose from; each may be one of as many pieces of one line
  seen: 3, // siblings a place must be read on before its readings say anything about it
  fewTexts: [3, 10], // different texts among those readings: of a template's text there are few, of values many
  templateTexts: [1, 2], // of the readings, if more are texts of the template, the labelled page is not like the others there
  filled: [8, 10], // of the siblings show a text there: of four labelled pages on 44 sites it was right 100 times and wrong once
  evidence: 2, // kinds that speak for one place and not for another: no kind is right always; bad on 23 whole sites 1,040 → 379
  inTitle: [7, 10], // of the readings stand in the page's title: then it is the title
  runsOfLink: 20, // texts a link may show: one that holds more is no link with a name
  rebuilds: 2, // of a place whose rules a labelled page refutes; a third never helped
} as const satisfies Record<string, number | Share>;

/** The label beside a value. */
export const LABELS = {
  letters: 2, // of an anchor: a comma or a single letter stands in too many places; 3 bad cells fewer
  seen: 2, // siblings on which it stands before the value
  withColon: [2, 5], // of the readings stand behind it if it ends in a colon, else all but one: 40 % and 85 % gave back 58 cells
  rows: 3, // alike that show label and value side by side before one page alone tells that they are that
  longest: 40, // characters of a label that begins a text
  longestText: 200, // characters of a text that may be, or begin with, a label that is missing elsewhere
} as const satisfies Record<string, number | Share>;

/** What tells that a value is absent. "Sites" are 23 whole ones from six labelled pages each, 2,676 absent and 69,294 displayed cells. */
export const ABSENCE = {
  marks: 3, // nearest on either side: one may itself be missing
  reach: 300, // elements and texts to either side among which they are looked for
  label: 2, // siblings that have the label; three lost 184 cells of the sites and made no error fewer
  token: 3, // siblings that have the class or id
  paths: 60, // between the marks that are kept with a class or id; more would be a whole page
  filled: 3, // siblings on which something stands between the marks
  home: [1, 2], // of the siblings fill the place if the label stands elsewhere too, or display the value there; without, 9 cells of the sites and 8 of the kit's swde were falsely said to be absent
} as const satisfies Record<string, number | Share>;

/** How far rules reach. */
export const REACH = {
  runs: 12, // displayed texts to either side among which an anchor is looked for
  anchors: 2, // nearest on either side: one may be missing where a row is optional
  landmarks: 2, // nearest elements around the place with a token of their own
} as const;

/** How much must speak for a value. */
export const WITNESSES = {
  kinds: 2, // of rules that agree; 3 cost 1.3 points of recall, 4 cost 4.2, none a bad cell fewer (docs/accuracy.md)
  unconfirmed: 3, // for a set that no other labelled page confirms: 12 → 8 bad with further labelled pages
  lost: 3, // attributes without a place beside which one value alone is no record: two cost 2 of 1,580 right values, three none
} as const;

/** The page's own metadata. */
export const METADATA = {
  agrees: [9, 10], // of the siblings on which both speak: of 104 entries that equalled a label 8 held on fewer
  contents: 500, // of one entry, beyond which it is no record's
  entries: 8, // that say one label: a title stands in five at most
  places: 8, // kinds of places that show it as a whole
} as const satisfies Record<string, number | Share>;

/** Known records found again. */
export const KNOWN = {
  ownCharacters: 5, // of a value's key, below which it may stand anywhere
  pages: 4, // a value on more than one page in so many is no one record's
  attributes: 2, // one value alone may be any record's, two of one record are no chance
  keys: 6, // records tried as the key of a heal; the measured gain ends there
} as const;

/** How a list is learnt and read. */
export const LISTS = {
  placesEach: 4, // of one kind in one record that are looked at
  parts: 200, // runs a label may be a part of: one such as "1" stands in every other run
  partsInRun: 8,
  starts: 2000, // runs with which a label of several runs may begin
  pairs: 120, // of places of one label that are looked at, nearest first
  templates: 48, // by which the page is read to see which one reads it best
  children: 64, // in one record
  ahead: 8, // children to either side that may be a record's where nothing shows that the next one begins
  shape: 40, // children of which a shape tells
  alone: 3, // records that must be found when only one is labelled
  textsAgainst: 2, // times the records that texts may cost: by more they merely happen to be equal
  otherLevel: 2, // times the records that another level of nesting must find to be taken for the list
  recognised: 2, // places that must be there where something is missing or wrapped otherwise
  header: 3, // other records that must agree on what the first one lacks
  delimiters: 20, // records looked at for the delimiter table: what surrounds a value repeats
  healPairs: 6, // of known records tried on a page
  healPages: 5,
} as const;
