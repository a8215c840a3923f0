import { afterAll, beforeAll, expect, it } from "vitest";
import { openStore } from "../../src/store/connect.js";
import { type TestDatabase, testDatabase } from "./database.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

it("a lost connection is told of, but not one that hears of the server's end while the store closes", async () => {
  const notes: string[] = [];
  const onNote = (note: string) => notes.push(note);
  const { pool, close } = await openStore({ databaseUrl: database.url, home: "", now: new Date(), onNote });
  const tell = () => pool.emit("error", new Error("terminating connection"), Object.create(null));
  tell();
  expect(notes).toEqual(["A connection to the database was lost: terminating connection"]);
  const closing = close();
  tell();
  await closing;
  tell();
  expect(notes).toHaveLength(1);
});
