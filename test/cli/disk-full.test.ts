/** A disk without room is named as what is in the way, and no half of a file stays; templates, backups and archives are tried in their own tests. */

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { constants } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { errorReport } from "../../src/api/errors.js";
import { theirWords } from "../../src/api/reasons.js";
import { diskTrouble, refuseStart, refuseWriting } from "../../src/store/system-error.js";
import { testFolder } from "./folder.js";
import { BIN } from "./staying.js";

const folder = testFolder().path;
chmodSync(folder, 0o755); // root's database server is another user's
const TIME = { timeout: 120_000 };

interface Ran {
  readonly exitCode: number;
  readonly words: string; // of standard error
}

/** A shell's words, after which "$@" is our command line. */
async function shell(words: string, args: readonly string[], environment: Record<string, string> = {}): Promise<Ran> {
  const child = spawn("sh", ["-c", words, "sh", process.execPath, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (piece) => (said += piece));
  const [exitCode] = await once(child, "close");
  return { exitCode, words: said };
}

const LIMIT = (blocks: number): string => `ulimit -f ${blocks}; exec "$@"`; // of 512 bytes, for every file that is written

it("a secret that finds no room is no secret file's fault, and nothing of it stays", TIME, async () => {
  const home = join(folder, "secretive");
  const module = pathToFileURL(resolve(import.meta.dirname, "../../dist/cli/secret-file.js")).href;
  const script = `import(${JSON.stringify(module)}).then(({ secretIn }) => secretIn(${JSON.stringify(home)}))
    .catch((error) => console.error(JSON.stringify(error.report)))`;
  const { words } = await shell(LIMIT(0), ["-e", script]);
  expect(JSON.parse(words)).toMatchObject({ code: "disk-full", message: expect.stringContaining(join(home, "secret")) });
  expect(readdirSync(home)).toEqual([]);
  expect((await shell(LIMIT(1), ["-e", script])).words).toBe(""); // with room
  expect(readdirSync(home)).toEqual(["secret"]);
});

it.each(
  [
    { name: "takes nothing", words: '"$@" > /dev/full', says: "no space left on device" },
    { name: "takes a part only", words: `ulimit -f 1; "$@" > "${folder}/part.txt"`, says: "file too large" },
  ].slice(existsSync("/dev/full") ? 0 : 1),
)("an output file whose disk $name is no success", TIME, async ({ words, says }) => {
  const ran = await shell(words, [BIN, "--help"]);
  expect(ran).toEqual({ exitCode: 5, words: expect.stringMatching(`no room on the disk for “standard output”: ${says}`) });
});

it("a database that finds no room when it is made, with nothing of it left", TIME, async () => {
  const home = join(folder, "limited");
  const { exitCode, words } = await shell(LIMIT(64), [BIN, "source", "list"], { BARTREE_HOME: home });
  expect([exitCode, words]).toEqual([5, expect.stringMatching(/no room on the disk for “.*postgres\/data”.*\[disk-full\]/)]);
  expect(readdirSync(join(home, "postgres"))).toEqual([]);
});

it.runIf(mayMount())("a database whose disk is full says so at once, and goes on when there is room", TIME, async () => {
  const disk = join(folder, "disk");
  mkdirSync(disk);
  const words = `
    mount -t tmpfs -o size=120m,mode=755 none "${disk}" || exit 99
    "$@" || exit 98
    dd if=/dev/zero of="${disk}/filling" bs=4k 2>/dev/null
    "$@"; code=$?
    rm "${disk}/filling"
    "$@" || exit 97
    exit $code`;
  const ran = await shell(`unshare -m sh -c '${words}' sh "$@"`, [BIN, "source", "list"], { BARTREE_HOME: join(disk, "home") });
  expect(ran).toEqual({
    exitCode: 5,
    words: expect.stringMatching(/^bartree: There is no room on the disk .*\[disk-full\]\nhint:.*\n$/),
  });
});

it.each(["ENOSPC", "EDQUOT", "EFBIG"] as const)("%s is told as what it is, wherever it comes up", (code) => {
  const error = Object.assign(new Error(code), { code, errno: -constants.errno[code], syscall: "write" });
  expect(diskTrouble(error)).toMatchObject({ code: "disk-full" });
  for (const wrong of ["secret-file", "file-unwritable", "embedded-folder"] as const)
    expect(() => refuseWriting(wrong, "/x", error)).toThrow(/no room on the disk for “\/x”/);
});

it("other troubles keep their own codes", () => {
  const error = Object.assign(new Error("EACCES"), { code: "EACCES", errno: -constants.errno.EACCES });
  expect(diskTrouble(error)).toBeUndefined();
  expect(() => refuseWriting("secret-file", "/x", error)).toThrow(
    errorReport("secret-file", "/x", theirWords("permission denied")).message,
  );
  expect(() => refuseStart("invalid value", "/x")).toThrow(/did not start: invalid value/);
});

/** A disk of the test's own, which nobody else sees. */
function mayMount(): boolean {
  try {
    execFileSync("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
