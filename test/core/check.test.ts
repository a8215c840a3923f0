import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, renewKey } from "../../src/core/check.js";
import { BOOKS, type Book, lesson, newPage, oldPage, oldTemplate, recordOf, tryLesson } from "./bookshop.js";

const FIRST = BOOKS[0]!;
const KEY_PAGE = oldPage(FIRST);
const template = oldTemplate();

const ALL_EXACT = { title: "exact", author: "exact", year: "exact", price: "exact" };
const EQUAL = { S1: true, S2: true, S3: true, S4: true, S5: true };

describe("verdict (method §5)", () => {
  it.each([
    { name: "the labelled page itself", html: KEY_PAGE, verdict: "same", reading: ALL_EXACT },
    { name: "other white space and comments", html: KEY_PAGE.replaceAll("<tr>", "\n <!-- row --> <tr>"), verdict: "same" },
    { name: "a script more", html: KEY_PAGE.replace("<body>", "<body><script>var a = 1;</script>"), verdict: "same" },
    {
      name: "a notice above",
      html: KEY_PAGE.replace("<body>", "<body><div>We are closed today.</div>"),
      verdict: "changed",
      reading: ALL_EXACT,
    },
    {
      name: "a wrapper around all",
      html: KEY_PAGE.replace("<body>", "<body><div>").replace("</body>", "</div></body>"),
      verdict: "changed",
      reading: ALL_EXACT,
    },
    {
      name: "a value in a span of its own",
      html: KEY_PAGE.replace("Ines Calder", "<span>Ines Calder</span>"),
      verdict: "changed",
    },
    {
      name: "one value edited",
      html: oldPage({ ...FIRST, price: "€14.00" }),
      verdict: "same",
      reading: { ...ALL_EXACT, price: "edited" },
    },
    {
      name: "all but the title edited",
      html: oldPage({ title: FIRST.title, author: "Ina Calder-Moss", year: "1988", price: "€14.00" }),
      verdict: "same",
      reading: { title: "exact", author: "edited", year: "edited", price: "edited" },
    },
    {
      name: "an edited value that still stands in a list of offers",
      html: oldPage({ ...FIRST, year: "1990" }).replace("<p>Terms of sale</p>", "<p>Terms of sale</p><p>1987</p>"),
      verdict: "broken", // it stands as often as before, so nobody can tell an edit from a move
    },
    { name: "the same record in another design", html: newPage(FIRST), verdict: "broken", reading: undefined },
    { name: "another record of the source", html: oldPage(BOOKS[1]!), verdict: "key-missing" },
    {
      name: "an error page with status 200",
      html: "<html><body><h1>Oops</h1><p>Please try again.</p></body></html>",
      verdict: "unrecognised",
    },
    { name: "an empty page", html: "", verdict: "unrecognised" },
    { name: "a page cut off before the record", html: KEY_PAGE.slice(0, KEY_PAGE.indexOf("Novels")), verdict: "unrecognised" },
  ])("$name: $verdict", ({ html, verdict, reading }) => {
    const result = check(template, html);
    expect(result.verdict).toBe(verdict);
    if (reading) expect(result.reading).toEqual(reading);
  });

  it("a value that left one of its two places was edited there", () => {
    const twice = (book: Book, second = book.title): string =>
      oldPage(book, `<div class="crumb"><a href="#">${second}</a></div>`);
    const two = lesson({
      html: twice(FIRST),
      labels: recordOf(FIRST),
      siblings: BOOKS.slice(1).map((book) => twice(book)),
    });
    expect(check(two, twice(FIRST)).verdict).toBe("same");
    expect(check(two, twice({ ...FIRST, title: "The Salt Ways of Merrow" }, FIRST.title)).verdict).not.toBe("broken");
  });

  describe("a value that is now a part of what is read", () => {
    const longer = oldPage({ ...FIRST, author: "Ines Calder, Tomas Wray" });
    const moved = longer.replace("<p>Terms of sale</p>", "<p>Terms of sale</p><p>Ines Calder</p>");

    it.each([
      { name: "nobody knows of other pages", html: longer, readElsewhere: [], verdict: "broken", author: "failed" },
      { name: "others do not give it as it was", html: longer, readElsewhere: ["title"], verdict: "broken", author: "failed" },
      { name: "others give theirs as they were", html: longer, readElsewhere: ["author"], verdict: "same", author: "edited" },
      {
        name: "what grew is an element of its own",
        html: longer.replace("Ines Calder, Tomas Wray", "Ines Calder<i>, PDF</i>"),
        readElsewhere: ["author"],
        verdict: "broken",
        author: "failed",
      },
      { name: "it stands alone elsewhere too", html: moved, readElsewhere: ["author"], verdict: "broken", author: "failed" },
      {
        name: "another text is read, and it stands elsewhere",
        html: moved.replace("Ines Calder, Tomas Wray", "Tomas Wray"),
        readElsewhere: ["author"],
        verdict: "broken",
        author: "failed",
      },
      {
        name: "nothing is read",
        html: newPage(FIRST),
        readElsewhere: ["title", "author", "year", "price"],
        verdict: "broken",
        author: "failed",
      },
    ])("$name: $verdict", ({ html, readElsewhere, verdict, author }) => {
      expect(check(template, html, { readElsewhere })).toMatchObject({ verdict, reading: { author } });
    });

    it("becomes the one to compare with", () => {
      expect(check(renewKey(template, longer), longer)).toMatchObject({ verdict: "same", reading: ALL_EXACT });
    });
  });

  it("a volatile attribute is never part of R", () => {
    const result = check(oldTemplate({ volatile: ["price"] }), oldPage({ ...FIRST, price: "sold out" }));
    expect(result).toMatchObject({ verdict: "same", reading: { price: "volatile", title: "exact" } });
  });

  it("a value another known record has does not make the key displayed", () => {
    const html = oldPage({ ...BOOKS[1]!, year: FIRST.year });
    expect(check(template, html, { others: [recordOf({ ...BOOKS[3]!, year: FIRST.year })] }).verdict).toBe("key-missing");
    expect(check(template, KEY_PAGE, { others: BOOKS.slice(1).map(recordOf) }).verdict).toBe("same");
  });

  it.each([4, 10, 2000])("a list that grew from 3 to %i values is still read", (count) => {
    const page = (n: number): string =>
      `<ul><li>Home<li>News</ul><h1>Subjects</h1><ul class=s>${Array.from({ length: n }, (_, i) => `<li>Subject ${i}`).join("")}</ul><p>End`;
    const list = lesson({ html: page(3), labels: { subject: ["Subject 0", "Subject 1", "Subject 2"] } });
    const { verdict, sets } = check(list, page(count));
    expect({ verdict, sets }).toEqual({ verdict: "changed", sets: { S1: true, S2: true, S3: true, S4: true, S5: false } });
  });

  it("a number inside another number is not displayed", () => {
    const html = "<html><body><h1>Error 19871</h1><p>Reference A1987B</p></body></html>";
    expect(check(template, html).verdict).toBe("unrecognised");
  });

  it("a template without siblings knows its page by its own texts", () => {
    const alone = lesson({ html: KEY_PAGE, labels: recordOf(FIRST) });
    expect(check(alone, KEY_PAGE)).toMatchObject({ verdict: "same", reading: ALL_EXACT });
    expect(check(alone, "<html><body><h1>Checking your browser</h1></body></html>").verdict).toBe("unrecognised");
    expect(check(alone, oldPage(BOOKS[1]!)).verdict).toBe("key-missing");
  });
});

describe("sets, case and place (method §5)", () => {
  it.each([
    { name: "nothing changed", html: KEY_PAGE, expected: { sets: EQUAL, case: "1", at: null } },
    {
      name: "a block more above",
      html: oldPage(FIRST, "<div>Closed</div>"),
      expected: { sets: { S1: false, S2: false, S3: false, S4: false, S5: false }, case: "3-upper", at: { d: 3, side: "upper" } },
    },
    {
      name: "another tag inside the region: S5 alone",
      html: KEY_PAGE.replace("<td>Ines Calder</td>", "<td><span>Ines Calder</span></td>"),
      expected: { sets: { ...EQUAL, S5: false }, case: "1", at: null },
    },
    {
      name: "another label text: S5 alone",
      html: KEY_PAGE.replace("<th>Year:</th><td>1987</td>", "<th>Year:</th><td>Anno 1987</td>"),
      expected: { sets: { ...EQUAL, S5: false }, case: "1" },
    },
  ])("$name", ({ html, expected }) => {
    expect(check(template, html)).toMatchObject(expected);
  });

  it("a pasted region is looked for again; without it the values make the region", () => {
    const region = "The Salt Roads of Merrow Author: Ines Calder Year: 1987 Price: €12.50";
    const pasted = oldTemplate({ region });
    expect(check(pasted, KEY_PAGE)).toMatchObject({ verdict: "same", sets: EQUAL });
    expect(check(pasted, oldPage({ ...FIRST, price: "€14.00" }))).toMatchObject({ verdict: "same", sets: EQUAL });
  });

  it("no value and no region: nothing to compare", () => {
    expect(check(template, "<html><body><p>Gone fishing</p></body></html>")).toMatchObject({ sets: null, case: null, at: null });
  });
});

describe("renewed key (method §5)", () => {
  const moved = KEY_PAGE.replace("<body>", "<body><div>We are closed today.</div>").replace("€12.50", "€14.00");

  it("the page of a calm verdict becomes the one to compare with", () => {
    expect(check(template, moved)).toMatchObject({ verdict: "changed", reading: { price: "edited" } });
    const renewed = renewKey(template, moved);
    expect(check(renewed, moved)).toMatchObject({ verdict: "same", reading: ALL_EXACT });
    expect(renewed.key.record.price).toEqual(["€14.00"]);
  });

  it("a value that is gone for a while is judged again when it is back", () => {
    const without = KEY_PAGE.replace("<tr><th>Price:</th><td>€12.50</td></tr>", "");
    expect(check(template, without).reading.price).toBe("not-displayed");
    expect(check(renewKey(template, without), KEY_PAGE).reading.price).toBe("exact");
  });
});

const WORD = fc.stringMatching(/^[A-Za-zÄ-ö0-9][A-Za-zÄ-ö0-9 ,.'-]{0,18}[A-Za-zÄ-ö0-9]$/);
const TAG = fc.constantFrom("div", "p", "span", "li", "b", "section", "td");
const PIECE = fc.tuple(TAG, WORD).map(([tag, text]) => `<${tag}>${text}</${tag}>`);

describe("properties", () => {
  it("the labelled page is always the same as itself", () => {
    const soup = fc.record({
      values: fc.array(WORD, { minLength: 1, maxLength: 4 }),
      around: fc.array(PIECE, { minLength: 2, maxLength: 12 }),
    });
    let learnt = 0;
    fc.assert(
      fc.property(soup, ({ values, around }) => {
        const body = values.map((value, i) => `${around[i % around.length]}<div><i>${value}</i></div>`).join("");
        const html = `<body>${body}${around.join("")}</body>`;
        const labels = Object.fromEntries(values.map((value, i) => [`a${i}`, [value]]));
        const keyed = tryLesson({ html, labels });
        if (!keyed?.key.reads.length) return;
        learnt++;
        expect(check(keyed, html).verdict).toBe("same");
      }),
      { numRuns: 300 },
    );
    expect(learnt).toBeGreaterThan(100);
  });
});
