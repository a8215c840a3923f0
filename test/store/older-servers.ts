/** Servers older than ours that this machine has: of the system, or where BARTREE_TEST_OLDER_SERVER says. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Package } from "../../src/store/embedded/programs.js";

const SYSTEM = "/usr/lib/postgresql";
const given = process.env.BARTREE_TEST_OLDER_SERVER; // such as the folder `native` of an older npm package

export const olderServers: readonly Package[] = [
  ...(existsSync(SYSTEM) ? readdirSync(SYSTEM) : [])
    .filter((version) => Number(version) >= 15 && Number(version) < 18 && existsSync(join(SYSTEM, version, "bin/initdb")))
    .map((version) => ({ native: join(SYSTEM, version), version: `${version}.0` })),
  ...(given === undefined
    ? []
    : [{ native: given, version: JSON.parse(readFileSync(join(given, "../package.json"), "utf8")).version }]),
];
