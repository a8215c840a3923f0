/** The labels of a draft as a person gives them, and the acts that change them: each makes new ones of the old. */
import type { DraftView, LabelInput, LabelsInput, ValueKind } from "../../../api/server/drafts.js";

export type PageLabels = LabelsInput["pages"][number];
export type Pages = readonly PageLabels[];

/** One text to label. */
export interface Labelling {
  readonly address: string;
  readonly name: string;
  readonly kind: ValueKind;
  readonly text: string;
  readonly place: number | null; // which of its places, from 1
}

/** What the person said so far: the draft without what we found out about it. */
export function pagesOf(draft: DraftView): Pages {
  return draft.pages.map(({ page, region, labels, absent }) => ({
    address: page.address,
    region,
    absent: [...absent],
    labels: labels.map(({ name, kind, texts }) => ({ name, kind, texts: texts.map(({ text, place }) => ({ text, place })) })),
  }));
}

export function changed(pages: Pages, address: string, change: (page: PageLabels) => PageLabels): Pages {
  const isKnown = pages.some((page) => page.address === address);
  const all = isKnown ? pages : [...pages, { address, region: null, labels: [], absent: [] }];
  return all
    .map((page) => (page.address === address ? change(page) : page))
    .filter(({ labels, absent }, i) => i === 0 || labels.length > 0 || absent.length > 0); // a page nothing is said of is none
}

/** A second value of one name makes it many. */
export function labelled(pages: Pages, { address, name, kind, text, place }: Labelling): Pages {
  return changed(pages, address, (page) => {
    const own = page.labels.find((label) => label.name === name);
    const added: LabelInput = own
      ? { ...own, kind: own.kind === "one" ? "many" : own.kind, texts: [...own.texts, { text, place }] }
      : { name, kind, texts: [{ text, place }] };
    const labels = own ? page.labels.map((label) => (label === own ? added : label)) : [...page.labels, added];
    return { ...page, labels, absent: page.absent.filter((each) => each !== name) };
  });
}

const MOST_RECORDS = 10;

/** Labels of a page that holds its records whole: the first texts of all names are one record, the second the next. */
export function recordsOf(labels: readonly LabelInput[]): Record<string, string>[] {
  const count = Math.min(MOST_RECORDS, Math.max(0, ...labels.map(({ texts }) => texts.length)));
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries(labels.flatMap(({ name, texts }) => (texts[i] ? [[name, texts[i].text]] : []))),
  );
}

/** The label, or one of its values. */
export function removed(pages: Pages, address: string, name: string, value?: number): Pages {
  return changed(pages, address, (page) => ({
    ...page,
    labels: page.labels.flatMap((label) => {
      if (label.name !== name) return [label];
      const texts = value === undefined ? [] : label.texts.filter((_, i) => i !== value);
      return texts.length ? [{ ...label, texts, kind: texts.length === 1 && label.kind === "many" ? "one" : label.kind }] : [];
    }),
  }));
}

/** On every page that has it. A name that is taken joins the two. */
export function renamed(pages: Pages, from: string, to: string): Pages {
  if (from === to) return pages;
  return pages.map((page) => {
    const own = page.labels.find(({ name }) => name === from);
    const other = page.labels.find(({ name }) => name === to);
    const absent = page.absent.map((name) => (name === from ? to : name));
    if (!own) return { ...page, absent };
    if (!other) return { ...page, absent, labels: page.labels.map((label) => (label === own ? { ...own, name: to } : label)) };
    const joined: LabelInput = {
      ...other,
      kind: other.kind === "one" ? "many" : other.kind,
      texts: [...other.texts, ...own.texts],
    };
    return { ...page, absent, labels: page.labels.flatMap((label) => (label === own ? [] : [label === other ? joined : label])) };
  });
}

export function withKind(pages: Pages, name: string, kind: ValueKind): Pages {
  return pages.map((page) => ({
    ...page,
    labels: page.labels.map((label) => (label.name === name ? { ...label, kind } : label)),
  }));
}

/** A person says that a page does not have the value. */
export function without(pages: Pages, address: string, name: string): Pages {
  return changed(pages, address, (page) => ({
    ...page,
    labels: page.labels.filter((label) => label.name !== name),
    absent: [...page.absent.filter((each) => each !== name), name],
  }));
}

export function withRegion(pages: Pages, address: string, region: string | null): Pages {
  return changed(pages, address, (page) => ({ ...page, region }));
}
