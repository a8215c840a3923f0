/** Every value of the store against the site's own truth: all rows. */
import { recordsSince } from "../dist/store/record.js";
import { sourceNamed } from "../dist/store/source.js";

export async function compareWithTruth(pool, site) {
  const result = { records: 0, withheld: 0, wrong: [] };
  for (const { id } of site.sources) {
    const source = await sourceNamed(pool, id);
    const truth = site.truth(id, true);
    for (const record of await recordsSince(pool, { sourceId: source.id, since: new Date(0), afterId: "0", limit: 1000 })) {
      result.records += 1;
      result.withheld += Object.keys(record.withheld).length;
      for (const [name, texts] of Object.entries(record.values)) {
        const right = truth.get(record.identity)?.[name];
        if (JSON.stringify(texts) !== JSON.stringify(right)) result.wrong.push({ record: record.identity, name, texts, right });
      }
    }
  }
  return result;
}
