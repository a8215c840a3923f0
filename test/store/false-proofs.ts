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
  let cursor = { since: new Date(-1), afterId: "0" };
  for (;;) {
    const rows = await recordsSince(pool, { ...cursor, limit: 500 });
    const last = rows.at(-1);
    if (!last) return { checked, wrong };
    cursor = { since: last.updatedAt, afterId: last.id };
    for (const { id, values } of rows) {
      const proofs = new Map((await currentProofs(pool, id)).map((proof) => [proof.attribute, proof]));
      for (const [attribute, texts] of Object.entries(values)) {
        const proof = proofs.get(attribute);
        const snapshot = proof?.snapshotId ? await snapshotOf(pool, proof.snapshotId) : undefined;
        const page = snapshot && parsePage(decodePage(snapshot.bytes, proof?.charset).html);
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

function textOf(page: ReturnType<typeof parsePage>, spans: { start: number; end: number; htmlAttribute?: string | undefined }[]) {
  const [first] = spans;
  if (first?.htmlAttribute !== undefined) return decodeAttribute(page.html.slice(first.start, first.end)).trim();
  return valueText(page, spans);
}
