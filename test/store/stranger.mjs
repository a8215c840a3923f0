/** Another process of this machine that tries to get at an embedded database: says with which code each try is refused. */
import { readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

const [data = "", host = "", port = ""] = process.argv.slice(2);
const codeOf = async (attempt) => {
  try {
    await attempt();
    return "let in";
  } catch (error) {
    return error.code;
  }
};
const connect = (password) => async () => {
  const client = new pg.Client({ host, port: Number(port), user: "bartree", database: "postgres", password });
  client.on("error", () => {});
  try {
    await client.connect();
  } finally {
    client.end().catch(() => {});
  }
};
const refused = {
  folder: await codeOf(() => readdirSync(data)),
  password: await codeOf(() => readFileSync(join(data, "password"))),
  connection: await codeOf(connect("guessed")),
};
writeSync(1, `${JSON.stringify(refused)}\n`);
