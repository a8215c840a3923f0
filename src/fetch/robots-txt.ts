/**
 * robots.txt as RFC 9309 reads it, with Crawl-delay beside it.
 *
 * Of the groups, those that name us count, together; without one, those of `*`. Among the rules that match, the longest
 * decides, and `allow` where two are equally long. What is not understood is passed over.
 */
import { decodeText } from "./charset.js";

export type RobotsRules = { allows(pathAndQuery: string): boolean; crawlDelayMs: number };

/** The file as it came, and what it may call us. */
export type RobotsFile = { readonly bytes: Uint8Array; readonly product: string };

export type RobotsAnswer = { readonly allows: boolean; readonly crawlDelayMs: number };

const parsed = new WeakMap<RobotsFile, RobotsRules>();

/** Of the same file many paths are asked: its rules are made once. */
export function readRobots(file: RobotsFile, pathAndQuery: string): RobotsAnswer {
  const rules = parsed.get(file) ?? parseRobots(decodeText(file.bytes), file.product);
  parsed.set(file, rules);
  return { allows: rules.allows(pathAndQuery), crawlDelayMs: rules.crawlDelayMs };
}

const LONGEST_DELAY_S = 60;

type Rule = { allow: boolean; length: number; matches(path: string): boolean };
type Group = { agents: string[]; rules: Rule[]; delays: number[] };

export function parseRobots(text: string, product: string): RobotsRules {
  const groups = groupsOf(text);
  const ofUs = groups.filter(({ agents }) => agents.includes(product.toLowerCase()));
  const chosen = ofUs.length > 0 ? ofUs : groups.filter(({ agents }) => agents.includes("*"));
  const rules = chosen.flatMap((group) => group.rules).sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow));
  const delayS = Math.max(0, ...chosen.flatMap(({ delays }) => delays.slice(0, 1)));
  return {
    allows(pathAndQuery) {
      const path = normalised(pathAndQuery);
      return path === "/robots.txt" || (rules.find((rule) => rule.matches(path))?.allow ?? true);
    },
    crawlDelayMs: Math.min(delayS, LONGEST_DELAY_S) * 1000,
  };
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false; // the line before named an agent too, so that both share a group
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/)) {
    const { field, value } = fieldOf(line);
    if (field === "user-agent") {
      if (!isNaming) groups.push({ agents: [], rules: [], delays: [] });
      groups.at(-1)?.agents.push(productOf(value));
      isNaming = true;
    } else if (field === "allow" || field === "disallow") {
      isNaming = false;
      if (value !== "") groups.at(-1)?.rules.push(ruleOf(field === "allow", value));
    } else if (field === "crawl-delay") {
      isNaming = false;
      if (/^\d+(?:\.\d+)?$/.test(value)) groups.at(-1)?.delays.push(Number(value));
    }
  }
  return groups;
}

/** Scanned, since one line may be the whole file. What stands behind `#` is a comment. */
function fieldOf(line: string): { field: string; value: string } {
  const comment = line.indexOf("#");
  const written = comment < 0 ? line : line.slice(0, comment);
  const colon = written.indexOf(":");
  if (colon < 0) return { field: "", value: "" };
  return { field: written.slice(0, colon).trim().toLowerCase(), value: written.slice(colon + 1).trim() };
}

/** `Bartree/1.0 (…)` names the product `bartree`. */
function productOf(value: string): string {
  return value.startsWith("*") ? "*" : (/^[a-z_-]+/i.exec(value)?.[0].toLowerCase() ?? "");
}

/** `*` stands for any characters, `$` at the end for the end. No regular expression: a hostile one could take for ever. */
function ruleOf(allow: boolean, value: string): Rule {
  const isAnchored = value.endsWith("$");
  const pattern = normalised(isAnchored ? value.slice(0, -1) : value);
  const [first = "", ...rest] = pattern.split(/\*+/);
  const matches = (path: string): boolean => {
    if (!path.startsWith(first)) return false;
    let at = first.length;
    for (const [index, piece] of rest.entries()) {
      const isLast = index === rest.length - 1;
      if (isAnchored && isLast) return path.length - piece.length >= at && path.endsWith(piece);
      const found = path.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return !isAnchored || at === path.length;
  };
  return { allow, length: value.length, matches };
}

/** One spelling for both sides: what needs no encoding is decoded, what is not ASCII is encoded, hexadecimals are capitals. */
function normalised(path: string): string {
  return path
    .replace(/[\u0080-\uffff]+/g, (text) => encodeURIComponent(text))
    .replace(/%[0-9a-f]{2}/gi, (triplet) => {
      const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : triplet.toUpperCase();
    });
}
