/** One more answer about one page, put to what a person said before. */
import type { LabelledAddress, SourceSettings } from "../../api/source.js";

type Key = NonNullable<SourceSettings["key"]>;

/** What a person says of one page; whatever is not named stays as it was said before. */
export type Said = Pick<LabelledAddress, "labels" | "absent" | "htmlAttributes" | "choose">;

/** The labels of the source with those of the page, which may be labelled already. */
export function withSaid(key: Key, address: string, said: Said): Key {
  const { further, ...own } = key;
  const htmlAttributes = { ...htmlAttributesIn(key), ...said.htmlAttributes };
  const merge = (page: LabelledAddress): LabelledAddress => merged(page, { ...said, htmlAttributes });
  if (own.address === address) return { ...merge(own), further };
  if (further.some((page) => page.address === address))
    return { ...key, further: further.map((page) => (page.address === address ? merge(page) : page)) };
  const empty = { address, labels: {}, absent: [], htmlAttributes: {}, choose: {}, region: null };
  return { ...key, further: [...further, merge(empty)] };
}

function merged(page: LabelledAddress, { labels, absent, htmlAttributes, choose }: Said): LabelledAddress {
  const isRenewed = (name: string): boolean => Object.hasOwn(labels, name) || absent.includes(name);
  const stay = <Value>(table: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(table).filter(([name]) => !isRenewed(name)));
  const own = { ...stay(page.labels), ...labels };
  return {
    address: page.address,
    labels: own,
    absent: [...page.absent.filter((name) => !isRenewed(name)), ...absent],
    htmlAttributes: Object.fromEntries(
      Object.entries({ ...htmlAttributes, ...stay(page.htmlAttributes) }).filter(([name]) => Object.hasOwn(own, name)),
    ),
    choose: { ...stay(page.choose), ...choose },
    region: page.region,
  };
}

/** A link of one page is a link on the others. */
const htmlAttributesIn = ({ further, ...own }: Key): Record<string, string> =>
  Object.assign({}, ...[own, ...further].map(({ htmlAttributes }) => htmlAttributes));
