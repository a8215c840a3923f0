/** Real redesigns on loopback: learn, harvest, swap the pages, check, heal, harvest; every value against the truth. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SourceSettings } from "../../src/api/source.js";
import { textKey } from "../../src/core/text/text-key.js";
import { isLong, say } from "../run.js";
import { type DataPage, dataFile, dataFiles, hasSharedData } from "../shared-data.js";
import { falseProofs } from "../store/false-proofs.js";
import { type Texts, testHarvester } from "./tools.js";
import { verified } from "./verified.js";

type Pages = ReadonlyMap<string, DataPage>; // by the record they show

interface Pair {
  readonly site: string;
  readonly attributes: readonly string[];
  readonly learn: string;
  readonly before: Pages;
  readonly after: Pages;
}

interface RedesignFile {
  readonly before: { readonly ref: string; readonly learn: string; readonly siblings: readonly string[] };
  readonly after: { readonly pages: Readonly<Record<string, DataPage>> };
}

/** Of the short form: one site per topic, small ones. */
const FEW = ["auto-aol--auto-cars", "book-borders--book-booksamillion", "restaurant-usdiners--restaurant-fodors"];

function pairs(): Pair[] {
  const files = isLong ? [...dataFiles(["redesign"])] : FEW.map((site) => dataFile("redesign", site));
  return files.map((file) => {
    const { before, after } = file as object as RedesignFile;
    const [set = "", site = ""] = before.ref.split("/");
    const source = dataFile(set, site).pages ?? {};
    const shown = [before.learn, ...before.siblings].flatMap((id): [string, DataPage][] => {
      const page = source[id];
      return page ? [[id, page]] : [];
    });
    const redesigned = Object.entries(after.pages).map(([id, page]): [string, DataPage] => [id.split("-on-")[0] ?? id, page]);
    return {
      site: file.site,
      attributes: file.attributes,
      learn: before.learn,
      before: new Map(shown),
      after: new Map(redesigned),
    };
  });
}

let served: Pages = new Map();
let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer(({ url = "" }, response) => {
    const page = served.get(url.slice(1));
    response.writeHead(page ? 200 : 404, { "Content-Type": "text/html; charset=utf-8" }).end(page?.html ?? "");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Such truth lists distinct texts without order, whole text nodes. */
const isTrue = (texts: readonly string[], truth: readonly string[]): boolean => {
  const [read, right] = [new Set(texts.map(textKey)), new Set(truth.map(textKey))];
  return read.size === right.size && [...read].every((key) => right.has(key));
};

function score(records: readonly { identity: string; state: string; values: Texts }[], pages: Pages) {
  const counts = { right: 0, wrong: [] as string[] };
  for (const { identity, state, values } of records) {
    const truth = pages.get(identity.slice(origin.length + 1))?.truth;
    if (state !== "current" || !truth) continue;
    for (const [name, texts] of Object.entries(values)) {
      if (texts.length === 0 && truth[name]?.length === 0) continue;
      if (isTrue(texts, truth[name] ?? [])) counts.right += 1;
      else
        counts.wrong.push(
          `${identity.slice(origin.length + 1)} ${name}: “${texts.join("; ")}”, truth “${truth[name]?.join("; ")}”`,
        );
    }
  }
  return counts;
}

describe.skipIf(!hasSharedData)("redesigns served on loopback", () => {
  const table: string[] = [];
  afterAll(() => say(["site: before right/wrong, verdict, ending, after right/wrong", ...table].join("\n")));

  it.each(hasSharedData ? pairs() : [])("$site", async ({ site, attributes, learn, before, after }) => {
    served = before;
    const own = await testHarvester(origin);
    try {
      const key = before.get(learn) ?? expect.fail("no learn page");
      const labels = Object.fromEntries(
        attributes.filter((name) => key.truth[name]?.length).map((name) => [name, key.truth[name]]),
      );
      const addresses = [...new Set([learn, ...before.keys(), ...after.keys()])].map((id) => `${origin}/${id}`);
      const settings = { key: { address: `${origin}/${learn}`, labels }, discovery: { addresses }, delayMs: 0 };
      const id = await own.add(site, SourceSettings.parse(settings));
      await own.harvest(id);
      const first = score(await own.records(id), before);
      served = after;
      const report = await own.harvest(id);
      const second = score(await own.records(id), after);
      const proofs = await falseProofs(own.pool);
      const { counts, told } = await verified(own.pool);
      table.push(
        `${site}: ${first.right}/${first.wrong.length}, ${report.verdict}, ${report.ending}${report.isHealed ? " healed" : ""}, ${second.right}/${second.wrong.length}, verified ${counts.values}, ${counts.false} false`,
      );
      for (const wrong of first.wrong) table.push(`  read before the redesign: ${wrong}`);
      expect(proofs.wrong).toEqual([]);
      expect(told).toEqual([]);
      expect(counts).toMatchObject({ values: proofs.checked, false: 0, unchecked: 0, removed: 0, dropped: 0 });
      expect(second.wrong).toEqual([]); // all current rows: what was not shown any more is gone
      expect(report).toMatchObject({ verdict: "broken", ending: "done", isHealed: true });
    } finally {
      await own.close();
    }
  });
});
