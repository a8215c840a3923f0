/** Random damage to a file of JSON: bytes of its text, and values of its tree. What comes out is a function of `random` alone. */
import type { Random } from "../core/mutate.js";

export type Damage = "cut" | "bytes" | "tree";

export interface Damaged {
  readonly kind: Damage;
  readonly text: string;
}

export function damaged(text: string, random: Random): Damaged {
  const die = random(20);
  if (die === 0) return { kind: "cut", text: text.slice(0, random(text.length)) };
  if (die < 7) return { kind: "bytes", text: withOtherBytes(text, random) };
  return { kind: "tree", text: withOtherValues(text, random) };
}

function withOtherBytes(text: string, random: Random): string {
  const bytes = Buffer.from(text);
  for (let left = 1 + random(3); left > 0; left--) {
    const at = random(bytes.length);
    bytes[at] = random(3) === 0 ? random(256) : (bytes[at] ?? 0) ^ (1 << random(8));
  }
  return bytes.toString("utf8");
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** An array or object of the tree, with the name of one of its entries. */
interface Place {
  readonly holder: Json[] | { [name: string]: Json };
  readonly name: string;
}

function withOtherValues(text: string, random: Random): string {
  const tree: Json = JSON.parse(text);
  let raw: string | undefined;
  for (let left = 1 + random(3); left > 0; left--) {
    const { holder, name } = anyPlace(tree, random);
    const change = random(4) === 0 ? anyOf(WILD, random) : alike;
    const changed = change(Reflect.get(holder, name), random, tree);
    if (changed === GONE) remove({ holder, name });
    else if (changed instanceof Raw) {
      raw ??= changed.text;
      Reflect.set(holder, name, MARK);
    } else Reflect.set(holder, name, changed);
  }
  const written = JSON.stringify(tree);
  return raw === undefined ? written : written.replace(JSON.stringify(MARK), () => raw);
}

const HEAD = ["format", "version", "kind", "learnt"];

/** Walks down from the root and stops somewhere, so that shallow and deep places are as likely; seldom in the head. */
function anyPlace(tree: Json, random: Random): Place {
  let at: Json = tree;
  let place: Place | undefined;
  while (typeof at === "object" && at !== null) {
    const names = Object.keys(at);
    if (names.length === 0) break;
    const name = names[random(names.length)] ?? "";
    if (at === tree && HEAD.includes(name) && random(10) > 0) continue;
    place = { holder: at, name };
    at = Reflect.get(at, name);
    if (random(6) === 0) break;
  }
  return place ?? { holder: [null], name: "0" };
}

function remove({ holder, name }: Place): void {
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete holder[name];
}

const GONE = Symbol("gone");
/** JSON that no object of ours could be written as. */
class Raw {
  constructor(readonly text: string) {}
}
const MARK = "the place of what is written as it stands";

type Change = (value: Json, random: Random, tree: Json) => Json | typeof GONE | Raw;

const NUMBERS = [-1, 0, 0.5, 1e308, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 1_000_000_000, 3];
const TEXTS = [
  "",
  " ",
  "(a+)+$",
  "(.*)*\\1[",
  "[^]*?".repeat(500),
  "a".repeat(20_000),
  "a b ".repeat(5_000),
  "\u0000",
  "\ud800",
  "\u202e",
  "__proto__",
  "constructor",
  "0:0:0",
  "999999999>1",
  "div>".repeat(3_000),
  "1/0",
  `${"9".repeat(5_000)}/1`,
  "$&$`$'",
  "%s%n",
  "../../etc/passwd",
];
const nested = (depth: number): Raw => new Raw(`${"[".repeat(depth)}${"]".repeat(depth)}`);
const nestedObjects = (depth: number): Raw => new Raw(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);

/** What the schema has nothing against, mostly: of the same type. */
const alike: Change = (value, random, tree) => {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return [0, 1, value + 1, value * 2, 3, 1_000_000_000, 2 ** 53 - 1][random(7)] ?? 0;
  if (typeof value === "string") return otherText(value, random, tree);
  if (Array.isArray(value)) return otherList(value, random, tree);
  return value === null ? otherText("", random, tree) : GONE;
};

function otherText(text: string, random: Random, tree: Json): Json {
  const half = random(text.length + 1);
  const other = valueAt(anyPlace(tree, random));
  return (
    [text.slice(0, half), text.slice(half), text + text, typeof other === "string" ? other : "", anyOf(TEXTS, random)][
      random(5)
    ] ?? ""
  );
}

function otherList(list: Json[], random: Random, tree: Json): Json {
  const other = valueAt(anyPlace(tree, random));
  const lists = [
    list.toReversed(),
    list.slice(0, random(list.length + 1)),
    [...list, ...list],
    Array.isArray(other) ? structuredClone(other) : [],
    repeated(list[0] ?? "x"),
  ];
  return anyOf(lists, random);
}

const MOST = 20_000; // characters

const repeated = (value: Json): Json[] => Array(Math.ceil(MOST / JSON.stringify(value).length)).fill(value);

const anyOf = <Each>(list: readonly Each[], random: Random): Each => list[random(list.length)] as Each;
const valueAt = ({ holder, name }: Place): Json => Reflect.get(holder, name);

/** What no template of ours would hold. */
const WILD: readonly Change[] = [
  () => GONE,
  () => null,
  () => true,
  () => [],
  () => ({}),
  (_, random) => anyOf(NUMBERS, random),
  (_, random) => anyOf(TEXTS, random),
  (_, random) => nested(random(2) === 0 ? 100 : 20_000),
  () => nestedObjects(20_000),
  (value) => [value, value],
  (_, random, tree) => structuredClone(valueAt(anyPlace(tree, random))),
  (value) =>
    new Raw(`{"__proto__":${JSON.stringify(value)},"constructor":{"prototype":{"x":1}},"toString":1,"hasOwnProperty":null}`),
  (value) =>
    isObject(value)
      ? new Raw(`{"__proto__":["x"],${JSON.stringify(value).slice(1)}`.replace(/,\}$/, "}"))
      : new Raw('{"__proto__":1}'),
];

const isObject = (value: Json): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
