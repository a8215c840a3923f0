/** All migrations in order; the number of the last one is the schema version. Only ever added to: a released one is never edited. */
import { search } from "./0001-search.js";
import { nouns } from "./0002-nouns.js";
import { jobs } from "./0003-jobs.js";
import { accounts } from "./0004-accounts.js";
import { summary } from "./0005-summary.js";
import { messages } from "./0006-messages.js";
import { upkeep } from "./0007-upkeep.js";

export const MIGRATIONS: readonly string[] = [search, nouns, jobs, accounts, summary, messages, upkeep];
