import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { comparePages, inspect } from "../../src/core/inspect.js";
import { locate } from "../../src/core/locate.js";
import { parseFraction } from "../../src/core/measure/fraction.js";
import { measure } from "../../src/core/measure/measure.js";
import type { Page } from "../../src/core/page/page.js";
import { parsePage } from "../../src/core/page/parse-page.js";
import { dataFile, hasSharedData, sharedFile } from "../shared-data.js";
import { siblingLists } from "./sibling-lists.js";

interface Expected {
  [field: string]: unknown;
  kind: string;
}
interface GoldenPage {
  id: string;
  note: string;
  html: string;
  region: string;
  ratio?: string;
  labels?: Record<string, string>;
  expect: Expected;
}
interface GoldenPair {
  id: string;
  note: string;
  region: string;
  old: string;
  new: string;
  expect: Record<string, unknown>;
}
interface GoldenReal {
  set: string;
  site: string;
  page: string;
  what: string;
  misnest?: boolean;
  region: string;
  expect: Expected;
}

const golden: { base: string; pages: GoldenPage[]; pairs: GoldenPair[] } = JSON.parse(
  readFileSync(new URL("../fixtures/golden.json", import.meta.url), "utf8"),
);
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Our numbers under the golden file's field names, digests and sibling lists included. */
function described(
  page: Page,
  region: string,
  extra: { ratio?: string; labels?: Record<string, string> },
): Record<string, unknown> {
  const ratio = extra.ratio === undefined ? undefined : parseFraction(extra.ratio);
  const inspected = inspect(page, region, { ...(ratio && { ratio }), ...(extra.labels && { labels: extra.labels }) });
  const located = locate(page, region);
  if (inspected.kind !== "found" || !located.ok) return { ...inspected };
  const { upper, lower } = siblingLists(page, located.span);
  return {
    ...inspected,
    cut: inspected.cut || undefined,
    upper_siblings: upper,
    lower_siblings: lower,
    w_sha256: sha256(inspected.w.join(" ")),
    A_sha256: sha256(inspected.A.join(" ")),
    A_total_sha256: sha256(inspected.A_total),
    siblings_sha256: sha256(JSON.stringify([upper, lower])),
  };
}

const only = (values: Record<string, unknown>, fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, values[field]]));

describe("golden pages (method §1–§4)", () => {
  it("are all there", () => expect(golden.pages.length).toBe(57));
  it.each(golden.pages)("$id: $note", (vector) => {
    expect(only(described(parsePage(vector.html), vector.region, vector), vector.expect)).toEqual(vector.expect);
  });
});

describe("golden pairs (method §3, §5)", () => {
  const htmlOf = (side: string): string => (side === "@base" ? golden.base : side);
  it("are all there", () => expect(golden.pairs.length).toBe(42));
  it.each(golden.pairs)("$id: $note", (pair) => {
    const compared = comparePages(parsePage(htmlOf(pair.old)), parsePage(htmlOf(pair.new)), pair.region);
    expect(compared).toMatchObject({ ok: true, ...pair.expect });
  });

  it("digests are equal exactly where the written lists are", () => {
    const seen = new Map<string, string>();
    for (const { region, old, new: now } of golden.pairs) {
      for (const page of [old, now].map((side) => parsePage(htmlOf(side)))) {
        const located = locate(page, region);
        if (!located.ok) throw new Error("a golden region is not found");
        const { upper, lower } = siblingLists(page, located.span);
        const { upperDigests, lowerDigests } = measure(page, located.span);
        for (const [i, digest] of [...upperDigests, ...lowerDigests].entries()) {
          const written = [...upper, ...lower][i]!;
          expect(seen.get(digest) ?? written).toBe(written);
          seen.set(digest, written);
        }
      }
    }
    expect(new Set(seen.values()).size).toBe(seen.size);
  });
});

describe.runIf(hasSharedData)("golden real pages (read from the folder beside the project)", () => {
  const real: GoldenReal[] = hasSharedData ? JSON.parse(sharedFile("golden/golden.json")).real : [];
  it("are all there", () => expect(real.length).toBe(111));
  it.each(real.map((vector) => ({ ...vector, name: `${vector.set}/${vector.site}/${vector.page} ${vector.what}` })))(
    "$name",
    (vector) => {
      const html = dataFile(vector.set, vector.site).pages![vector.page]!.html.replace(/^\uFEFF+/, ""); // offsets count behind marks
      expect(only(described(parsePage(html), vector.region, {}), vector.expect)).toEqual(vector.expect);
    },
  );
});
