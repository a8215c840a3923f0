/** An address that no page has, beside one that has. */
import { randomInt } from "node:crypto";

const NOBODYS = [10 ** 8, 10 ** 9] as const; // a number that most sites can read as one

/**
 * Other numbers and names in place of all that no other page of the source has: one that stayed may be all that the site
 * looks at, as in "/31/on-silt". Where the others do not tell, of the last number of the query, or else of the last name.
 */
export function nonexistentAddress(near: string, others: readonly string[] = []): string {
  const url = new URL(near);
  const number = String(randomInt(...NOBODYS));
  const shared = new Set(others.flatMap(partsOf));
  const own = new Set(others.length > 0 ? partsOf(near).filter((part) => !shared.has(part)) : []);
  if (own.size > 0) {
    url.pathname = namesOf(url)
      .map((name, i) => (own.has(namePart(name, i)) ? nameOfNothing(name, number) : name))
      .join("/");
    url.search = fieldsOf(url)
      .map((field) => (own.has(field) ? fieldOfNothing(field, number) : field))
      .join("&");
  } else if (/\d/.test(url.search)) {
    const parts = url.search.split(/(\d+)/); // every second one is a number
    parts[parts.length - 2] = number;
    url.search = parts.join("");
  } else {
    const names = namesOf(url);
    const last = names.at(-1) === "" ? names.length - 2 : names.length - 1; // a slash may stand behind it
    url.pathname = names.map((name, i) => (i === last ? nameOfNothing(name, number) : name)).join("/");
  }
  return url.href;
}

const namesOf = ({ pathname }: URL): string[] => pathname.split("/");
const fieldsOf = ({ search }: URL): string[] => search.slice(1).split("&");
const namePart = (name: string, i: number): string => (name === "" ? "" : `${i}/${name}`);

/** Names with their place in the path, and fields of the query. */
function partsOf(address: string): string[] {
  const url = new URL(address);
  return [...namesOf(url).map(namePart), ...fieldsOf(url)].filter((part) => part !== "");
}

function fieldOfNothing(field: string, number: string): string {
  const [, name = "", value = ""] = /^([^=]*=)?(.*)$/.exec(field) ?? [];
  return name + nameOfNothing(value, number);
}

/** No piece of the own name stays but its ending: sites guess. */
function nameOfNothing(name: string, number: string): string {
  const [, ending = ""] = /^.+(\.[a-z]{1,5})$/i.exec(name) ?? [];
  return (/\d/.test(name) ? number : Number(number).toString(36)) + ending;
}
