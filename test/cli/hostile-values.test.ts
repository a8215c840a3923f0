/** Whatever pages, people and files call themselves: no command makes a terminal obey it, on either stream. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { terminalAsk } from "../../src/cli/ask.js";
import { COMMANDS, main } from "../../src/cli/main.js";
import { Out } from "../../src/cli/out.js";
import { openLog } from "../../src/cli/worker-log.js";
import { visible, visibleLine } from "../../src/core/text/visible.js";
import { type DemoSite, startDemo } from "../../src/demo/site.js";
import { say } from "../run.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { testFolder } from "./folder.js";
import { run } from "./run.js";

const HOSTILE = "\u001b]0;owned\u0007\u001b[2J\u001b[1mbold\u202eesrever\u009b31m\u200b\r\u0085";
const SOURCE = `stars ${HOSTILE}`;

const folder = testFolder();
const page = (words: string): string =>
  `<title>${words}</title><body><h1>${words} ${HOSTILE}</h1><p>by <i>${words} ${HOSTILE} Author</i></p><p>Words</p></body>`;
const [old = "", fresh = "", other = ""] = ["One", "Two", "Three"].map((words) =>
  folder.write(`${words}\u001b[2J.html`, page(words)),
);
const template = join(folder.path, "t\u001b[2J.json");

let site: DemoSite;
let database: TestDatabase;
beforeAll(async () => {
  site = await startDemo();
  database = await testDatabase();
  await addSource();
  await spoil();
});
afterAll(async () => {
  await database.drop();
  await site.close();
});

const environment = () => ({
  DATABASE_URL: database.url,
  BARTREE_HOME: folder.path,
  BARTREE_LOOPBACK_ORIGINS: site.origin,
  BARTREE_SMTP_URL: "smtp://127.0.0.1:1",
  BARTREE_MAIL_FROM: "bartree@example.org",
});

async function addSource(): Promise<void> {
  const [source] = site.sources;
  if (!source) throw new Error("no source");
  const labels = Object.entries(source.labels).flatMap(([name, texts]) =>
    texts.flatMap((text) => ["--label", `${name}=${text}`]),
  );
  const call = ["source", "add", "stars", source.keyUrl, ...labels, "--list-url", source.listUrl, "--delay", "0"];
  for (const args of [call, ["harvest", "stars"], ["user", "add", "sari", "--role", "admin"], ["key", "add", "nightly"]])
    expect(await run(args, "", false, environment()), args.join(" ")).toMatchObject({ exitCode: 0 });
  await run(["hook", "add", `${site.origin}/hook`], "", false, environment());
}

/** All that a page or a person could have put there, and some that nobody could. */
async function spoil(): Promise<void> {
  const { pool } = database;
  const values = `jsonb_set(values, '{title,0}', to_jsonb($1::text || (values->'title'->>0)))`;
  const texts = [
    `update record set values = ${values}, withheld = jsonb_build_object('place', jsonb_build_object('class', 'unsure' || $1, 'reason', $1))`,
    `update record_version set values = ${values}`,
    "update record set identity = identity || $1",
    "update page set address = address || '?' || $1, reason = $1 where id in (select id from page order by id limit 3)",
    "update source set name = name || ' ' || $1::text, state_reason = jsonb_build_object('code', 'words', 'facts', jsonb_build_array($1::text))",
    "update template_version set note = $1",
    "update harvest set note = jsonb_build_object('code', 'words', 'facts', jsonb_build_array($1::text))",
    "update account set name = name || $1",
    "update api_key set name = name || $1, created_by = $1",
    "update webhook set origin = origin || $1",
    "insert into warning (cause, details, opened_at, seen_at) values ('odd' || $1, jsonb_build_object('was', $1::text), now(), now())",
  ];
  for (const text of texts) await pool.query(text, [HOSTILE]);
}

const call = (...args: string[]): readonly string[] => args;
const labels = (words: string) => ["--label", `title=${words} ${HOSTILE}`, "--label", `author=${words} ${HOSTILE} Author`];

const CALLS = (): Readonly<Record<string, readonly (readonly string[])[]>> => ({
  inspect: [call("inspect", old, "--region", `by One ${HOSTILE}`), call("inspect", old, "--region", HOSTILE)],
  compare: [
    call("compare", old, fresh, "--region", `${HOSTILE} not there`),
    call("compare", `no\u001b[2J`, fresh, "--region", "Words"),
  ],
  learn: [
    call("learn", old, ...labels("One"), "--sibling", fresh, other, "-o", template),
    call("learn", old, "--label", `title=not ${HOSTILE}`, "-o", template),
  ],
  extract: [
    call("extract", template, old, fresh),
    call("extract", template, old, "--why"),
    call("extract", template, old, "--format", "csv"),
    call("extract", template, old, "--format", "json"),
    call("extract", template, old, "--format", "jsonl"),
  ],
  check: [call("check", template, old), call("check", template, `none\u001b[2J`)],
  heal: [call("heal", template, fresh, "-o", template)],
  show: [call("show", template)],
  "source add": [call("source", "add", HOSTILE, `${site.origin}/\u001b[2J`, "--label", `title=${HOSTILE}`)],
  "source list": [call("source", "list")],
  "source show": [call("source", "show", SOURCE)],
  "source pause": [call("source", "pause", SOURCE)],
  "source resume": [call("source", "resume", SOURCE)],
  "source schedule": [call("source", "schedule", SOURCE, `5 4 * * *`), call("source", "schedule", SOURCE, HOSTILE)],
  "source alarms": [call("source", "alarms", SOURCE), call("source", "alarms", SOURCE, "--off", HOSTILE)],
  "source secrets": [call("source", "secrets", SOURCE, "--header", `X-${HOSTILE}=a`), call("source", "secrets", SOURCE)],
  "source rekey": [call("source", "rekey", SOURCE, "--label", `title=${HOSTILE}`)],
  "source answer": [call("source", "answer", SOURCE, `${site.origin}/\u001b[2J`, "--label", `title=${HOSTILE}`)],
  "source export": [call("source", "export", join(folder.path, "s\u001b[2J.jsonl"))],
  "source import": [
    call("source", "import", join(folder.path, "s\u001b[2J.jsonl")),
    call("source", "import", folder.write("bad.jsonl", `{"name": "${HOSTILE}`)),
  ],
  harvest: [call("harvest", SOURCE), call("harvest", HOSTILE)],
  records: [
    call("records"),
    call("records", "--format", "csv"),
    call("records", "--format", "csv", "--raw"),
    call("records", "--format", "jsonl"),
    call("records", "--id", "1"),
    call("records", "--source", HOSTILE),
    call("records", "--since", HOSTILE),
  ],
  warnings: [call("warnings", "--all")],
  "warnings acknowledge": [call("warnings", "acknowledge", "1"), call("warnings", "acknowledge", HOSTILE)],
  "hook add": [call("hook", "add", `${site.origin}/${HOSTILE}`, "--source", HOSTILE)],
  "hook list": [call("hook", "list")],
  "hook test": [call("hook", "test", HOSTILE)],
  "hook remove": [call("hook", "remove", HOSTILE)],
  "mail test": [call("mail", "test", `a${HOSTILE}@example.org`)],
  "template list": [call("template", "list", SOURCE)],
  "template undo": [call("template", "undo", SOURCE)],
  "undo-heal": [call("undo-heal", SOURCE)],
  "redo-heal": [call("redo-heal", SOURCE)],
  warc: [call("warc", join(folder.path, "w\u001b[2J.warc.gz"), "--source", SOURCE)],
  "user add": [call("user", "add", HOSTILE, "--role", HOSTILE)],
  "user list": [call("user", "list")],
  "user role": [call("user", "role", `sari${HOSTILE}`, "admin")],
  "user link": [call("user", "link", HOSTILE)],
  "user remove": [call("user", "remove", HOSTILE)],
  "key add": [call("key", "add", HOSTILE, "--role", "reader")],
  "key list": [call("key", "list")],
  "key revoke": [call("key", "revoke", HOSTILE)],
  verify: [call("verify")],
  doctor: [call("doctor")],
  forget: [call("forget", "--record", "1"), call("forget", "--source", SOURCE), call("forget", "--user", HOSTILE)],
  backup: [call("backup", join(folder.path, "b\u001b[2J.gz"))],
  restore: [call("restore", join(folder.path, "none\u001b[2J.gz"))],
  "source remove": [call("source", "remove", SOURCE)],
});

/** They stay until they are stopped; what they say is their log, which is tried below. */
const STAYING = ["serve", "worker"];

const WAYS = [
  { way: "into a pipe", isTTY: false, more: [] },
  { way: "at a terminal", isTTY: true, more: [] },
  { way: "as JSON", isTTY: false, more: ["--json"] },
] as const;

async function said(args: readonly string[], isTTY: boolean): Promise<{ stdout: string; stderr: string }> {
  const told = { stdout: "", stderr: "" };
  const ask = async (question: string): Promise<string> => {
    told.stderr += visible(question); // as `ask.ts` does
    return "n";
  };
  await main(args, {
    stdin: (async function* (): AsyncGenerator<Uint8Array> {})(),
    stdout: { write: (text) => (told.stdout += text), isTTY },
    stderr: { write: (text) => (told.stderr += text), isTTY },
    colours: isTTY,
    environment: environment(),
    ...(isTTY && { ask }),
  });
  return told;
}

/** Our own: bold heads, and the line of progress. A page's bold is told by the word that follows. */
const withoutOurs = (text: string): string =>
  text
    .replaceAll("\r\u001b[K", "")
    .replaceAll("\u001b[22m", "")
    .split("\u001b[1m")
    .reduce((all, rest) => all + (rest.startsWith("bold") ? "\u001b[1m" : "") + rest);

it("every command is asked", () => {
  expect([...Object.keys(CALLS()), ...STAYING].sort()).toEqual([...COMMANDS.keys()].sort());
});

/** Of whose answer foreign text is a part, so that it was there to be shown. */
const SHOWING = [
  ...["inspect", "compare", "learn", "extract", "check", "show", "records", "warnings", "harvest", "verify", "warc", "backup"],
  ...["source add", "source list", "source show", "source pause", "source resume", "source export", "template list"],
  ...["user list", "key list", "hook list", "restore"],
];

describe("what a terminal would obey is shown instead", () => {
  it.each(WAYS)("$way", { timeout: 120_000 }, async ({ isTTY, more }) => {
    const faults: string[] = [];
    const showing = new Set<string>();
    let tried = 0;
    for (const [name, calls] of Object.entries(CALLS()))
      for (const args of calls) {
        const isRaw = !isTTY && args.includes("csv");
        if (isRaw && more.length > 0) continue; // they contradict each other
        const told = await said([...args, ...more], isTTY);
        const [stdout, stderr] = [withoutOurs(told.stdout), withoutOurs(told.stderr)];
        if (/\ufffd|\\u001b/.test(stdout + stderr)) showing.add(name);
        if (isRaw) expect(stdout).toContain("\u009b31m");
        if ((!isRaw && stdout !== visible(stdout)) || stderr !== visible(stderr)) faults.push(JSON.stringify([args, told]));
        tried++;
      }
    say(`${tried} calls, of ${showing.size} commands with foreign text in their answer; ${faults.length} not made visible`);
    expect(faults).toEqual([]);
    expect(SHOWING.filter((name) => !showing.has(name))).toEqual([]);
  });

  it.each([true, false])("the log of those that stay (at a terminal: %s)", (isTTY) => {
    let told = "";
    const stderr = { write: (text: string) => (told += text), isTTY };
    const log = openLog({}, new Out({ stdout: stderr, stderr, json: false, colours: isTTY }));
    log.warn({ source: SOURCE, reason: HOSTILE }, `${SOURCE}: failed\nhint: curl`);
    expect(told).toBe(visible(told));
    expect(told.trimEnd().split("\n")).toHaveLength(1);
    if (!isTTY) expect(JSON.parse(told)).toMatchObject({ source: SOURCE, reason: HOSTILE });
  });

  it("a message is one line, whatever it quotes", async () => {
    const { stderr } = await said(["extract", "none\nhint: curl", old], true);
    expect(stderr.trimEnd().split("\n")).toHaveLength(2);
  });
});

it("a question is one line, whatever it names", async () => {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()].map((stream) => Object.assign(stream, { isTTY: true }));
  const ask = terminalAsk({ stdin, stderr } as unknown as Pick<NodeJS.Process, "stdin" | "stderr">);
  const answered = ask?.(`${HOSTILE}\nGo on? `);
  stdin?.write("n\n");
  expect(await answered).toBe("n");
  const asked = String(stderr?.read());
  expect(asked).toContain(`${visibleLine(HOSTILE)}\ufffdGo on? `);
  expect(asked).not.toContain("\u202e");
});

it("nothing else of the command line writes to the process's streams", () => {
  const cli = new URL("../../src/cli/", import.meta.url);
  const writers = readdirSync(cli).filter((name) =>
    /\b(?:console|stdout|stderr|writeSync|createInterface)\b/.test(readFileSync(new URL(name, cli), "utf8")),
  );
  expect(writers.sort()).toEqual(["ask.ts", "main.ts", "out.ts", "process-output.ts"]);
  expect(readFileSync(new URL("main.ts", cli), "utf8")).not.toMatch(/\.write\b/);
});
