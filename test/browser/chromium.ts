/**
 * A headless Chromium for tests: the system's where there is one (CHROMIUM_PATH, /usr/bin/chromium), else the one that
 * comes with the development dependencies, so that `npm ci` is all the set-up a test needs.
 *
 * The flags are our own: those of the npm package switch web security off.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];
const START_MS = 60_000;

export interface Chromium {
  readonly path: string;
  readonly libraries?: string; // a folder of shared libraries it needs beside the system's
}

/** The system's own, undefined without. */
export function systemChromium(): Chromium | undefined {
  const path = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  return existsSync(path) ? { path } : undefined;
}

/**
 * The one inside the npm package, unpacked once per version and user. It is unpacked into a folder of its own and moved
 * into place at the end, so another process sees all of it or nothing.
 */
export async function packagedChromium(): Promise<Chromium> {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const folder = join(tmpdir(), `bartree-chromium-${versionAbove(entry)}-${userInfo().uid}`);
  if (!existsSync(folder)) {
    const staging = mkdtempSync(join(tmpdir(), "bartree-chromium-"));
    await unpack(entry, staging);
    try {
      renameSync(staging, folder);
    } catch (error) {
      rmSync(staging, { recursive: true });
      if (!existsSync(folder)) throw error; // else another process was first
    }
  }
  return { path: join(folder, "chromium"), libraries: join(folder, "al2023", "lib") };
}

function versionAbove(entry: string): string {
  let folder = dirname(entry);
  for (;;) {
    const manifest = join(folder, "package.json");
    const version = existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version;
    if (version) return version;
    folder = dirname(folder);
  }
}

/** The package unpacks to the temporary folder; its libraries only where it believes to be in the cloud it was made for. */
async function unpack(entry: string, folder: string): Promise<void> {
  const script = `const { default: chromium } = await import(${JSON.stringify(pathToFileURL(entry).href)});
    await (chromium.default ?? chromium).executablePath();`;
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" };
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { env, timeout: START_MS });
}

/** The caller closes the browser; every test that starts one has a hard time limit. `settings` are of its environment. */
export async function startChromium(
  { path, libraries }: Chromium,
  settings: Readonly<Record<string, string>> = {},
): Promise<Browser> {
  const paths = [libraries, process.env.LD_LIBRARY_PATH].filter((one) => one !== undefined);
  const env = { ...process.env, ...(paths.length > 0 && { LD_LIBRARY_PATH: paths.join(":") }), ...settings };
  return chromium.launch({
    executablePath: path,
    args: FLAGS,
    env: env as Record<string, string>,
    timeout: START_MS,
    chromiumSandbox: false,
  });
}
