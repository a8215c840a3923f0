const NAME = { value: "NAME" };

/** Records that one has, instead of labels. */
export const KNOWN_OPTION = {
  known: {
    value: "ROWS",
    help: "records that you have, instead of a labelled page: a CSV file, or a JSON object per line; found by --list-url",
  },
} as const;

/** How a call names the values of labelled pages, whether these are files or addresses. */
export const LABEL_OPTIONS = {
  label: { value: "NAME=TEXT", several: true, help: "an attribute and its value as displayed; again for several values" },
  labels: { value: "FILE", several: true, help: "the same from a JSON file: attributes, each with a list of texts" },
  many: { ...NAME, several: true, help: "every line of this attribute's label is a value of its own" },
  attr: {
    value: "NAME=HREF",
    several: true,
    help: "the value stands in an HTML attribute: href, src, datetime …; label the link by that value or by what it displays",
  },
  region: { value: "TEXT", several: true, help: "the text around all labels, where a label stands elsewhere too" },
  also: { value: "ADDRESS", several: true, help: "a further labelled page; labels after it are its own" },
  absent: { ...NAME, several: true, help: "an attribute the last named page does not have; what reads one there is dropped" },
  choose: { value: "NAME=2", several: true, help: "which of the places of a label is meant" },
  volatile: { ...NAME, several: true, help: "an attribute that changes by itself (price, views); no check minds it" },
} as const;
