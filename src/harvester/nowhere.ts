/** An address that no page has, beside one that has. */
import { randomInt } from "node:crypto";

const NOBODYS = [10 ** 8, 10 ** 9] as const; // a number that most sites can read as one

/** Another number in place of the page's, or another name where it has none. */
export function addressOfNothing(near: string): string {
  const url = new URL(near);
  const number = String(randomInt(...NOBODYS));
  if (/\d/.test(url.search)) url.search = url.search.replace(/\d+(?=\D*$)/, number);
  else url.pathname = url.pathname.replace(/[^/]*(?=\/?$)/, (name) => nameOfNothing(name, number));
  return url.href;
}

/** No piece of the own name stays but its ending: sites guess. */
function nameOfNothing(name: string, number: string): string {
  const [, ending = ""] = /^.+(\.[a-z]{1,5})$/i.exec(name) ?? [];
  return (/\d/.test(name) ? number : Number(number).toString(36)) + ending;
}
