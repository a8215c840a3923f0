import { describe, expect, it } from "vitest";
import { decodePage, decodeText } from "../../src/fetch/charset.js";

const EURO_1252 = 0x80;

describe("decodePage", () => {
  it.each([
    { name: "plain UTF-8", bytes: utf8("<p>é€"), html: "<p>é€", charset: "utf-8" },
    { name: "UTF-8 with a mark", bytes: [0xef, 0xbb, 0xbf, ...utf8("<p>é")], html: "<p>é", charset: "utf-8" },
    { name: "two marks", bytes: [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x61], html: "a", charset: "utf-8" },
    { name: "a mark behind the beginning is text", bytes: [0x61, 0xef, 0xbb, 0xbf], html: "a\ufeff", charset: "utf-8" },
    { name: "UTF-16 little-endian with a mark", bytes: [0xff, 0xfe, 0x3c, 0, 0xac, 0x20], html: "<€", charset: "utf-16le" },
    { name: "UTF-16 big-endian with a mark", bytes: [0xfe, 0xff, 0, 0x3c, 0x20, 0xac], html: "<€", charset: "utf-16be" },
    {
      name: "invalid UTF-8, nothing declared",
      bytes: [0x3c, 0x70, 0x3e, 0xe9, EURO_1252],
      html: "<p>é€",
      charset: "windows-1252",
    },
    { name: "no bytes", bytes: [], html: "", charset: "utf-8" },
  ])("$name", ({ bytes, html, charset }) => {
    expect(decodePage(Uint8Array.from(bytes))).toEqual({ html, charset });
  });

  it.each([
    { meta: "<meta charset=utf-8>", charset: "utf-8" },
    { meta: "<META CHARSET='Windows-1251'>", charset: "windows-1251" },
    { meta: '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">', charset: "iso-8859-2" },
    { meta: "<meta content=text/html;charset=gb2312 http-equiv=content-type>", charset: "gbk" },
    { meta: "<meta charset=iso-8859-1>", charset: "windows-1252" },
    { meta: "<meta charset=us-ascii>", charset: "windows-1252" },
    { meta: "<meta charset=utf-16>", charset: "utf-8" },
    { meta: "<meta charset=x-user-defined>", charset: "windows-1252" },
    { meta: "<meta charset=nonsense><meta charset=koi8-r>", charset: "koi8-r" },
    { meta: "<!-- <meta charset=koi8-r> --><meta charset=windows-1250>", charset: "windows-1250" },
    { meta: '<meta name="description" content="charset=koi8-r">', charset: "utf-8" },
    { meta: `${" ".repeat(990)}<meta charset=koi8-r>`, charset: "koi8-r" },
    { meta: `${" ".repeat(1010)}<meta charset=koi8-r>`, charset: "utf-8" },
  ])("$meta declares $charset", ({ meta, charset }) => {
    expect(decodePage(utf8(meta)).charset).toBe(charset);
  });

  it("a mark overrules a meta", () => {
    expect(decodePage(Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8("<meta charset=koi8-r>é")])).html).toContain("é");
  });

  it("declared UTF-8 that is not valid keeps its place with U+FFFD", () => {
    expect(decodePage(Uint8Array.from([...utf8("<meta charset=utf-8>a"), 0xe9, 0x62])).html).toMatch(/a\ufffdb$/);
  });

  it("windows-1252 holds all 256 bytes as the Standard's index says", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const standard = new TextDecoder("windows-1252").decode(bytes, { stream: true }); // right only when it streams
    expect(decodePage(Uint8Array.from([...utf8("<meta charset=latin1>"), ...bytes])).html.slice(-256)).toBe(standard);
  });
});

it("decodeText looks for no meta", () => {
  expect(decodeText(utf8("<meta charset=koi8-r>é"))).toBe("<meta charset=koi8-r>é");
});

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
