import { beforeAll, describe, expect, it } from "vitest";
import { newPage, oldPage } from "../core/bookshop.js";
import { testFolder } from "./folder.js";
import { run } from "./run.js";
import { book, learnShop, shopFiles } from "./shop.js";

const folder = testFolder();
const shop = shopFiles(folder);
beforeAll(() => learnShop(shop));

const closed = (html: string): string => html.replace("</body>", "<p>Closed on Monday</p></body>");

describe("bartree check", () => {
  it.each([
    { verdict: "same", html: oldPage(book(0)), exitCode: 0 },
    { verdict: "same", html: oldPage({ ...book(0), price: "€99.00" }), exitCode: 0 },
    { verdict: "changed", html: closed(oldPage(book(0))), exitCode: 0 },
    { verdict: "broken", html: newPage(book(0)), exitCode: 3 },
    { verdict: "key-missing", html: oldPage(book(4)), exitCode: 4 },
    { verdict: "unrecognised", html: "<h1>Error</h1><p>Please try again later.</p>", exitCode: 4 },
  ])("$verdict: exit $exitCode", async ({ verdict, html, exitCode }) => {
    const ran = await run(["check", shop.template, "-", "--json"], html);
    const checked = JSON.parse(ran.stdout);
    expect({ verdict: checked.verdict, exitCode: ran.exitCode }).toEqual({ verdict, exitCode });
    expect(Object.keys(checked)).toEqual(["verdict", "sets", "case", "at", "reading"]);
  });

  it("gives sets, case, place and the reading of every attribute", async () => {
    const html = closed(oldPage({ ...book(0), price: "€99.00" }));
    const { stdout } = await run(["check", shop.template, "-", "--json"], html);
    expect(JSON.parse(stdout)).toEqual({
      verdict: "changed",
      sets: { S1: false, S2: false, S3: false, S4: false, S5: false },
      case: "3-lower",
      at: { d: 3, side: "lower" },
      reading: { title: "exact", author: "exact", year: "exact", price: "edited" },
    });
  });

  it("tells people in words", async () => {
    const { stdout } = await run(["check", shop.template, "-"], newPage(book(0)));
    expect(stdout).toContain("broken: the record is still displayed, but no longer read\n");
    expect(stdout).toMatch(/\ntitle +failed +displayed, but not read\n/);
    expect(stdout).toMatch(/\nS5 +differs +S4, and/);
  });

  it.each([
    { name: "cut off", text: '{"format": "bartree-template",', code: "template-unreadable" },
    { name: "newer", text: '{"format": "bartree-template", "version": 2}', code: "template-newer" },
    { name: "damaged", text: '{"format": "bartree-template", "version": 1, "kind": "page"}', code: "template-invalid" },
  ])("a template that is $name: $code", async ({ text, code }) => {
    const { exitCode, stdout } = await run(["check", folder.write("bad.json", text), shop.first, "--json"]);
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout).error.code).toBe(code);
  });

  it("a template of lists is refused", async () => {
    const page = folder.write("list.html", "<ul><li>Ash<li>Birch<li>Cedar</ul>");
    const template = `${folder.path}/list.json`;
    await run(["learn", page, "--list", "--record", "name=Ash", "--record", "name=Birch", "-o", template]);
    expect((await run(["check", template, page])).stderr).toContain("[template-is-list]");
  });
});
