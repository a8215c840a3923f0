import type { Pool } from "pg";
import { decodeAttribute } from "../../src/core/page/entities.js";
import { parsePage } from "../../src/core/page/parse-page.js";
import { valueText } from "../../src/core/text/value-text.js";
import { decodePage } from "../../src/fetch/charset.js";
import { currentProofs, recordsSince } from "../../src/store/record.js";
import { snapshotOf } from "../../src/store/snapshot.js";

/** Every current value of the store that its proof does not give again from the stored page; all rows, not a sample. */
export async function falseProofs(pool: Pool): Promise<{ checked: number; wrong: string[] }> {
  const wrong: string[] = [];
  let checked = 0;
  last = undefined; // ids are those of one database
  let cursor = { since: new Date(-1), afterId: "0" };
  for (;;) {
    const rows = await recordsSince(pool, { ...cursor, limit: 500 });
    const end = rows.at(-1);
    if (!end) return { checked, wrong };
    cursor = { since: end.updatedAt, afterId: end.id };
    for (const { id, values } of rows) {
      const proofs = new Map((await currentProofs(pool, id)).map((proof) => [proof.attribute, proof]));
      for (const [attribute, texts] of Object.entries(values)) {
        const proof = proofs.get(attribute);
        const page = proof?.snapshotId ? await pageOf(pool, proof.snapshotId, proof.charset) : undefined;
        for (const [index, text] of texts.entries()) {
          const spans = proof?.spans.filter(({ value }) => value === index) ?? [];
          const shown = page && textOf(page, spans);
          checked += 1;
          if (spans.length === 0 || shown !== text) wrong.push(`${id} ${attribute}: “${text}”, on the page “${shown}”`);
        }
      }
    }
  }
}

let last: { id: string; page: ReturnType<typeof parsePage> } | undefined;

/** The values of a record mostly stand on one page, which is parsed once. */
async function pageOf(pool: Pool, id: string, charset: string) {
  if (last?.id !== id) {
    const snapshot = await snapshotOf(pool, id);
    if (!snapshot) return undefined;
    last = { id, page: parsePage(decodePage(snapshot.bytes, charset).html) };
  }
  return last.page;
}

function textOf(page: ReturnType<typeof parsePage>, spans: { start: number; end: number; htmlAttribute?: string | undefined }[]) {
  const [first] = spans;
  if (first?.htmlAttribute !== undefined) return decodeAttribute(page.html.slice(first.start, first.end)).trim();
  return valueText(page, spans);
}
