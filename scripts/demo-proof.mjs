/** Every current value of the store against the site's own truth and against the stored page it points at: all rows. */
import { parsePage } from "../dist/core/index.js";
import { decodeAttribute } from "../dist/core/page/entities.js";
import { valueText } from "../dist/core/text/value-text.js";
import { decodePage } from "../dist/fetch/charset.js";
import { currentProofs, recordsSince } from "../dist/store/record.js";
import { snapshotOf } from "../dist/store/snapshot.js";
import { sourceNamed } from "../dist/store/source.js";

export async function proveStore(pool, site) {
  const result = { records: 0, values: 0, withheld: 0, wrong: [], unproved: [] };
  for (const { id } of site.sources) {
    const source = await sourceNamed(pool, id);
    const truth = site.truth(id, true);
    for (const record of await allRecords(pool, source.id)) {
      result.records += 1;
      result.withheld += Object.keys(record.withheld).length;
      for (const [name, texts] of Object.entries(record.values)) {
        result.values += 1;
        const right = truth.get(record.identity)?.[name];
        if (JSON.stringify(texts) !== JSON.stringify(right)) result.wrong.push({ record: record.identity, name, texts, right });
      }
      if (record.state === "current") result.unproved.push(...(await unprovedOf(pool, record)));
    }
  }
  return result;
}

async function allRecords(pool, sourceId) {
  return recordsSince(pool, { sourceId, since: new Date(0), afterId: "0", limit: 1000 });
}

async function unprovedOf(pool, record) {
  const proofs = new Map((await currentProofs(pool, record.id)).map((proof) => [proof.attribute, proof]));
  const unproved = [];
  for (const [name, texts] of Object.entries(record.values)) {
    if (texts.length === 0) continue; // an absent value has no characters
    const proof = proofs.get(name);
    const shown = proof ? await textsAt(pool, proof, texts.length) : [];
    if (JSON.stringify(shown) !== JSON.stringify(texts)) unproved.push({ record: record.identity, name, texts, shown });
  }
  return unproved;
}

async function textsAt(pool, { snapshotId, charset, spans }, count) {
  const { bytes } = await snapshotOf(pool, snapshotId);
  const page = parsePage(decodePage(bytes, charset).html);
  return Array.from({ length: count }, (_, value) => {
    const own = spans.filter((span) => span.value === value);
    return own[0]?.htmlAttribute === undefined
      ? valueText(page, own)
      : decodeAttribute(page.html.slice(own[0].start, own[0].end)).trim();
  });
}
