/** The state of a source that a warning's cause puts it into: it is shown with the same word and shape. */
import type { StateWord } from "../../../api/server/sources.js";

const STATES: Readonly<Record<string, StateWord>> = {
  "key-missing": "deferred",
  "not-healed": "broken",
  unreachable: "unreachable",
  unrecognised: "unrecognised",
  "nothing-read": "unreachable",
  "secret-lost": "unreachable",
  "secret-file": "unreachable",
  "undelivered-mail": "unreachable",
  "undelivered-webhook": "unreachable",
  "pages-unlike": "withholding",
  variants: "withholding",
  "more-withheld": "withholding",
  "proof-failed": "withholding",
  unconfirmed: "unconfirmed",
  silence: "silent",
  unchanged: "silent",
};

export const stateOf = (cause: string): StateWord => STATES[cause] ?? "changed";
