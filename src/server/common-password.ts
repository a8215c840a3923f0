/** Passwords that are tried first: those that many people have, and those that anybody would think of here. */

import { refuse } from "../api/errors.js";
import { because } from "../api/reasons.js";

const PRODUCT = "bartree";

/** Unpacked when it is first needed: few processes ever need it. */
let listed: Promise<ReadonlySet<string>> | undefined;

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

export async function refuseCommonPassword(password: string, accountName: string): Promise<void> {
  const given = plain(password);
  const bare = unitOf(withoutEnds(given));
  const isOf = (name: string): boolean => [given, unitOf(given), bare].some((each) => each !== "" && each === plain(name));
  if (isOf(PRODUCT)) return refuse("password-common", because("password-is-program"));
  if (isOf(accountName) || isOf(withoutEnds(plain(accountName)))) return refuse("password-common", because("password-is-name"));
  listed ??= load();
  const common = await listed;
  const isMostly = 2 * withoutEnds(given).length >= given.length; // much else around it makes it another password
  if (common.has(given) || common.has(unitOf(given)) || (isMostly && common.has(bare)))
    return refuse("password-common", because("password-of-many"));
}

/** Capitals and spaces do not make another password to whoever guesses. */
const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(" ", "");

/** Without digits and signs around it: “password2024!” is tried as soon as “password”. */
function withoutEnds(text: string): string {
  const letters = [...text];
  const isLetter = (letter: string): boolean => /\p{L}/u.test(letter);
  return letters.slice(Math.max(0, letters.findIndex(isLetter)), letters.findLastIndex(isLetter) + 1).join("");
}

/** The shortest text of which it is a repetition; itself if it is none. */
const unitOf = (text: string): string => text.slice(0, (text + text).indexOf(text, 1));
