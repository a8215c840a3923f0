/** What the server says by code and facts, as the page says it in Indonesian. That none is missing, the compiler holds. */
import { expect, it } from "vitest";
import { ERROR_CODES, errorReport } from "../../src/api/errors.js";
import { because, saidReason, theirWords } from "../../src/api/reasons.js";
import { SETTINGS, type SettingName } from "../../src/api/settings.js";
import { WARNING_CAUSES, type WarningMet, warningWords } from "../../src/api/warning-words.js";
import { WITHHELD_CLASSES } from "../../src/core/guard/guards.js";
import { errorSaid, reasonSaid, settingSaid, warningSaid } from "../../src/web/texts/said.js";

const since = "2026-10-25T00:00:00.000Z";
const DAY_MS = 86_400_000;
const reason = because("no-known-record");
const jump = { usual: 5, now: 11, version: 1, judged: { usual: 5, limit: 3, now: 11 } };
const stuck = { receivers: [{ receiver: "7", reason: "the status is 503" }] };
const WARNINGS: readonly WarningMet[] = [
  { cause: "key-missing", details: { reason } },
  { cause: "not-healed", details: { reason } },
  { cause: "unreachable", details: { reason } },
  { cause: "unrecognised", details: { reason } },
  { cause: "list-unread", details: { address: "http://rivers.example/list" } },
  { cause: "unconfirmed", details: {} },
  { cause: "nothing-read", details: {} },
  { cause: "records-unread", details: { records: [] } },
  { cause: "limit", details: { maxPages: 10 } },
  { cause: "failed", details: { reason: "no" } },
  { cause: "proof-failed", details: { addresses: [] } },
  { cause: "secret-lost", details: { reason: "no" } },
  { cause: "secret-file", details: { reason: "no" } },
  { cause: "pages-unlike", details: { pages: 7, found: 20, addresses: ["http://rivers.example/7"] } },
  { cause: "variants", details: { groups: [{ pages: 12 }] } },
  { cause: "variants", details: { groups: [{ pages: 12 }, { pages: 4 }] } },
  { cause: "silence", details: { since, longestMs: DAY_MS } },
  { cause: "silence", details: { since, longestMs: 4 * DAY_MS } },
  { cause: "unchanged", details: { since, longestMs: 4 * DAY_MS } },
  { cause: "unchanged", details: { pages: 1, first: [{ address: "http://rivers.example/7" }] } },
  { cause: "unchanged", details: { pages: 12, first: [{ address: "http://rivers.example/7" }] } },
  { cause: "fewer-pages", details: jump },
  { cause: "more-withheld", details: jump },
  { cause: "untaken", details: jump },
  { cause: "undelivered-mail", details: stuck },
  { cause: "undelivered-webhook", details: stuck },
  { cause: "disk-low", details: {} },
];
const ENGLISH = /\b(the|is|are|was|were|pages|of|days?)\b/;
const FACTS = /“[^”]*”|\d[\d-]*|`[^`]*`|http\S+/g;
const factsIn = (sentence: string): string[] => sentence.match(FACTS) ?? [];

it.each(WARNINGS.map((warning) => ({ warning, english: warningWords(warning, null) })))(
  "$warning.cause: $english.message",
  ({ warning, english }) => {
    const { message, hint } = warningSaid("id", warning);
    expect(factsIn(message)).toEqual(factsIn(english.message));
    expect(message.replace("the status is 503", "")).not.toMatch(ENGLISH); // words of another program
    if (hint === null) expect(english.hint).toContain("`"); // a command; the page has an act instead
    expect(hint ?? "").not.toMatch(ENGLISH);
  },
);

it("no cause is left untried, and the source is named only where nothing beside the sentence names it", () => {
  expect(WARNING_CAUSES.filter((cause) => !WARNINGS.some((warning) => warning.cause === cause))).toEqual([]);
  const [first] = WARNINGS as [WarningMet];
  expect(warningWords(first, "Slow Rivers: reports (new)").message).toContain(" of “Slow Rivers: reports (new)” ");
  expect(warningSaid("en", first).message).toMatch(/^No known record is displayed/);
});

const ADDRESS = "http://rivers.example/papers?a=“1”";
const STATUS = because("status", 503);
const REPORTS = [
  errorReport("address-refused", ADDRESS, because("port-closed", "21")),
  errorReport("redirect-refused", ADDRESS, because("from-https-to-http")),
  errorReport("robots-unreachable", ADDRESS, because("refused", errorReport("work-too-long", 10))),
  errorReport("host-not-found", ADDRESS, because("resolver-silent", "rivers.example", "ESERVFAIL")),
  errorReport("fetch-failed", ADDRESS, because("proxy", because("no-connection", "ECONNREFUSED"))),
  errorReport("certificate-invalid", ADDRESS, theirWords("self-signed")),
  errorReport("page-gone", ADDRESS, because("status", 404)),
  errorReport("list-not-learnt", because("several-lists", [3, 7])),
  errorReport("draft-incomplete", because("list-page-unread", STATUS)),
  errorReport("not-there", "record"),
  errorReport("not-allowed", "reader"),
  errorReport("key-expired", "2026-10-25"),
  errorReport("body-too-large", 1_000_000),
  errorReport("account-has-keys", 2),
  errorReport("password-common", because("password-of-many")),
  errorReport("internal", because("log-says-more")),
];

it.each(REPORTS)("$code: $message", (report) => {
  const said = errorSaid("id", report);
  for (const part of ["message", "hint"] as const) {
    expect(said[part]).not.toMatch(ENGLISH);
    expect(factsIn(said[part])).toEqual(factsIn(report[part]));
  }
  expect(errorSaid("en", report)).toMatchObject({ message: report.message, hint: report.hint });
});

it("facts that are words themselves, and reasons within a sentence, are said in Indonesian too", () => {
  const said = (report: (typeof REPORTS)[number]): string => errorSaid("id", report).message;
  expect(said(errorReport("not-there", "record"))).toBe("Tidak ada rekaman seperti itu, atau sudah tidak ada.");
  expect(said(errorReport("not-allowed", "reader"))).toBe("Ini memerlukan peran pembaca.");
  expect(said(errorReport("page-gone", ADDRESS, because("status", 404)))).toBe(`“${ADDRESS}” tidak ada: statusnya 404.`);
  expect(said(errorReport("robots-unreachable", ADDRESS, because("refused", errorReport("work-too-long", 10))))).toMatch(
    /Pengolahan halaman lebih lama dari 10 detik dan dihentikan\.$/,
  );
});

it("an error of the terminal alone stays English", () => {
  const report = errorReport("stdin-twice");
  expect(errorSaid("id", report).message).toBe(report.message);
  expect(ERROR_CODES).toContain(report.code);
});

it.each(
  [
    because("broken-off", null),
    because("broken-off", "UND_ERR_SOCKET"),
    because("heal-undone", 4),
    because("secrets-not-exported", ["cookie"], true),
    because("few-siblings", 1),
    because("read-as", "On “Silt”; On Sand"),
    because("read-before", 1, 0, 0),
    because("read-before", 12, 0, 11),
    because("read-before", 12, 3, 4),
    because("next-by-text", "Older “news”"),
    because("next-by-number", "http://rivers.example/list?page={n}"),
    because("refused", errorReport("link-not-found", ADDRESS, "http://rivers.example/7")),
  ].map(saidReason),
)("$code: $message", (reason) => {
  const said = reasonSaid("id", reason);
  expect(said).not.toMatch(ENGLISH);
  expect(factsIn(said)).toEqual(factsIn(reason.message));
  expect(reasonSaid("en", reason)).toBe(reason.message);
});

it.each(WITHHELD_CLASSES)("%s is said in Indonesian beside a label", (kind) => {
  expect(reasonSaid("id", saidReason(because("withheld-as", kind, "It is.")))).not.toMatch(ENGLISH);
});

it("what another version has stored under a code of its own is shown by that code", () => {
  const reason = JSON.parse('{"code":"toString","facts":[]}');
  expect([saidReason(reason).message, reasonSaid("id", saidReason(reason))]).toEqual(["toString", "toString"]);
  const warning = JSON.parse('{"cause":"toString","details":{}}');
  expect([warningWords(warning, "a").message, warningSaid("id", warning).message]).toEqual(["toString", "toString"]);
});

it.each(Object.entries(SETTINGS))("%s does what is told in Indonesian too", (name, { does }) => {
  const said = settingSaid("id", name as SettingName, does);
  expect(said).not.toBe(does);
  const facts = /`[^`]*`|\d+/g;
  expect((said.match(facts) ?? []).toSorted()).toEqual((does.match(facts) ?? []).toSorted());
});
