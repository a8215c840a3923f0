/**
 * Builds dist/ when it is not what the sources would give now.
 *
 * Why on demand: install scripts may be off, so nobody can rely on `prepare` having run.
 * `dist/.built` lists every source with its time and size, taken before the last good build. A source that is newer,
 * older, added or gone makes the list differ, and dist/ is built again; a failed build leaves the old list.
 * Everything said goes to standard error: standard output belongs to the command that asked for the build.
 */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");
const stamp = join(dist, ".built");
const web = join(root, "src", "web");
const webStamp = join(dist, ".built-web");
const lock = join(dist, ".lock");
const LOCK_PATIENCE_MS = 120_000;

export class BuildError extends Error {}

export async function buildIfStale() {
  if (isFresh()) return;
  mkdirSync(dist, { recursive: true });
  await takeLock();
  try {
    if (!isFresh()) await build(); // another process may have built while this one waited
  } finally {
    rmSync(lock, { force: true });
  }
}

async function build() {
  const built = sourceList();
  compile();
  await buildPage();
  const expected = new Set();
  for (const path of filesBelow(join(root, "src")).filter((path) => !path.startsWith(web))) {
    const name = relative(join(root, "src"), path);
    if (name.endsWith(".ts")) {
      expected.add(name.replace(/ts$/, "js")).add(name.replace(/ts$/, "d.ts"));
    } else if (!name.endsWith("tsconfig.json")) {
      expected.add(name);
      cpSync(path, join(dist, name));
    }
  }
  for (const path of filesBelow(dist)) {
    const name = relative(dist, path);
    if (!name.startsWith(".") && !name.startsWith("web") && !expected.has(name)) rmSync(path); // its source is gone
  }
  note(stamp, built);
}

/** The web page takes seconds to bundle, so it is left alone unless something it is made of differs. */
async function buildPage() {
  const built = listOf([
    ...INPUTS.map((name) => join(root, name)),
    ...["web", "core", "api"].flatMap((name) => filesBelow(join(root, "src", name))),
  ]);
  if (contentOf(webStamp) === built) return;
  const { build: bundle } = await import("vite");
  try {
    await bundle({ configFile: join(web, "vite.config.mjs") });
  } catch (error) {
    throw new BuildError(`The web page cannot be bundled: ${error.message}`);
  }
  note(webStamp, built);
}

function note(path, text) {
  writeFileSync(`${path}.next`, text);
  renameSync(`${path}.next`, path);
}

function compile() {
  let tsc;
  try {
    tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
  } catch {
    throw new BuildError("The TypeScript compiler is not installed; run `npm ci` in the checkout first.");
  }
  const { status } = spawnSync(process.execPath, [tsc, "-b", root], { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new BuildError("The sources do not compile; the compiler's messages stand above.");
}

export function isFresh() {
  return contentOf(stamp) === sourceList();
}

/** The lock file can outlive its maker, so it holds the maker's process number and a token that never comes again. */
async function takeLock() {
  const giveUp = Date.now() + LOCK_PATIENCE_MS;
  while (!create(lock, `${process.pid}-${randomUUID()}`)) {
    if (Date.now() > giveUp) throw new BuildError("Another build has not ended for two minutes; remove dist/.lock.");
    if (!removeDeadLock()) await pause(50);
  }
}

/**
 * Two processes may see the same dead lock, and the slower one must not remove the faster one's new lock. So a lock is
 * removed only under a marker named after its token: whoever has the marker is alone, and looks again.
 */
function removeDeadLock() {
  const token = contentOf(lock);
  if (token === "" || isAlive(Number.parseInt(token, 10))) return false; // empty: gone, or being written
  const marker = `${lock}.${token}`;
  if (!create(marker, "")) return false;
  if (contentOf(lock) === token) rmSync(lock);
  rmSync(marker);
  return true;
}

function create(path, text) {
  try {
    writeFileSync(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function contentOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return "";
    throw error;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0); // signal 0 only asks
  } catch (error) {
    return error.code === "EPERM"; // alive, but another user's
  }
}

const INPUTS = ["tsconfig.json", "tsconfig.base.json", "package-lock.json", "scripts/build.mjs"];

const sourceList = () => listOf([...INPUTS.map((name) => join(root, name)), ...filesBelow(join(root, "src"))]);

function listOf(paths) {
  return paths
    .map((path) => {
      const { mtimeMs, size } = statSync(path);
      return `${relative(root, path)} ${mtimeMs} ${size}\n`;
    })
    .join("");
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await buildIfStale();
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(`build: ${error.message}`);
    process.exitCode = 1;
  }
}
