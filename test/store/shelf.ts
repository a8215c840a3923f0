/** Records of an invented library, read from real pages by a real template, ready to be stored. */

import type { Pool } from "pg";
import type { WithheldValues } from "../../src/api/record.js";
import { SourceSettings } from "../../src/api/source.js";
import type { StoredTemplate } from "../../src/api/template.js";
import { type Extraction, extract, type Template } from "../../src/core/index.js";
import { startHarvest } from "../../src/store/harvest.js";
import { foundPages, pageOf } from "../../src/store/page.js";
import { identityOf } from "../../src/store/record.js";
import { packSnapshot } from "../../src/store/snapshot.js";
import { addSource } from "../../src/store/source.js";
import type { PageToStore } from "../../src/store/store-page.js";
import { addVersion, type TemplateStanding } from "../../src/store/template.js";
import { type Book, oldPage, oldTemplate } from "../core/bookshop.js";

const shelfTemplate: Template = oldTemplate() as Template;
export const storedTemplate: StoredTemplate = {
  kind: "page",
  template: shelfTemplate,
  learnt: { by: "labels", siblings: 5, further: 0, unconfirmed: false },
};

export const at = (minute: number): Date => new Date(Date.UTC(2030, 0, 1, 0, minute));

export interface Shelf {
  readonly pool: Pool;
  readonly sourceId: string;
  readonly harvestId: string;
}

let names = 0;

/** A source with one template version in force and an open harvest. */
export async function newShelf(pool: Pool, standing: TemplateStanding = "confirmed"): Promise<Shelf> {
  const source = await addSource(pool, `shelf ${++names}`, SourceSettings.parse({}), at(0));
  if (!source) throw new Error("the name is taken");
  await addVersion(pool, source.id, { origin: "labels", standing, templates: [RECORD] }, at(0));
  const harvestId = await startHarvest(pool, { sourceId: source.id, isFromSnapshots: false }, at(0));
  return { pool, sourceId: source.id, harvestId };
}

export const RECORD = { role: "record", variant: 1, stored: storedTemplate } as const;

export const addressOf = (n: number): string => `https://books.example/${n}`;

/** The n-th book, in its r-th printing. */
function bookOf(n: number, printing = 0): Book {
  return {
    title: `The ${["Salt", "Tide", "Lamp", "Ferry"][n % 4]} of Chapter ${n}`,
    author: `Ines &amp; Tomas Wray the ${n % 7}th`,
    year: String(1900 + (n % 100)),
    price: `€${10 + printing}.${String(n % 90).padStart(2, "0")}`,
  };
}

export async function addPages({ pool, sourceId, harvestId }: Shelf, addresses: readonly string[]): Promise<Map<string, string>> {
  await foundPages(
    pool,
    { sourceId, harvestId },
    addresses.map((address) => ({ address, role: "final", rank: 0 })),
    at(0),
  );
  const ids = new Map<string, string>();
  for (const address of addresses) ids.set(address, (await pageOf(pool, sourceId, address))?.id ?? "");
  return ids;
}

export interface Reading {
  readonly pageId: string;
  readonly identity: string;
  readonly html: string;
  readonly version?: number;
  readonly withhold?: readonly string[]; // as if it could not be proved
}

/** What the harvester would hand over for this page. */
export function pageToStore(shelf: Shelf, { pageId, identity, html, version = 1, withhold = [] }: Reading): PageToStore {
  const { values, proofs, withheld } = without(extract(shelfTemplate, html), withhold);
  const outcome = Object.keys(withheld).length === 0 ? "read" : "partly";
  return {
    sourceId: shelf.sourceId,
    pageId,
    harvestId: shelf.harvestId,
    templateVersion: version,
    variant: 1,
    snapshot: { ...packSnapshot(Buffer.from(html)), charset: "utf-8", mediaType: "text/html", isRendered: false },
    etag: null,
    lastModified: null,
    base: null,
    outcome,
    reason: null,
    withheldGroup: outcome === "read" ? null : Object.keys(withheld).sort().join(" "),
    records: [{ identity: identityOf(identity), values, withheld, proofs }],
    isComplete: true,
    isFirst: false,
  };
}

type Parts = {
  values: Record<string, string[]>;
  proofs: Record<string, Extraction["proofs"][string][number][]>;
  withheld: WithheldValues;
};

function without(extraction: Extraction, names: readonly string[]): Parts {
  const parts = structuredClone(extraction) as Parts & Extraction;
  for (const name of names) {
    delete parts.values[name];
    delete parts.proofs[name];
    parts.withheld[name] = { class: "place-unknown", reason: "for the test" };
  }
  return { values: parts.values, proofs: parts.proofs, withheld: parts.withheld };
}

export const htmlOf = (n: number, printing = 0): string => oldPage(bookOf(n, printing));
