/** What a source asks: pages that are withheld alike, why, and the one act that settles them. */
import { isWithheldClass, type Remedy, remedyFor, type Withheld, withheldAs } from "../../core/guard/guards.js";
import type { Db } from "../../store/db.js";
import { readAddresses, withheldGroups } from "../../store/page.js";
import type { SourceRow } from "../../store/source.js";
import { shapeOf } from "../find/address-shape.js";
import { saidIn } from "../templates.js";

export interface WithheldAlike {
  readonly group: string;
  readonly pages: number;
  readonly firstAddress: string; // the page to answer about: a record's, as far as addresses tell
  readonly attributes: readonly WithheldAttribute[];
  readonly remedy: Remedy;
  readonly act: string; // the same in words
  readonly command: string;
}

export type WithheldAttribute = Withheld & { name: string };

export async function withheldAlike(db: Db, { id, name, settings }: SourceRow): Promise<WithheldAlike[]> {
  const labelled = saidIn(settings).map(({ address }) => address);
  const shapes = new Set([...labelled, ...(await readAddresses(db, id, SHAPES_FROM))].map(shapeOf));
  /** Pages built like those of records first; those a person has answered for already last. */
  const rank = (address: string): number => (labelled.includes(address) ? 2 : shapes.has(shapeOf(address)) ? 0 : 1);
  return (await withheldGroups(db, id)).map(({ group, pages, addresses }) => {
    const attributes = attributesOfGroup(group);
    const { remedy, sentence } = remedyFor(attributes.map((each) => each.class));
    const [firstAddress = ""] = addresses.toSorted((a, b) => rank(a) - rank(b));
    const command = `bartree source answer ${quoted(name)} ${quoted(firstAddress)} ${OPTIONS[remedy](attributes.map((each) => each.name))}`;
    return { group, pages, firstAddress, attributes, remedy, act: sentence, command: command.trim() };
  });
}

const SHAPES_FROM = 500; // pages that were read whole

const labels = (names: readonly string[]): string => names.map((name) => `--label ${name}=…`).join(" ");

/** What the answer says, by the remedy. */
const OPTIONS: Readonly<Record<Remedy, (names: readonly string[]) => string>> = {
  label: labels,
  choose: labels,
  absent: (names) => names.map((name) => `--absent ${name}`).join(" "),
  look: () => "--no-record",
  report: labels,
  nothing: labels,
};

const quoted = (text: string): string => (/^[\w:/.,@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The name of a group is made of its attributes and why each is withheld. */
export function attributesOfGroup(group: string): WithheldAttribute[] {
  return group.split(" ").flatMap((part) => {
    const at = part.lastIndexOf(":");
    if (at < 0) return [];
    const [name, kind] = [part.slice(0, at), part.slice(at + 1)];
    return isWithheldClass(kind) ? [{ name, ...withheldAs(kind) }] : []; // one of an older version says nothing any more
  });
}
