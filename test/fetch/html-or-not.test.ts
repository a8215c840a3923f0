import { describe, expect, it } from "vitest";
import { isHtml } from "../../src/fetch/html-or-not.js";

describe("isHtml", () => {
  it.each([
    { name: "a document", text: "<!DOCTYPE html><title>x</title>", expected: true },
    { name: "a fragment", text: "  <p>one", expected: true },
    { name: "a comment first", text: "<!-- saved --><html>", expected: true },
    { name: "text before the first tag", text: "Results\n<table><tr><td>1", expected: true },
    { name: "a page with a NUL", text: "<p>a\0b", expected: true },
    { name: "XHTML", text: '<?xml version="1.0"?>\n<html xmlns="x"><body/></html>', expected: true },
    { name: "a feed", text: '<?xml version="1.0"?><rss><channel/></rss>', expected: false },
    { name: "a PDF", text: "%PDF-1.7\n1 0 obj <a", expected: false },
    { name: "a picture", text: "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR<a>", expected: false },
    { name: "JSON with markup in it", text: '{"html": "<p>one</p>"}', expected: false },
    { name: "plain text", text: "2 < 3 and so on", expected: false },
    { name: "UTF-16 read as bytes", text: "<\0h\0t\0m\0l\0>\0", expected: false },
  ])("$name: $expected", ({ text, expected }) => {
    expect(isHtml(text, false)).toBe(expected);
  });

  it("a text without tags is a page if its name says so", () => {
    expect(isHtml("2 < 3 and so on", true)).toBe(true);
  });

  it("a picture is none, whatever its name says", () => {
    expect(isHtml("GIF89a\u0001\0<a", true)).toBe(false);
  });
});
