import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { testFolder } from "./folder.js";
import { run } from "./run.js";
import { learnShop, shopFiles } from "./shop.js";

const folder = testFolder();
const shop = shopFiles(folder);
beforeAll(() => learnShop(shop));

describe("bartree show", () => {
  it("explains attributes, delimiters, rules and bars", async () => {
    const { exitCode, stdout, stderr } = await run(["show", shop.template]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain("It was learnt from labelled pages: 1, and siblings: 5.\n");
    expect(stdout).toMatch(/attribute \| upper delimiter +\| lower delimiter\n/);
    expect(stdout).toContain("year, labelled “1987”\n");
    expect(stdout).toContain("  - directly after “Year:”\n");
    expect(stdout).toContain("It must follow “year”.\n");
    expect(stdout).toMatch(/\nd +path +P_d +k_d +w_d\n1 +html +1 +1 +1\.0000\n/);
  });

  it("--json has the same as data", async () => {
    const shown = JSON.parse((await run(["show", shop.template, "--json"])).stdout);
    expect(Object.keys(shown)).toEqual(["kind", "about", "attributes", "delimiters", "bars"]);
    expect(shown.attributes.map(({ name }: { name: string }) => name)).toEqual(["author", "price", "title", "year"]);
    expect(shown.bars.path).toEqual(["html", "body", "div", "h1"]);
  });

  it("--svg draws the bars of the key page", async () => {
    const figures = join(folder.path, "figures");
    await run(["show", shop.template, "--svg", figures]);
    expect(readdirSync(figures).sort()).toEqual(["bars.svg", "pattern.svg", "tree.svg"]);
  });

  it("explains lists, which have no bars to draw", async () => {
    const page = folder.write(
      "list.html",
      "<ul class=trees><li><a href=1>Ash</a><li><a href=2>Elm</a><li><a href=3>Fir</a></ul>",
    );
    const template = join(folder.path, "list.json");
    await run(["learn", page, "--list", "--record", "name=Ash", "--record", "name=Elm", "-o", template]);
    const { stdout, stderr } = await run(["show", template, "--svg", join(folder.path, "none")]);
    expect(stdout).toContain("Each li in it is one record.\n");
    expect(stdout).toContain("Each record's own link is href of");
    expect(stderr).toContain("nothing is drawn");
    expect(existsSync(join(folder.path, "none"))).toBe(false);
  });
});
