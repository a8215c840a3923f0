/**
 * A change between two states, done on a third: what undo and redo do, since another tab may have been there meanwhile.
 *
 * Only what the change itself touched is set; all else stays as it is now. Where a label it touches is not as it was found
 * then, somebody else has changed it: then nothing is done.
 */
import type { LabelInput } from "../../../api/server/drafts.js";
import { changed, type PageLabels, type Pages } from "./pages.js";

export function carried(now: Pages, from: Pages, to: Pages): Pages | undefined {
  const addresses = new Set([...from, ...to].map(({ address }) => address));
  let pages = now;
  for (const address of addresses) {
    const [was, wished] = [pageIn(from, address), pageIn(to, address)];
    const page = carriedPage(pageIn(now, address), was, wished);
    if (!page) return undefined;
    pages = changed(pages, address, () => page);
  }
  return pages;
}

const pageIn = (pages: Pages, address: string): PageLabels =>
  pages.find((page) => page.address === address) ?? { address, region: null, labels: [], absent: [] };

function carriedPage(now: PageLabels, from: PageLabels, to: PageLabels): PageLabels | undefined {
  const names = new Set([...from.labels, ...to.labels].map(({ name }) => name));
  const touched = [...names].filter((name) => !isEqual(labelIn(from, name), labelIn(to, name)));
  if (touched.some((name) => !isEqual(labelIn(now, name), labelIn(from, name)))) return undefined;
  return {
    ...now,
    region: from.region === to.region ? now.region : to.region,
    absent: [
      ...now.absent.filter((name) => to.absent.includes(name) || !from.absent.includes(name)),
      ...to.absent.filter((name) => !from.absent.includes(name) && !now.absent.includes(name)),
    ],
    labels: touched.reduce((labels, name) => withLabel(labels, name, to.labels), now.labels),
  };
}

const labelIn = ({ labels }: PageLabels, name: string): LabelInput | undefined => labels.find((label) => label.name === name);
const isEqual = (one: LabelInput | undefined, other: LabelInput | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The label as `wished` has it; one that is not there yet stands behind the nearest of those it stood behind. */
function withLabel(labels: LabelInput[], name: string, wished: readonly LabelInput[]): LabelInput[] {
  const at = wished.findIndex((label) => label.name === name);
  const label = wished[at];
  if (!label) return labels.filter((each) => each.name !== name);
  if (labels.some((each) => each.name === name)) return labels.map((each) => (each.name === name ? label : each));
  const before = new Set(wished.slice(0, at).map((each) => each.name));
  const place = labels.findLastIndex((each) => before.has(each.name)) + 1;
  return labels.toSpliced(place, 0, label);
}
