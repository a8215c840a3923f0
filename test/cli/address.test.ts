import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answer, type Site, startSite } from "../fetch/site.js";
import { run } from "./run.js";

let site: Site;
const agents: (string | undefined)[] = [];
beforeAll(async () => {
  site = await startSite(({ url, headers }, response) => {
    agents.push(headers["user-agent"]);
    if (url === "/page") answer(response, 200, { "content-type": "text/html" }, "<!doctype html><h1>A journal</h1><p>On Bars");
    else if (url === "/empty") answer(response, 200, { "content-type": "text/html" }, " ");
    else if (url === "/text") answer(response, 200, { "content-type": "text/plain" }, "no markup here");
    else answer(response, 404);
  });
});
afterAll(() => site.close());

describe("PAGE may be an address", () => {
  it("that is fetched, with the contact in the user agent", async () => {
    const ran = await inspect("/page", { BARTREE_CONTACT: "index@example.org" });
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(JSON.parse(ran.stdout).kind).toBe("found");
    expect(agents.at(-1)).toMatch(/^bartree\/\d+\.\d+\.\d+ \(\+mailto:index@example\.org\)$/);
  });

  it.each([
    { path: "/missing", code: "page-gone", exitCode: 5 },
    { path: "/empty", code: "page-empty", exitCode: 2 },
    { path: "/text", code: "page-not-html", exitCode: 2 },
  ])("$path: $code", async ({ path, code, exitCode }) => {
    const ran = await inspect(path);
    expect([JSON.parse(ran.stdout).error.code, ran.exitCode]).toEqual([code, exitCode]);
  });

  it("of this machine only where the setting names it", async () => {
    const ran = await run(["inspect", `${site.origin}/page`, "--region", "On Bars", "--json"]);
    expect([JSON.parse(ran.stdout).error.code, ran.exitCode]).toEqual(["address-refused", 2]);
  });
});

function inspect(path: string, environment: Record<string, string> = {}) {
  const args = ["inspect", `${site.origin}${path}`, "--region", "On Bars", "--json"];
  return run(args, "", false, { BARTREE_LOOPBACK_ORIGINS: site.origin, ...environment });
}
