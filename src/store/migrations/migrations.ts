/** All migrations in order; the number of the last one is the layout. Only ever added to: a released one is never edited. */
import { nouns } from "./0001-nouns.js";
import { jobs } from "./0004-jobs.js";
import { alarms } from "./0005-alarms.js";
import { accounts } from "./0006-accounts.js";
import { summary } from "./0007-summary.js";
import { messages } from "./0008-messages.js";
import { upkeep } from "./0009-upkeep.js";
import { lighterWrites } from "./0010-lighter-writes.js";
import { order } from "./0011-order.js";
import { oneMarkAHarvest } from "./0012-one-mark-a-harvest.js";
import { unreadPages } from "./0013-unread-pages.js";
import { secretsForOlder } from "./0014-secrets-for.js";
import { pageCharset } from "./0015-page-charset.js";
import { skippedPages } from "./0016-skipped-pages.js";
import { signInTries } from "./0017-sign-in-tries.js";
import { pageBase } from "./0018-page-base.js";
import { visitedIn } from "./0019-visited-in.js";
import { searchWords } from "./0020-search-words.js";
import { withheldPages } from "./0021-withheld-pages.js";

export const MIGRATIONS: readonly string[] = [
  nouns,
  jobs,
  alarms,
  accounts,
  summary,
  order,
  lighterWrites,
  messages,
  upkeep,
  oneMarkAHarvest,
  secretsForOlder,
  unreadPages,
  pageCharset,
  skippedPages,
  signInTries,
  pageBase,
  visitedIn,
  searchWords,
  withheldPages,
];
