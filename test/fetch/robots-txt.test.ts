import { describe, expect, it } from "vitest";
import { parseRobots } from "../../src/fetch/robots-txt.js";
import { msOf } from "../growth.js";

const ALL = "User-agent: *\n";

describe("paths (RFC 9309 §2.2.2)", () => {
  it.each([
    { rules: "Disallow: /", path: "/", allowed: false },
    { rules: "Disallow: /", path: "/robots.txt", allowed: true },
    { rules: "Disallow:", path: "/a", allowed: true },
    { rules: "Allow: /a\nDisallow: /", path: "/ab", allowed: true },
    { rules: "Disallow: /\nAllow: /a", path: "/ab", allowed: true },
    { rules: "Disallow: /example/\nAllow: /example/page/", path: "/example/page/1", allowed: true },
    { rules: "Disallow: /example/page/x\nAllow: /example/page/", path: "/example/page/x", allowed: false },
    { rules: "Disallow: /a\nAllow: /a", path: "/a", allowed: true }, // equally long: allow
    { rules: "Disallow: /a", path: "/A", allowed: true }, // paths have case
    { rules: "Disallow: /fish", path: "/fish.html", allowed: false },
    { rules: "Disallow: /fish", path: "/catfish", allowed: true },
    { rules: "Disallow: /fish*", path: "/fish", allowed: false },
    { rules: "Disallow: /fish/", path: "/fish", allowed: true },
    { rules: "Disallow: /*.php", path: "/folder/a.php?b", allowed: false },
    { rules: "Disallow: /*.php$", path: "/a.php?b", allowed: true },
    { rules: "Disallow: /*.php$", path: "/a.php", allowed: false },
    { rules: "Disallow: /*.php$", path: "/a.php.php", allowed: false },
    { rules: "Disallow: /a$", path: "/a", allowed: false },
    { rules: "Disallow: /a$", path: "/ab", allowed: true },
    { rules: "Disallow: /a$b", path: "/a$b", allowed: false }, // only at the end is it special
    { rules: "Disallow: /*a*b*c", path: "/xaybzc", allowed: false },
    { rules: "Disallow: /*a*b*c", path: "/xbyazc", allowed: true },
    { rules: "Disallow: /a**b", path: "/axb", allowed: false },
    { rules: "Disallow: *", path: "/a", allowed: false },
    { rules: "Disallow: $", path: "/a", allowed: true },
    { rules: "Disallow: /x*ab$", path: "/xab", allowed: false },
    { rules: "Disallow: /xa*ab$", path: "/xab", allowed: true }, // the pieces may not overlap
    { rules: "Disallow: /foo/bar?baz=q", path: "/foo/bar?baz=q1", allowed: false },
    { rules: "Disallow: /ツ", path: "/%E3%83%84", allowed: false },
    { rules: "Disallow: /%E3%83%84", path: "/%e3%83%84", allowed: false },
    { rules: "Disallow: /%62ar", path: "/bar", allowed: false },
    { rules: "Disallow: /a%2Fb", path: "/a/b", allowed: true }, // an encoded slash is no slash
    { rules: "Disallow: /a # why", path: "/a", allowed: false },
    { rules: "  DISALLOW  :  /a  ", path: "/a", allowed: false },
    { rules: "Disallow /a", path: "/a", allowed: true }, // no colon, no rule
    { rules: "Noindex: /a", path: "/a", allowed: true },
  ])("$rules — $path: $allowed", ({ rules, path, allowed }) => {
    expect(parseRobots(`${ALL}${rules}`, "bartree").allows(path)).toBe(allowed);
  });
});

describe("groups (RFC 9309 §2.2.1)", () => {
  it.each([
    { name: "ours before all", text: "User-agent: *\nDisallow: /\n\nUser-agent: bartree\nAllow: /", allowed: true },
    { name: "ours, in any case and version", text: "user-agent: BarTree/9\nDisallow: /", allowed: false },
    { name: "another's is not ours", text: "User-agent: otherbot\nDisallow: /", allowed: true },
    { name: "a longer name is not ours", text: "User-agent: bartree-news\nDisallow: /", allowed: true },
    { name: "a group for two", text: "User-agent: otherbot\nUser-agent: bartree\nDisallow: /", allowed: false },
    {
      name: "also over empty lines and comments",
      text: "User-agent: otherbot\n\n# both\nUser-agent: bartree\nDisallow: /",
      allowed: false,
    },
    {
      name: "ours twice counts together",
      text: "User-agent: bartree\nDisallow: /b\nUser-agent: x\nUser-agent: bartree\nDisallow: /a",
      allowed: false,
    },
    {
      name: "an empty group of ours allows all",
      text: "User-agent: bartree\n\nUser-agent: *\nAllow: /\nUser-agent: x\nDisallow: /",
      allowed: true,
    },
    { name: "a sitemap ends no group", text: "User-agent: *\nSitemap: http://a.example/s.xml\nDisallow: /a", allowed: false },
    { name: "rules before any agent are nobody's", text: "Disallow: /\nUser-agent: x\nDisallow: /", allowed: true },
    { name: "a byte order mark", text: "\ufeffUser-agent: *\nDisallow: /a", allowed: false },
    { name: "old line ends", text: "User-agent: *\rDisallow: /a\r", allowed: false },
    { name: "Windows line ends", text: "User-agent: *\r\nDisallow: /a\r\n", allowed: false },
    { name: "a page instead", text: "<!doctype html><p>Disallow: /", allowed: true },
    { name: "nothing", text: "", allowed: true },
  ])("$name: $allowed", ({ text, allowed }) => {
    expect(parseRobots(text, "bartree").allows("/a")).toBe(allowed);
  });
});

describe("Crawl-delay", () => {
  it.each([
    { rules: "Crawl-delay: 5", ms: 5000 },
    { rules: "Crawl-delay: 0.5\nDisallow: /b", ms: 500 },
    { rules: "Crawl-delay: 86400", ms: 60_000 },
    { rules: "Crawl-delay: -1", ms: 0 },
    { rules: "Crawl-delay: soon", ms: 0 },
    { rules: "Disallow:", ms: 0 },
  ])("$rules: $ms ms", ({ rules, ms }) => {
    expect(parseRobots(`${ALL}${rules}`, "bartree").crawlDelayMs).toBe(ms);
  });

  it("of another robot is not ours", () => {
    expect(parseRobots("User-agent: x\nCrawl-delay: 9\nUser-agent: *\nCrawl-delay: 2", "bartree").crawlDelayMs).toBe(2000);
  });
});

it("a hostile file of 500 kB is judged in time that grows with its size only", () => {
  const evil = `${ALL}Disallow: /${"*a".repeat(100_000)}b\n${"Disallow: /*a*a*a*a*b\n".repeat(10_000)}`;
  const took = msOf(() => expect(parseRobots(evil, "bartree").allows(`/${"a".repeat(2000)}`)).toBe(true));
  expect(took).toBeLessThan(2000);
});
