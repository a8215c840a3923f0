import { expect, it } from "vitest";
import { ERROR_CODES, errorReport } from "../../src/api/errors.js";
import { SETTINGS } from "../../src/api/settings.js";
import { reasonOf, WITHHELD_CLASSES } from "../../src/core/guard/guards.js";
import { CHARSET_DOUBTFUL, noPage } from "../../src/harvester/check/no-page.js";
import {
  fewSiblings,
  NOT_ON_PAGE,
  NOTHING_LEARNT,
  readAs,
  readBefore,
  SEVERAL_PLACES,
} from "../../src/harvester/draft/note-words.js";
import { nextSentence } from "../../src/harvester/draft/paging.js";
import { listProblem } from "../../src/harvester/set-up/list-problem.js";
import { COUNTED, frozen, silence, unchanged } from "../../src/harvester/warn/alarm-words.js";
import { CAUSES, HARVEST_CAUSES } from "../../src/harvester/warn/warn.js";
import { inLanguage } from "../../src/web/texts/server-sentences.js";
import { withoutName } from "../../src/web/texts/without-name.js";

const NAME = "Slow Rivers: reports (new)";
const overdue = (days: number) => ({ since: new Date("2026-10-25"), longestMs: days * 86_400_000 });
const late = (days: number) => ({ address: "http://rivers.example/7", ...overdue(days) });
const jump = { usual: 5, limit: 3, now: 11 };
const TOLD = [
  ...Object.values({ ...CAUSES, ...HARVEST_CAUSES }).map(({ message, hint }) => ({ message: message(NAME), hint })),
  silence(NAME, overdue(1)),
  silence(NAME, overdue(4)),
  frozen(NAME, overdue(1)),
  unchanged(NAME, [late(3)]),
  unchanged(NAME, [late(3), late(4)]),
  ...Object.values(COUNTED).map((words) => words(NAME, jump)),
];

it.each(TOLD)("$message", ({ message, hint }) => {
  const told = inLanguage("id", message);
  expect(told).not.toBe(message);
  expect(told).toContain(`“${NAME}”`);
  expect(told.match(/\d[\d-]*/g) ?? []).toEqual(expect.arrayContaining(message.match(/\d[\d-]*/g) ?? []));
  expect(told).not.toMatch(/[{}]|\bdays?\b/);
  expect(inLanguage("en", message)).toBe(message);
  if (!hint.includes("`")) expect(inLanguage("id", hint)).not.toBe(hint); // commands are for the terminal; the page has acts instead
});

it("a name is left out where it stands beside, and a sentence nobody knows stays", () => {
  expect(withoutName(inLanguage("id", CAUSES["not-healed"].message(NAME)), NAME)).toMatch(/^Halaman telah berubah/);
  expect(withoutName(inLanguage("id", CAUSES.unreachable.message(NAME)), NAME)).toMatch(/^Tidak menjawab/);
  expect(inLanguage("id", "Something new.")).toBe("Something new.");
});

const ADDRESS = "http://rivers.example/papers?a=“1”";
const REASON = "the status is 503";
const OF_THE_PAGE = [
  errorReport("page-empty", ADDRESS),
  errorReport("page-not-html", ADDRESS),
  errorReport("address-refused", ADDRESS, "port 21 is not a port of the web"),
  errorReport("redirect-refused", ADDRESS, "it leads from https to http"),
  errorReport("too-many-redirects", ADDRESS, "more than 10 times"),
  errorReport("robots-disallowed", ADDRESS, "the site's robots.txt does not want it visited"),
  errorReport("robots-unreachable", ADDRESS, REASON),
  errorReport("host-not-found", ADDRESS, "no address is known for rivers.example"),
  errorReport("host-busy", ADDRESS, "the host asked for a pause of 30 s more"),
  errorReport("too-many-drafts", 200),
  errorReport("fetch-timeout", ADDRESS, "no answer within 20 s"),
  errorReport("fetch-failed", ADDRESS, "no connection (ECONNREFUSED)"),
  errorReport("certificate-invalid", ADDRESS, "self-signed certificate"),
  errorReport("status-unexpected", ADDRESS, REASON),
  errorReport("page-gone", ADDRESS, "the status is 404"),
  errorReport("response-too-large", ADDRESS, "it has more than 50 MB"),
  errorReport("response-incomplete", ADDRESS, "the connection broke off (UND_ERR_SOCKET)"),
  errorReport("work-too-long", 10),
  errorReport("work-too-large", 1024),
  errorReport("encoding-unsupported", ADDRESS, "the encoding is “zz”"),
  errorReport("header-invalid", "cookie", "it has two lines"),
  errorReport("browser-missing", ADDRESS, "no browser is named"),
  errorReport("render-refused", ADDRESS, "as root the browser would run without its sandbox"),
  errorReport("render-failed", ADDRESS, "the browser ended with code 1"),
  errorReport("render-with-secrets", "cookie"),
  errorReport("nothing-learnt"),
  errorReport("list-not-learnt", listProblem({ ok: false, code: "no-common-place" })),
  errorReport("list-not-learnt", listProblem({ ok: false, code: "several-lists", counts: [3, 7] })),
  errorReport("list-not-learnt", listProblem({ ok: false, code: "contradicted", record: 2 })),
  errorReport("list-not-learnt", listProblem({ ok: false, code: "identity-unknown", attribute: "title" })),
  errorReport("list-not-learnt", listProblem({ ok: false, code: "label-not-found", attribute: "title", record: 1 })),
  errorReport("list-not-learnt", listProblem({ ok: false, code: "no-labels" })),
  errorReport("link-not-found", ADDRESS, "http://rivers.example/7"),
  errorReport("source-exists", NAME),
  errorReport("source-unknown", NAME),
  errorReport("source-invalid", "delayMs: it is less than 0"),
  errorReport("source-busy", NAME),
  errorReport("nothing-to-undo", NAME),
  errorReport("nothing-to-redo", NAME),
  errorReport("record-is-key", NAME),
  errorReport("request-invalid", "name: it is missing"),
  errorReport("body-too-large", 1_000_000),
  errorReport("too-many-requests", 12),
  errorReport("route-unknown", "/api/nothing"),
  errorReport("not-there", "record"),
  errorReport("not-signed-in"),
  errorReport("not-allowed", "reader"),
  errorReport("request-foreign"),
  errorReport("request-embedded"),
  errorReport("host-unknown", "rivers.example"),
  errorReport("sign-in-failed"),
  errorReport("sign-in-limited", 9),
  errorReport("sign-in-busy", 3),
  errorReport("password-common", "many people have it"),
  errorReport("password-common", "it is the name of the account"),
  errorReport("password-common", "it is the name of this program"),
  errorReport("key-expired", new Date("2026-10-25")),
  errorReport("account-has-keys", 2),
  errorReport("link-spent"),
  errorReport("name-taken", "Rina"),
  errorReport("last-admin"),
  errorReport("first-is-admin"),
  errorReport("draft-changed"),
  errorReport("draft-incomplete", "it has no label"),
  errorReport("asset-refused", "it has more than 5 MB"),
  errorReport("page-dropped", "ab12", new Date("2026-10-25")),
  errorReport("database-unreachable", "it does not answer now"),
  errorReport("database-full", "disk full"),
  errorReport("disk-low"),
  errorReport("disk-full", "secret", "no space left on device"),
  errorReport("secret-lost"),
  errorReport("secret-file", "secret", "others than its owner may read or write it"),
  errorReport("mail-not-set"),
  errorReport("not-delivered", REASON),
  errorReport("internal", "the server's log says more"),
];

/** Met in a terminal only, where bartree speaks English. */
const OF_THE_TERMINAL =
  /^(text|region|file|stdin|label|labels|records|choice|few|sibling|siblings|template|ratio|setting|migration|backup|embedded|too-many-labels|too-many-siblings|attribute|key-missing|contradicted|not-confirmed|usage|unknown|account-needed|port)\b|^(page-too-large|pages-left-out|list-proposed|sitemap-offered|depth-found|hosts-left-out|list-empty|pages-unproved|crawl-slow|answer-unusable|values-lost|database-(too-old|encoding|newer|not-empty|shared|in-use))$/;

it.each(OF_THE_PAGE)("$code: $message", ({ message, hint }) => {
  for (const sentence of [message, hint]) {
    const told = inLanguage("id", sentence);
    expect(told).not.toBe(sentence);
    expect(told).not.toMatch(/[{}]/);
    const facts = /“[^”]*”|\d+|`[^`]*`/g;
    expect(told.match(facts) ?? []).toEqual(sentence.match(facts) ?? []);
  }
});

it.each(Object.entries(SETTINGS))("%s does what is told in Indonesian too", (_, { does }) => {
  const told = inLanguage("id", does);
  expect(told).not.toBe(does);
  const facts = /`[^`]*`|\d+/g;
  expect((told.match(facts) ?? []).toSorted()).toEqual((does.match(facts) ?? []).toSorted());
});

const LIST = "http://rivers.example/list";
const NOTES = [
  NOTHING_LEARNT,
  NOT_ON_PAGE,
  SEVERAL_PLACES,
  readAs(["On “Silt”", "On Sand"]),
  ...[0, 1, 2].map((siblings) => fewSiblings(siblings) ?? ""),
  readBefore({ looked: 1, other: 0, less: 0 }),
  readBefore({ looked: 12, other: 0, less: 11 }),
  readBefore({ looked: 12, other: 3, less: 0 }),
  readBefore({ looked: 12, other: 3, less: 4 }),
  nextSentence(null, LIST) ?? "",
  nextSentence({ by: "rel" }, LIST) ?? "",
  nextSentence({ by: "text", text: "Older “news”" }, LIST) ?? "",
  nextSentence({ by: "number", pattern: `${LIST}?page={n}`, first: 1, step: 1 }, LIST) ?? "",
  ...WITHHELD_CLASSES.map(reasonOf),
  noPage({ kind: "gone", address: ADDRESS, status: 410 }).reason,
  CHARSET_DOUBTFUL,
  "it does not look like a page of the site",
];

it.each(NOTES)("%s", (note) => {
  const told = inLanguage("id", note);
  expect(told).not.toBe(note);
  expect(told).not.toMatch(/\b(the|is|are|was|were|pages|of)\b/);
  const facts = /“.*”|\d+|http\S+/gs;
  expect(told.match(facts) ?? []).toEqual(note.match(facts) ?? []);
});

it("every error is either told in Indonesian or met in a terminal only", () => {
  const told = new Set<string>(OF_THE_PAGE.map(({ code }) => code));
  expect(ERROR_CODES.filter((code) => told.has(code) === OF_THE_TERMINAL.test(code))).toEqual([]);
});

it("what is missing, a role and a reason are told in Indonesian too", () => {
  expect(inLanguage("id", errorReport("not-there", "record").message)).toBe(
    "Tidak ada rekaman seperti itu, atau sudah tidak ada.",
  );
  expect(inLanguage("id", errorReport("not-allowed", "reader").message)).toBe("Ini memerlukan peran pembaca.");
  expect(inLanguage("id", errorReport("page-gone", ADDRESS, "the status is 404").message)).toBe(
    `“${ADDRESS}” tidak ada: statusnya 404.`,
  );
});
