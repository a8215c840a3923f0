import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonLine, visible, visibleJson, visibleLine } from "../../src/core/text/visible.js";
import { isLong, seed } from "../run.js";

const SHOWN = "\ufffd";

describe("foreign text that is shown", () => {
  it.each([
    { name: "window title", text: "a\u001b]0;x\u0007b", shown: "a�]0;x�b" },
    { name: "clear screen", text: "\u001b[2J", shown: "�[2J" },
    { name: "bold, as our own heads are", text: "\u001b[1mb\u001b[22m", shown: "�[1mb�[22m" },
    { name: "C1 control sequence introducer", text: "\u009b2J", shown: "�2J" },
    { name: "delete, bell, carriage return, NUL", text: "\u007f\u0007\r\0", shown: "����" },
    { name: "line feed and tab", text: "a\n\tb", shown: "a\n\tb" },
    { name: "turned order", text: "a\u202eb\u2066c\u200fd\u061ce", shown: "a�b�c�d�e" },
    { name: "no width", text: "pay\u200bpal\u2060\ufeff\u00ad", shown: "pay�pal���" },
    { name: "separators", text: "a\u2028b\u2029c", shown: "a�b�c" },
    { name: "half a character", text: "a\ud800b\udc00", shown: "a�b�" },
    { name: "tags", text: "a\u{e0041}\u{e007f}", shown: "a��" },
    { name: "joiner between Latin letters", text: "pay\u200cpal\u200d", shown: "pay�pal�" },
    { name: "joiner of Persian", text: "می\u200cخواهم", shown: "می\u200cخواهم" },
    { name: "joiner of emoji", text: "👩\u200d🔬 and ❤\ufe0f\u200d🔥", shown: "👩\u200d🔬 and ❤\ufe0f\u200d🔥" },
    { name: "a second joiner", text: "می\u200c\u200cخ", shown: "می\u200c�خ" },
    { name: "ordinary text", text: "Müller’s 41 ⭐ 日本 – “é”", shown: "Müller’s 41 ⭐ 日本 – “é”" },
  ])("$name", ({ text, shown }) => {
    expect(visible(text)).toBe(shown);
    expect(visibleLine(text)).toBe(shown.replaceAll(/[\n\t]/g, SHOWN));
    expect(JSON.parse(jsonLine(text))).toBe(text);
    expect(visible(jsonLine(text))).toBe(jsonLine(text));
  });

  it("as JSON stays equal, and holds nothing that is to be replaced", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" })), (value) => {
        const line = jsonLine(value);
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(visible(line)).toBe(line);
        expect(visibleJson(line)).toBe(line);
      }),
      { seed, numRuns: isLong ? 100_000 : 1000 },
    );
  });
});
