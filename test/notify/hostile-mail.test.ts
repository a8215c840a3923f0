/** Mails that quote hostile pages, names and people, read back as a mail program reads them. */
import { Parser } from "htmlparser2";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { visible } from "../../src/core/text/visible.js";
import { testNotifier } from "./notifier.js";
import { readMail } from "./smtp-server.js";

const HOSTILE = [
  { name: "a header of its own", text: "x\r\nBcc: evil@example.org\r\n\r\n<b>body</b>" },
  { name: "bare line feeds and returns", text: "x\nBcc: evil@example.org\rTo: evil@example.org" },
  { name: "an encoded word", text: "=?utf-8?q?x=0D=0ABcc:_evil@example.org?=" },
  { name: "separators of lines", text: "x\u2028Bcc: evil@example.org\u2029y\u0085z\u000bq" },
  { name: "the end of the mail", text: "x\r\n.\r\nMAIL FROM:<evil@example.org>\r\n" },
  { name: "markup", text: `</p><script>alert(1)</script><img src=x onerror="alert(1)"><a href='javascript:1'>x</a>` },
  { name: "a boundary", text: "\r\n----_NmP-x-Part_1\r\nContent-Type: text/html\r\n\r\n<script>1</script>" },
  { name: "turned and hidden", text: "invoice\u202efdp.exe \u2066x\u2069 pay\u200bpal \u001b]0;x\u0007" },
  { name: "half a character", text: "\ud800 a \udc00" },
  { name: "a megabyte", text: "A very long word ".repeat(62_500) },
  { name: "a megabyte of emoji", text: "🜁".repeat(262_144) },
];

const HEADERS = [
  ...["from", "to", "subject", "message-id", "references", "date", "mime-version", "content-type"],
  ...["auto-submitted", "bartree-id", "content-transfer-encoding"],
];
const OURS = new Set(["html", "head", "body", "meta", "title", "h3", "p", "blockquote", "a"]);

let own: Awaited<ReturnType<typeof testNotifier>>;
let sides = "";
beforeEach(async () => {
  own = await testNotifier({ mailTo: ["index@example.org"], thenAndNow: async () => ({ was: sides, now: sides }) });
});
afterEach(() => own.close());

const wellFormed = (text: string): string => Buffer.from(text).toString();

/** Every element, and every address that one of them names. */
function elementsOf(html: string): { names: string[]; addresses: string[] } {
  const [names, addresses]: [string[], string[]] = [[], []];
  const parser = new Parser({
    onopentag(name, attributes) {
      names.push(name);
      for (const [key, value] of Object.entries(attributes)) if (key !== "charset") addresses.push(`${key} ${value}`);
    },
  });
  parser.end(html);
  return { names, addresses };
}

describe("a mail that quotes", () => {
  it.each(HOSTILE)("$name", async ({ text }) => {
    sides = text;
    const id = await own.source("rivers");
    const stored = wellFormed(text); // the database takes no half characters
    await own.pool.query("update source set name = $2 where id = $1", [id, wellFormed(stored.slice(0, 600))]);
    await own.warn(id, "undelivered-mail", { receivers: [{ receiver: stored, reason: stored }] });
    await own.round();
    expect(own.smtp.mails).toHaveLength(1);
    const [mail] = own.smtp.mails;
    if (!mail) throw new Error("no mail");
    expect([mail.to, mail.from]).toEqual([["index@example.org"], "bartree@index.example.org"]);
    expect(mail.source.length).toBeLessThan(100_000);
    expect(mail.source).not.toMatch(/[^\r]\n|\r[^\n]/);
    expect(Math.max(...mail.source.split("\r\n").map((line) => line.length))).toBeLessThan(999); // RFC 5321
    const { headers, text: plain, html } = readMail(mail.source);
    expect([...headers.keys()].filter((name) => !HEADERS.includes(name))).toEqual([]);
    for (const [name, values] of headers) expect([name, values.length]).toEqual([name, 1]);
    expect(headers.get("to")).toEqual(["index@example.org"]);
    const [subject = ""] = headers.get("subject") ?? [];
    expect([subject.length < 400, visible(subject), subject.includes("\n")]).toEqual([true, subject, false]);
    expect(plain.replaceAll("\r\n", "\n")).toBe(visible(plain.replaceAll("\r\n", "\n")));
    expect(html.replaceAll("\r\n", "\n")).toBe(visible(html.replaceAll("\r\n", "\n")));
    const { names, addresses } = elementsOf(html);
    expect(names.filter((name) => !OURS.has(name))).toEqual([]);
    expect(addresses).toEqual([expect.stringMatching(/^href https:\/\/index\.example\.org\/warnings\/\d+$/)]);
    for (const line of plain.split(/\r?\n/)) expect(line).not.toMatch(/^(?:Bcc|To|MAIL FROM):/);
  });

  it("many warnings of 200 kB each stays small", async () => {
    const text = "A very long word ".repeat(12_500);
    sides = text;
    for (let i = 0; i < 20; i++)
      await own.warn(await own.source(`lakes ${i}`), "undelivered-mail", { receivers: [{ receiver: text, reason: text }] });
    await own.round();
    expect(own.smtp.mails).toHaveLength(1);
    expect(own.smtp.mails[0]?.source.length).toBeLessThan(1_000_000);
  });
});
