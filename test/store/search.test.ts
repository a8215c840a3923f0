/** Words are found however they are written, by the embedded server, whose own capitals end with ASCII. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordsSince } from "../../src/store/record.js";
import { workList } from "../../src/store/work-list.js";
import { type TestDatabase, testDatabase } from "./database.js";
import { at } from "./shelf.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
});

async function add({ pool }: TestDatabase, text: string): Promise<void> {
  await pool.query(
    `with own as (insert into source (name, settings, created_at, updated_at) values ($1, '{}', $2, $2) returning id)
     insert into record (source_id, identity, state, version, versions, values, withheld, created_at, updated_at)
     select id, $1, 'current', 1, 1, jsonb_build_object('title', jsonb_build_array($1::text)), '{}', $2, $2 from own`,
    [text, at(1)],
  );
}

const found = async ({ pool }: TestDatabase, search: string): Promise<string[]> =>
  (await recordsSince(pool, { search, since: at(0), afterId: "0", limit: 50 })).map(({ identity }) => identity);

describe.each([
  { text: "Über die Flüsse", asked: ["über", "ÜBER FLÜSSE", "uber flusse", "u\u0308ber"], not: ["überall"] },
  { text: "uber allem", asked: ["Über"], not: [] },
  { text: "ВОДА и реки", asked: ["вода", "Реки"], not: ["река"] },
  { text: "Ηλεκτρισμός", asked: ["ηλεκτρισμος", "ΗΛΕΚΤΡΙΣΜΌΣ".toLowerCase()], not: [] },
  { text: "İstanbul Çeşmeleri", asked: ["istanbul", "cesmeleri"], not: [] },
  { text: "كِتَابٌ عن الماء", asked: ["كتاب", "الماء"], not: ["كتابة"] },
  { text: "河川の水質調査2024年", asked: ["水質", "調査", "水", "2024", "水質 河川", "水質　河川"], not: ["質水", "河水"] },
  { text: "ｶﾞｽとＡＢＣ", asked: ["ガス", "abc"], not: ["カス"] },
  { text: "กรุงเทพมหานคร", asked: ["กรุงเทพ", "มหานคร"], not: ["นครกรุง"] },
  { text: "물과 강의 지도", asked: ["지도", "물과"], not: ["도지"] },
  { text: "The O'Neil e-mail, no. R-7 (a/b)", asked: ["o'neil", "E-MAIL", "R-7", "mail", "a/b"], not: ["O'Mail"] },
])("in $text", ({ text, asked, not }) => {
  beforeAll(() => add(database, text));

  it.each(asked)("%s is found", async (words) => {
    expect(await found(database, words)).toContain(text);
  });
  it.each(not)("%s is not", async (words) => {
    expect(await found(database, words)).not.toContain(text);
  });
});

it("sources are found by their names likewise", async () => {
  const query = { q: "UBER DIE", site: null, words: null, after: null, limit: 9 };
  expect((await workList(database.pool, query, at(2))).sources.map(({ name }) => name)).toEqual(["Über die Flüsse"]);
});

it.each(["", "  ", "!?", "'", ":* & | <-> \\", "a'b\\c:*"])("“%s” is no fault", async (words) => {
  expect(await found(database, words)).toEqual([]);
});

it("a text that grows when it is written plainly is still stored", async () => {
  const letters = Array.from({ length: 60_000 }, (_, n) => String.fromCodePoint(0x20000 + (n % 40_000))).join("");
  const text = `${letters} ${"\ufdfa ".repeat(50_000)}`;
  const { pool } = database;
  const { rows } = await pool.query("select length(search_text(jsonb_build_object('a', jsonb_build_array($1::text)))) as words", [
    text,
  ]);
  expect(rows[0].words).toBeGreaterThan(40_000);
});
