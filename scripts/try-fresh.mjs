/**
 * Tries the README's two commands on fresh clones of the last commit, as a newcomer would.
 *
 * Every clone stands below a folder that only its owner may enter. Started by root, one clone belongs to another user.
 * Names of tries as arguments run only those: `npm run test:fresh -- own-user`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

const tries = [
  { name: "own-user", install: "npm ci", as: {} },
  { name: "no-scripts", install: "npm ci --ignore-scripts", as: {} },
  ...(isRoot ? [{ name: "other-user", install: "npm ci", as: { uid: NOBODY, gid: NOBODY } }] : []),
];

const wanted = process.argv.slice(2);
const results = tries.filter(({ name }) => wanted.length === 0 || wanted.includes(name)).map(tryOne);
for (const { name, failed, seconds } of results) console.log(`${failed ? "FAILED" : "passed"}  ${name}  ${seconds} s`);
if (results.length === 0 || results.some(({ failed }) => failed)) process.exitCode = 1;

function tryOne({ name, install, as }) {
  const started = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "bartree-fresh-")); // mode 0700
  const home = join(folder, "home");
  const clone = join(folder, "clone");
  const env = { PATH: process.env.PATH, HOME: home, npm_config_registry: registry() };
  const run = (command) => {
    console.log(`\n[${name}] ${command}`);
    const options = { cwd: clone, env, stdio: ["ignore", "inherit", "inherit"], timeout: 2_700_000, ...as };
    return spawnSync("bash", ["-c", command], options).status === 0;
  };
  try {
    mkdirSync(home);
    execFileSync("git", ["clone", "--quiet", `file://${root}`, clone]);
    if (as.uid !== undefined) execFileSync("chown", ["-R", `${as.uid}:${as.gid}`, folder]);
    const passed = run(`${install} && npm run demo`) && run(`${install} && npm test`);
    return { name, failed: !passed, seconds: Math.round((Date.now() - started) / 1000) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The clone's user has no npm settings of its own; packages come from where ours come from. */
function registry() {
  return spawnSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).stdout.trim();
}
