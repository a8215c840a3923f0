import { describe, expect, it } from "vitest";
import { extract } from "../../src/core/extract.js";
import { type LearnInput, learn } from "../../src/core/learn/learn.js";
import { parsePage } from "../../src/core/page/parse-page.js";
import type { Template } from "../../src/core/template/page-template.js";
import { valueText } from "../../src/core/text/value-text.js";

/** A page of an invented library: a menu, a title, a table of facts, a list of subjects, an abstract, a footer. */
interface Book {
  title: string;
  author: string | string[];
  year?: string;
  pages?: string;
  subjects?: string[];
  abstract?: string[];
  banner?: string;
}

function bookPage({ title, author, year, pages, subjects = [], abstract = [], banner = "" }: Book): string {
  const authors = (Array.isArray(author) ? author : [author])
    .map((name) => `<a href="/who?n=${name.length}">${name}</a>`)
    .join(", ");
  return `<!doctype html><title>${title} - Municipal Library</title><body>
<ul id=menu><li><a href=/>Home<li><a href=/new>New books<li><a href=/help>Help</ul>${banner}
<div class=book><h1>${title}</h1>
<table class=facts><tr><th>Author:<td>${authors}
${year ? `<tr><th>Year:<td>${year}` : ""}${pages ? `<tr><th>Pages:<td>${pages}` : ""}<tr><th>Shelf:<td>Room ${title.length % 5}</table>
<p class=signature><b>Signature:</b> ${title.slice(0, 3).toUpperCase()} ${title.length}</p>
<h2>Subjects</h2><ul class=subjects>${subjects.map((subject) => `<li>${subject}`).join("")}</ul>
<div class=abstract><h2>Abstract</h2>${abstract.map((paragraph) => `<p>${paragraph}`).join("")}<h2>Lending</h2><p>Ask at the desk.</div>
<p class=cover><img src="/covers/${title.length}.png" alt="Cover"></p></div>
<div id=foot>Municipal Library, open daily. <a href=/imprint>Imprint</a></div>`;
}

const subjects = [["Physics", "History"], ["Botany"], ["Trade", "Sea", "Maps"], ["Music"], ["Law", "Trade"], ["Physics", "Sea"]];
const books: Book[] = ["Bars and Trees", "Of Tables", "A Sea Atlas", "Quiet Songs", "On Courts", "Small Waves"].map(
  (title, i) => ({
    title,
    author: ["Ada Stone", "Ben Wood", "Cara Hill", "Dan Moor", "Eve Lake", "Fay Reed"][i]!,
    year: String(1990 + i),
    pages: String(101 + 7 * i),
    subjects: subjects[i]!,
    abstract: [`What ${title} holds, part one.`, `What ${title} holds, part two.`, "The end."].slice(0, 2 + (i % 2)),
  }),
);
const unseen: Book = {
  title: "New Harbours",
  author: "Gil Port",
  year: "2004",
  pages: "312",
  subjects: ["Sea", "Law"],
  abstract: ["One.", "Two.", "Three."],
};

describe("siblings that are none", () => {
  const stranger = (i: number): { html: string } => ({
    html: `<h1>Weather</h1><p>Wind ${i}</p><ul><li>North<li>South<li>Sea</ul><p>Forecast for tomorrow</p><p>Home</p>`,
  });
  const lesson = { html: bookPage(books[0]!), labels: { title: [books[0]!.title] } };

  it.each([1, 2, 3, 10])("%i pages of another site are an outcome of their own", (count) => {
    const siblings = Array.from({ length: count }, (_, i) => stranger(i));
    expect(learn({ ...lesson, siblings })).toEqual({ ok: false, code: "siblings-unlike", problems: [] });
  });

  it("one stranger among others does no harm", () => {
    const siblings = [...books.slice(1).map((book) => ({ html: bookPage(book) })), stranger(0)];
    const learned = learn({ ...lesson, siblings });
    expect(learned.ok && extract(learned.template, bookPage(unseen)).values).toEqual({ title: [unseen.title] });
  });
});

function learnt(input: Partial<LearnInput> & Pick<LearnInput, "labels">, siblings = books.slice(1)): Template {
  const learned = learn({ html: bookPage(books[0]!), siblings: siblings.map((book) => ({ html: bookPage(book) })), ...input });
  if (!learned.ok) throw new Error(`nothing learnt: ${JSON.stringify(learned.problems)}`);
  return learned.template;
}

describe("what can be labelled (method §7, kinds of attribute)", () => {
  it.each([
    { kind: "one value", labels: { year: ["1990"] }, expected: ["2004"] },
    { kind: "one value of a heading", labels: { title: ["Bars and Trees"] }, expected: ["New Harbours"] },
    { kind: "many values, a list", labels: { subjects: ["Physics", "History"] }, expected: ["Sea", "Law"] },
    { kind: "many values, labelled in another order", labels: { subjects: ["History", "Physics"] }, expected: ["Sea", "Law"] },
    { kind: "a piece of a line after bold text", labels: { signature: ["BAR 14"] }, expected: ["NEW 12"] },
    {
      kind: "several paragraphs",
      labels: { abstract: ["What Bars and Trees holds, part one. What Bars and Trees holds, part two."] },
      expected: ["One.\nTwo.\nThree."],
    },
    { kind: "a part of a line", labels: { room: ["4"] }, expected: ["2"] },
  ])("$kind", ({ labels, expected }) => {
    const [name] = Object.keys(labels);
    expect(extract(learnt({ labels }), bookPage(unseen)).values[name!]).toEqual(expected);
  });

  it("the value of an HTML attribute, by its text or its resolved address", () => {
    const page = { url: "https://library.example/book/1", htmlAttributes: { cover: "src" } };
    for (const cover of ["/covers/14.png", "https://library.example/covers/14.png"]) {
      const read = extract(learnt({ ...page, labels: { cover: [cover] } }), bookPage(unseen));
      expect(read.values).toEqual({ cover: ["/covers/12.png"] });
      expect(read.proofs.cover![0]).toMatchObject({ htmlAttribute: "src" });
    }
  });

  describe("a link or picture by what it displays", () => {
    const paper = (number: number, title: string): string =>
      `<title>${title}</title><nav><a href="/">Home</a> <a href="/help.pdf">Help</a></nav><main><h1>${title}</h1>
       <p><a class="doi" href="/doi/${number}"><b>Cite</b> this</a></p>
       <p><a class="scan" href="/scans/${number}"><img src="/i/${number}.png" alt="Scan"></a></p>
       <p class="files">Files: <a class="pdf" href="/files/${number}.pdf">PDF</a></p></main>`;
    const siblings = [2, 3, 4, 5].map((number) => ({ html: paper(number, `Paper ${number}`) }));
    const page = { html: paper(1, "Paper one"), url: "https://papers.example/1", siblings };

    it.each([
      { name: "pdf", label: "PDF", attribute: "href", value: "/files/9.pdf" },
      { name: "cite", label: "Cite this", attribute: "href", value: "/doi/9" },
      { name: "scan", label: "Scan", attribute: "href", value: "/scans/9" },
      { name: "picture", label: "scan", attribute: "src", value: "/i/9.png", isFound: false },
      { name: "picture", label: "Scan", attribute: "src", value: "/i/9.png" },
    ])("$name, labelled “$label”, gives $attribute", ({ name, label, attribute, value, isFound = true }) => {
      const learned = learn({
        ...page,
        labels: { title: ["Paper one"], [name]: [label] },
        htmlAttributes: { [name]: attribute },
      });
      if (!learned.ok) throw new Error(learned.code);
      expect(learned.problems.map(({ code }) => code)).toEqual(isFound ? [] : ["label-not-found"]);
      const { values, proofs } = extract(learned.template, paper(9, "Paper nine"));
      expect(values[name]).toEqual(isFound ? [value] : undefined);
      if (!isFound) return;
      expect(proofs[name]).toMatchObject([{ htmlAttribute: attribute }]);
      expect(learned.template.key.record[name]).toEqual([value.replace("9", "1")]);
      expect(learned.template.key.reads).toContain(name);
    });

    it("further labelled pages may name theirs by the value", () => {
      const further = [
        {
          html: paper(7, "Paper seven"),
          labels: { title: ["Paper seven"], pdf: ["/files/7.pdf"] },
          htmlAttributes: { pdf: "href" },
        },
      ];
      const template = learnt({
        ...page,
        labels: { title: ["Paper one"], pdf: ["PDF"] },
        htmlAttributes: { pdf: "href" },
        further,
      });
      expect(extract(template, paper(9, "Paper nine")).values.pdf).toEqual(["/files/9.pdf"]);
    });
  });
});

describe("reading (method §7, the promise)", () => {
  const labels = {
    title: ["Bars and Trees"],
    author: ["Ada Stone"],
    year: ["1990"],
    pages: ["101"],
    subjects: ["Physics", "History"],
  };
  const template = learnt({ labels });

  it("every value is its own proof, on every page, twice the same", () => {
    for (const html of [...books, unseen].map(bookPage)) {
      const read = extract(template, html);
      expect(read.withheld).toEqual({});
      for (const [name, values] of Object.entries(read.values)) {
        const spans = values.map((_, i) => read.proofs[name]!.filter(({ value }) => value === i));
        expect(spans.map((each) => valueText(parsePage(html), each))).toEqual(values);
      }
      expect(extract(template, html)).toEqual(read);
    }
  });

  it("a second author makes a list, also where none was labelled", () => {
    expect(extract(template, bookPage({ ...unseen, author: ["Gil Port", "Hal Quay"] })).values.author).toEqual([
      "Gil Port",
      "Hal Quay",
    ]);
  });

  it("a missing row is said to be empty, and no neighbour takes its name", () => {
    const { year: _, ...without } = unseen;
    const read = extract(template, bookPage(without));
    expect(read.values.year).toEqual([]);
    expect(read.values.pages).toEqual(["312"]);
  });

  it("a banner pushed in before the title is never the title", () => {
    const read = extract(template, bookPage({ ...unseen, banner: "<p>Closed on Monday</p>" }));
    expect(read.values.title ?? ["New Harbours"]).toEqual(["New Harbours"]);
  });

  it.each([
    ["an error page", "<h1>Not found</h1><p>There is no such book."],
    ["nothing", ""],
    ["another site with the same words", "<h1>Shop</h1><table><tr><th>Author:<td>Nobody<tr><th>Year:<td>1900</table>"],
  ])("gives nothing on %s", (_, html) => {
    const read = extract(template, html);
    expect(read.values).toEqual({});
    expect(Object.values(read.withheld).map((each) => each.class)).toEqual(
      labels && Object.keys(labels).map(() => "page-not-recognised"),
    );
  });

  it("survives being stored", () => {
    expect(extract(JSON.parse(JSON.stringify(template)), bookPage(unseen))).toEqual(extract(template, bookPage(unseen)));
  });
});

describe("a label that stands in several places", () => {
  const twice = (book: Book): string =>
    bookPage(book).replace(
      "<div id=foot>",
      `<div class=aside>Also here: <i>${book.year}</i> and <i>${1980 + book.title.length}</i></div><div id=foot>`,
    );
  const html = twice({ ...books[0]!, year: "1994" }); // 1980 + 14 letters: both numbers of the aside are 1994
  const siblings = books.slice(1).map((book) => ({ html: twice(book) }));

  it("is settled by siblings where its places go different ways", () => {
    const learned = learn({ html, labels: { year: ["1994"] }, siblings });
    expect(learned.ok && extract(learned.template, twice(unseen)).values.year).toEqual(["2004"]);
  });

  it("is settled by the region", () => {
    const learned = learn({
      html,
      labels: { number: ["1994"] },
      region: "Also here: 1994 and 1994",
      choose: { number: 2 }, // of the places in the region
      siblings,
    });
    expect(learned.ok && extract(learned.template, twice(unseen)).values.number).toEqual([String(1980 + 12)]);
  });
});

describe("a second labelled page", () => {
  const online = (book: Book): string =>
    bookPage(book)
      .replace(/<tr><th>Year:<td>(\d+)/, "")
      .replace("</h1>", `</h1><p class=net>Online since <b>${book.year}</b></p>`);
  it("adds its own rules for its variant", () => {
    const input = {
      html: bookPage(books[0]!),
      labels: { year: ["1990"] },
      siblings: books.slice(2).map((book) => ({ html: bookPage(book) })),
    };
    const alone = learn(input);
    const both = learn({ ...input, further: [{ html: online(books[1]!), labels: { year: ["1991"] } }] });
    if (!alone.ok || !both.ok) throw new Error("nothing learnt");
    expect(extract(alone.template, online(unseen)).values.year ?? []).toEqual([]);
    expect(extract(both.template, online(unseen)).values.year).toEqual(["2004"]);
    expect(extract(both.template, bookPage(unseen)).values.year).toEqual(["2004"]);
  });
});

describe("labels that cannot be learnt", () => {
  it.each([
    { label: "Bars and Bushes", code: "label-not-found", more: { longestPrefix: "Barsand" } },
    { label: " \n", code: "label-empty", more: {} },
  ])("$code: $label", ({ label, code, more }) => {
    const learned = learn({ html: bookPage(books[0]!), labels: { title: [label] } });
    expect(learned).toEqual({ ok: false, code: "nothing-learnt", problems: [{ attribute: "title", label, code, ...more }] });
  });

  it("do not keep the others from being learnt", () => {
    const learned = learn({ html: bookPage(books[0]!), labels: { title: ["Bars and Trees"], price: ["12 €"] } });
    expect(learned).toMatchObject({ ok: true, problems: [{ attribute: "price", code: "label-not-found" }] });
  });
});

describe("what stands beside a value is none of it", () => {
  const frame = (i: number, body: string): string =>
    `<div id=menu><a href=/>Home page</a> <a href=/new>New books</a></div><h1>Book ${i}</h1>${body}<div id=foot>Open daily</div>`;
  const words = ["German", "English", "Dutch", "Latin", "Czech", "Welsh", "Irish", "Greek"];
  const read = (bodies: readonly string[], labels: Record<string, string[]>, unseen: string) => {
    const [html, ...siblings] = bodies.map((body, i) => frame(i, body));
    const learned = learn({ html: html!, labels, siblings: siblings.map((sibling) => ({ html: sibling })) });
    if (!learned.ok) throw new Error("nothing learnt");
    return extract(learned.template, frame(99, unseen)).values;
  };

  it("a label of another class after a separator", () => {
    const line = (word: string, more = "") => `<p><span class=l>Language</span> <span class=v>${word}</span>${more}</p>`;
    const more = " | <span class=l>Weight</span> <span class=v>3 kg</span>";
    expect(
      read(
        words.slice(0, 6).map((word) => line(word)),
        { language: ["German"] },
        line("Greek", more),
      ).language,
    ).not.toContain("Weight");
  });

  it("a row that says nothing between two rows", () => {
    const rows = (word: string, between: string) => `<div>${word}</div><div>${between}</div><div>${word.length * 7} pages</div>`;
    const bodies = words.slice(0, 6).map((word, i) => rows(word, `Room ${i}`));
    expect(read(bodies, { language: ["German"] }, rows("Greek", "–")).language ?? ["Greek"]).toEqual(["Greek"]);
  });

  it("the next label where the value is missing", () => {
    const rows = (word: string) =>
      `<div><span>Language:</span> <span>${word}</span></div><div><span>Pages:</span> <span>${word.length}</span></div>`;
    expect(read(words.slice(0, 6).map(rows), { language: ["German"] }, rows("")).language).not.toEqual(["Pages:"]);
  });

  it("the same word elsewhere, where the labelled one follows its label in its line", () => {
    const lines = (word: string, other: string) =>
      `<p>Language: ${word}<br>Room: 3</p><ul><li>You may like <span>${other}</span></ul>`;
    const bodies = words.slice(0, 6).map((word, i) => lines(word, i === 0 ? word : words[i + 1]!));
    expect(read(bodies, { language: ["German"] }, lines("Greek", "Irish")).language ?? ["Greek"]).toEqual(["Greek"]);
  });

  it("another row at its number, where the label was seen on few pages", () => {
    const row = (label: string, value: string) => `<p><b>${label}:</b> ${value}</p>`;
    const bodies = words.slice(0, 4).map((word, i) => (i < 2 ? row("Language", word) : row("Edition", `Part ${i}`)));
    expect(read(bodies, { language: ["German"] }, row("Edition", "Part 9")).language ?? []).toEqual([]);
  });
});

it("a further page's address is truth too", () => {
  const page = (first: string, second: string) =>
    `<h1>On Bars</h1><div><a href="${first}">Read</a></div><div><a href="${second}">Cite</a></div><p>Open daily</p>`;
  const htmlAttributes = { link: "href" };
  const further = [{ html: page("/ad", "/doc/2"), labels: { link: ["/doc/2"] }, htmlAttributes }];
  const learned = learn({ html: page("/doc/1", "/cite/1"), labels: { link: ["/doc/1"] }, htmlAttributes, further });
  expect(learned.ok && extract(learned.template, page("/ad", "/doc/3")).values.link).not.toEqual(["/ad"]);
});

describe("absent told apart from moved (method §7, accounted)", () => {
  type Row = readonly [label: string, value: string];
  const page = (rows: readonly Row[], tag = "th"): string =>
    `<title>x</title><body><ul><li>Home<li>Books<li>Help</ul><h2>Facts</h2><table>${rows
      .map(([label, value]) => `<tr>${label && `<${tag}>${label}</${tag}>`}${value && `<td>${value}</td>`}</tr>`)
      .join("")}</table><p>Municipal Library</p><p>Imprint</p>`;
  const formats = ["Hardcover", "Hardcover", "Paperback", "Hardcover", "Paperback", "Hardcover"];
  const book = (i: number, more: readonly Row[] = []): Row[] => [
    ["Format:", formats[i] ?? "Hardcover"],
    ["Year:", String(1990 + i)],
    ...more,
    ["Pages:", String(100 + 3 * i)],
  ];
  const read = (pages: readonly (readonly Row[])[], rows: readonly Row[], tag?: string): readonly string[] | undefined => {
    const [html = "", ...siblings] = pages.map((each) => page(each, tag));
    const labels = { year: [pages[0]!.find(([label]) => label.startsWith("Year"))![1]] };
    const learned = learn({ html, labels, siblings: siblings.map((sibling) => ({ html: sibling })) });
    return learned.ok ? extract(learned.template, page(rows, tag)).values.year : ["nothing learnt"];
  };
  const books = formats.map((_, i) => book(i));
  const without = (rows: readonly Row[], name: string): Row[] => rows.filter(([label]) => !label.startsWith(name));

  it("empty where the row is missing", () => expect(read(books, without(book(7), "Year"))).toEqual([]));

  it("empty where a row that only siblings have stands in its place", () => {
    const sometimes = formats.map((_, i) => book(i, i > 3 ? [["Weight:", `${i} kg`]] : []));
    expect(read(sometimes, without(book(7, [["Weight:", "7 kg"]]), "Year"))).toEqual([]);
  });

  it.each([
    {
      name: "its value stands there without its label",
      rows: book(7).map(([label, value]): Row => [label.replace("Year:", ""), value]),
    },
    {
      name: "a label stands there that nobody knows",
      rows: book(7).map(([label, value]): Row => [label.replace("Year:", "Since:"), value]),
    },
    { name: "a heading stands where a label did", rows: [["", "1997"] as Row, ...without(without(book(7), "Year"), "Format")] },
  ])("withheld where $name", ({ rows }) => {
    expect(read(books, rows)).toBeUndefined();
  });

  it("withheld where a word of many siblings stands before a value without label", () => {
    const bare = books.map((rows) => rows.map(([label, value]): Row => [label.replace(":", ""), value]));
    const rows = book(7).map(([label, value]): Row => [label === "Year:" ? "" : label.replace(":", ""), value]);
    expect(read(bare, rows, "td")).toBeUndefined();
  });

  it("withheld where the label has another name that never stands beside it", () => {
    const renamed = (rows: readonly Row[]): Row[] =>
      rows.map(([label, value]) => [label.replace("Year:", "Published in:"), value]);
    const two = formats.map((_, i) => (i > 3 ? renamed(book(i)) : book(i)));
    expect(read(two, renamed(book(7))) ?? ["1997"]).toEqual(["1997"]);
  });
});

describe("rows without label or class", () => {
  const page = (rows: readonly string[]): string =>
    `<body><ul id=menu><li>Home<li>News<li>About</ul><h2>Facts</h2><div class=facts>${rows
      .map((row) => `<p>${row}</p>`)
      .join("")}</div><p>Municipal Library</p><p>Imprint</p>`;
  const row = (i: number): string[] => [
    `Name ${"abcdefgh"[i]}`,
    `Town ${"stuvwxyz"[i]}`,
    `(50${i}) 266-055${i}`,
    `Owner ${"ijklmnop"[i]}`,
  ];
  const names = ["name", "town", "phone", "owner"];
  const labels = Object.fromEntries(names.map((name, i) => [name, [row(0)[i]!]]));
  const siblings = [1, 2, 3, 4, 5].map((i) => ({ html: page(i > 3 ? row(i).toSpliced(1, 1) : row(i)) }));

  it.each([
    { given: "without siblings", learned: learn({ html: page(row(0)), labels }) },
    { given: "with siblings of another number of rows", learned: learn({ html: page(row(0)), labels, siblings }) },
  ])("$given: where one is missing its neighbour is not read in its stead", ({ learned }) => {
    if (!learned.ok) throw new Error(learned.code);
    for (const missing of [1, 2, 3]) {
      // the first row follows a heading, which might be its label
      const { values } = extract(learned.template, page(row(6).toSpliced(missing, 1)));
      for (const [i, name] of names.entries()) if (values[name]) expect(values[name]).toEqual(i === missing ? [] : [row(6)[i]]);
    }
  });

  it("the only one of its shape is read nevertheless", () => {
    const learned = learn({ html: page(row(0)), labels, siblings });
    expect(learned.ok && extract(learned.template, page(row(6))).values.phone).toEqual([row(6)[2]]);
  });
});

describe("a value with something new beside it is not cut", () => {
  const page = (title: string, label: string, value: string, i: number): string =>
    `<!doctype html><title>${title} - Shop</title><body><div id=nav><a href=/>Home</a> <a href=/c>Cameras</a></div>
<div class=main><h1>${title}</h1><div class=buy><span class=lab>${label}</span> <span class=value>${value}</span></div>
<table><tr><th>Weight<td>${i} g<tr><th>Year<td>20${i}</table><p class=desc>All about ${title}.</p></div><div id=foot>Imprint</div>`;

  it.each([
    { label: "Price:", own: "€99", others: ["€1", "€20", "€33", "€44", "€5"], now: "<del>€60</del> <span class=new>€55</span>" },
    { label: "Price:", own: "€99", others: [], now: "<del>€60</del> <span class=new>€55</span>" },
    {
      label: "Price:",
      own: "$99.00",
      others: ["$1.00", "$20.00", "$33.00", "$44.00", "$5.00"],
      now: "<span class=was>$60.00</span> <span class=now>$55.00</span>",
    },
    {
      label: "Deadline:",
      own: "2024-05-01",
      others: ["2024-01-01", "2024-02-02", "2023-03-03", "2022-04-04", "2021-05-05"],
      now: "<del>2024-06-01</del> <span>2024-07-15</span>",
    },
    { label: "Sum:", own: "1,200", others: ["1", "2", "3,000", "4", "5"], now: "<span>900</span> <span>950</span>" },
    { label: "Pages:", own: "12", others: ["3", "44", "15", "61", "7"], now: "12-<span>19</span>" },
    {
      label: "Held:",
      own: "12 May",
      others: ["1 June", "2 July", "3 May", "4 May", "5 May"],
      now: "<del>6 May</del> <span>07-15</span>",
    },
  ])("$label $now, $others.length siblings", ({ label, own, others, now }) => {
    const siblings = others.map((value, i) => ({ html: page(`Camera ${"abcde"[i]}`, label, value, 10 + i) }));
    const learned = learn({
      html: page("Alpha", label, own, 45),
      labels: { title: ["Alpha"], value: [own], weight: ["45 g"] },
      siblings,
    });
    if (!learned.ok) throw new Error(learned.code);
    const usual = extract(learned.template, page("Gamma", label, others[0] ?? own, 76));
    expect(usual.values).toEqual({ title: ["Gamma"], value: [others[0] ?? own], weight: ["76 g"] });
    const { values, withheld } = extract(learned.template, page("Beta", label, now, 77));
    expect(values).toEqual({ title: ["Beta"], weight: ["77 g"] });
    expect(withheld.value?.class).toMatch(/^more-(text|values)$/);
  });
});

describe("where the value's element stands empty, the next text is not read in its stead", () => {
  const page = (i: number, engine: string, gear = `${4 + (i % 3)} speed transmission`): string =>
    `<!doctype html><title>Car ${i}</title><body><div id=nav><a href=/>Home</a><a href=/c>Cars</a></div><h1>Car ${"abcdefgh"[i]}</h1>
<div class=facts><p>Facts</p><ul><li>${engine}</li><li>${gear}</li><li>${2 + (i % 2)} doors</li></ul></div><div id=foot>Imprint</div>`;
  const engine = (i: number): string => `${i}.${i}L V${4 + i}, ${100 + i} hp`;
  const learned = learn({
    html: page(0, engine(0)),
    labels: { name: ["Car a"], engine: [engine(0)] },
    siblings: [1, 2, 3, 4, 5].map((i) => ({ html: page(i, engine(i)) })),
  });
  if (!learned.ok) throw new Error(learned.code);

  it("as it is where it is full", () => {
    expect(extract(learned.template, page(6, engine(6))).values).toEqual({ name: ["Car g"], engine: [engine(6)] });
  });

  it.each(["", " ", "<br>", "<span></span>", "<!-- none -->", "<span style='display:none'>no data</span>"])("%j", (nothing) => {
    const { values, withheld } = extract(learned.template, page(7, nothing));
    expect(values).toEqual({ name: ["Car h"] });
    expect(withheld.engine?.class).toBe("place-empty");
  });
});

it("where the value is gone with its row, the template's next text, which moves up to its place, is not read in its stead", () => {
  const page = (i: number, rows: string): string =>
    `<!doctype html><title>Job ${i}</title><body><div id=nav><a href=/>Home</a><a href=/j>Jobs</a></div><h1>Job ${"abcdefgh"[i]}</h1>
<h2>Facts</h2><div>${rows}<div>Map of the job</div><div>Send to a friend</div></div><div id=foot>Imprint</div>`;
  const place = (i: number): string => `<div>Town ${"stuvwxyz"[i]}</div>`;
  const learned = learn({
    html: page(0, place(0)),
    labels: { name: ["Job a"], place: ["Town s"] },
    siblings: [1, 2, 3, 4, 5].map((i) => ({ html: page(i, place(i)) })),
  });
  if (!learned.ok) throw new Error(learned.code);
  expect(extract(learned.template, page(6, place(6))).values).toEqual({ name: ["Job g"], place: ["Town y"] });
  const { values, withheld } = extract(learned.template, page(7, ""));
  expect(values).toEqual({ name: ["Job h"] });
  expect(withheld.place?.class).toBe("next-text");
});

describe("a value that goes on in a second element of its kind is not cut after the first", () => {
  const page = (i: number, abstract: string[]): string =>
    `<!doctype html><title>Paper ${i}</title><body><div id=nav><a href=/>Home</a><a href=/p>Papers</a></div><h1>Paper ${"abcdefgh"[i]}</h1>
<section><h2>Abstract</h2>${abstract.map((text) => `<p>${text}</p>`).join("")}</section>
<dl><dt>Kind<dd>Paper of ${i} sheets</dl><div id=foot>Imprint</div>`;
  const texts = (i: number): string[] => [`We read ${i} trees.`, ...(i % 3 === 2 ? [`And ${i} bars.`] : [])];
  const learned = learn({
    html: page(0, texts(0)),
    labels: { title: ["Paper a"], abstract: texts(0), kind: ["Paper of 0 sheets"] },
    siblings: [1, 2, 3, 4, 5].map((i) => ({ html: page(i, texts(i)) })),
  });
  if (!learned.ok) throw new Error(learned.code);

  it("one paragraph is read", () => {
    const { values } = extract(learned.template, page(6, texts(6)));
    expect(values).toEqual({ title: ["Paper g"], abstract: ["We read 6 trees."], kind: ["Paper of 6 sheets"] });
  });

  it("of two none is", () => {
    const { values, withheld } = extract(learned.template, page(7, ["We read 7 trees.", "And 7 bars."]));
    expect(values).toEqual({ title: ["Paper h"], kind: ["Paper of 7 sheets"] });
    expect(withheld.abstract?.class).toBe("more-values");
  });

  it("an empty one after it takes nothing away", () => {
    expect(extract(learned.template, page(7, ["We read 7 trees.", "&nbsp;"])).values.abstract).toEqual(["We read 7 trees."]);
  });
});

describe("a value behind another row's label is not read where the own row is missing", () => {
  type Row = (label: string, text: string) => string;
  const page = (i: number, rows: Record<string, string>, row: Row): string =>
    `<!doctype html><title>Person ${i}</title><body><div id=nav><a href=/>Home</a><a href=/p>People</a></div><h1>Person ${"abcdefghijkl"[i]}</h1>
<main>${Object.entries({ Role: ["Dean", "Clerk", "Warden"][i % 3], ...rows, Mail: `p${i}@uni.example` })
      .map(([label, text]) => row(label, text!))
      .join("")}</main><div id=foot>Imprint</div>`;
  const rowsOf = (i: number): Record<string, string> => ({
    ...(i % 3 !== 2 && { Room: `B${100 + 3 * i}` }),
    ...(i % 2 !== 1 && { Phone: `030 ${1000 + 7 * i}` }),
    ...(i % 3 === 2 && { Mobile: `0170 ${10_000 + 11 * i}` }),
  });

  const markups: Record<string, Row> = {
    "dt, dd": (label, text) => `<dt>${label}<dd>${text}`,
    "h3, p": (label, text) => `<h3>${label}</h3><p>${text}</p>`,
    "two spans": (label, text) => `<div><span>${label}</span><span>${text}</span></div>`,
    "two classes": (label, text) => `<div class=l>${label}</div><div class=v>${text}</div>`,
  };
  const cases = Object.keys(markups).flatMap((name) => [0, 5, 10].map((count) => [name, count] as const));

  it.each(cases)("%s with %d siblings", (name, count) => {
    const row = markups[name]!;
    const learned = learn({
      html: page(0, rowsOf(0), row),
      labels: { name: ["Person a"], phone: ["030 1000"] },
      siblings: Array.from({ length: count }, (_, i) => ({ html: page(i + 1, rowsOf(i + 1), row) })),
    });
    if (!learned.ok) throw new Error(learned.code);
    const phoneOf = (rows: Record<string, string>) => extract(learned.template, page(11, rows, row)).values.phone ?? [];
    expect(phoneOf({ Phone: "030 9" })).toEqual(["030 9"]);
    expect(phoneOf({ Room: "B9", Phone: "030 9" })).toEqual(["030 9"]);
    expect(phoneOf({ Room: "B9" })).toEqual([]);
    expect(phoneOf({ Mobile: "0170 9" })).toEqual([]);
    expect(phoneOf({ Room: "B9", Mobile: "0170 9" })).toEqual([]);
  });
});

describe("where an element is gone, its neighbour of another class is not read in its stead", () => {
  interface Thing {
    price: string;
    old?: string;
    rating?: string;
  }
  const page = (i: number, { price, old, rating }: Thing): string =>
    `<!doctype html><title>Thing ${i}</title><body><div id=nav><a href=/>Shop</a><a href=/c>Cart</a></div><div class=thing><h1>Thing ${"abcdefghijkl"[i]}</h1>
${rating ? `<div class=rating><span>${rating}</span> stars</div>` : ""}<div class=prices>${old ? `<span class=old>${old}</span> ` : ""}<span class=price>${price}</span></div>
<table><tr><td>Number</td><td>${1000 + i}</td></tr></table></div><div id=foot>Imprint</div>`;
  const thing = (i: number): Thing => ({
    price: `€${20 + i}.50`,
    ...(i % 2 === 0 && { old: `€${90 + i}.50` }),
    ...(i % 3 !== 1 && { rating: `${1 + (i % 4)}.${i}` }),
  });

  it.each([0, 5, 10])("with %d siblings", (count) => {
    const learned = learn({
      html: page(0, thing(0)),
      labels: { name: ["Thing a"], old: ["€90.50"], rating: ["1.0"] },
      siblings: Array.from({ length: count }, (_, i) => ({ html: page(i + 1, thing(i + 1)) })),
    });
    if (!learned.ok) throw new Error(learned.code);
    const read = (rest: Partial<Thing>) => extract(learned.template, page(11, { price: "€9.50", ...rest })).values;
    expect(read({ old: "€10.50", rating: "4.4" })).toEqual({ name: ["Thing l"], old: ["€10.50"], rating: ["4.4"] });
    expect(read({ rating: "4.4" })).toEqual({ name: ["Thing l"], rating: ["4.4"] });
    expect(read({ old: "€10.50" })).toEqual({ name: ["Thing l"], old: ["€10.50"] });
    expect(read({}).old ?? []).toEqual([]);
  });
});

it.each([
  {
    name: "the open tab",
    body: (i: number, keeper: string, year: string) =>
      `<div class="tab ${i % 2 ? "open" : "shut"}"><p>${keeper}</p></div><div class="tab ${i % 2 ? "shut" : "open"}"><p>${year}</p></div>`,
  },
  {
    name: "every second row",
    body: (i: number, keeper: string, year: string) => {
      const rows = [...(i % 2 ? [["Code", `c${i}x`]] : []), ["Keeper", keeper], ["Year", year]];
      const row = ([label, value]: string[], at: number) =>
        `<tr class=${at % 2 ? "even" : "odd"}><th>${label}</th><td>${value}</td></tr>`;
      return `<table>${rows.map(row).join("")}</table>`;
    },
  },
])("classes that take turns, as of $name, tell nothing", ({ body }) => {
  const record = (i: number) => ({ name: `Weir ${"abcdefghijkl"[i]}`, keeper: `Ann ${"mnopqrstuvwx"[i]}`, year: `${1990 + i}` });
  const page = (i: number): string => {
    const { name, keeper, year } = record(i);
    return `<!doctype html><title>Weirs</title><body><div class=head><h1>River office</h1><ul class=nav><li>Home</li><li>About</li></ul></div>
<div class=main><h2>${name}</h2>${body(i, keeper, year)}</div><div class=foot><p>Imprint and contact</p></div>`;
  };
  const values = (i: number) => Object.fromEntries(Object.entries(record(i)).map(([name, value]) => [name, [value]]));
  const siblings = Array.from({ length: 5 }, (_, i) => ({ html: page(i + 1) }));
  const learned = learn({ html: page(0), labels: values(0), siblings });
  if (!learned.ok) throw new Error(learned.code);
  for (let i = 6; i < 12; i++) expect(extract(learned.template, page(i)).values).toEqual(values(i));
});

it("a title that heads the row of its author is no label, without siblings either", () => {
  const page = (title: string, author: string, year: string): string =>
    `<!doctype html><title>Weirs</title><body><h1>River office</h1><table><tr><th>${title}</th><td>${author}</td></tr>
<tr><th>First out</th><td>${year}</td></tr></table><p>Imprint`;
  const learned = learn({
    html: page("Slow rivers", "Ann Lee", "1990"),
    labels: { title: ["Slow rivers"], author: ["Ann Lee"], year: ["1990"] },
  });
  if (!learned.ok) throw new Error(learned.code);
  const { values } = extract(learned.template, page("Deep lakes", "Bob Ray", "1991"));
  expect(values).toEqual({ title: ["Deep lakes"], author: ["Bob Ray"], year: ["1991"] });
});

it("nor is a neighbour that only siblings show beside it", () => {
  const page = (i: number, rows: Record<string, string>): string =>
    `<!doctype html><title>Book ${i}</title><body><div id=nav><a href=/>Home</a><a href=/b>Books</a></div><h1>Book ${"abcdefghijkl"[i]}</h1>
${Object.entries({ ...rows, year: String(1990 + i) })
  .map(([name, text]) => `<div class="row row-${name}"><div class=text>${text}</div></div>`)
  .join("")}<div id=foot>Imprint</div>`;
  const rowsOf = (i: number): Record<string, string> => ({
    ...(i % 3 !== 2 && { isbn: `978-${i}` }),
    ...(i % 2 === 1 && { place: ["Rome", "Oslo", "Kyiv"][i % 3]! }),
  });
  const learned = learn({
    html: page(0, rowsOf(0)),
    labels: { title: ["Book a"], isbn: ["978-0"] },
    siblings: [1, 2, 3, 4, 5, 6].map((i) => ({ html: page(i, rowsOf(i)) })),
  });
  if (!learned.ok) throw new Error(learned.code);
  const isbnOf = (rows: Record<string, string>) => extract(learned.template, page(11, rows)).values.isbn ?? [];
  expect(isbnOf({ isbn: "978-11" })).toEqual(["978-11"]);
  expect(isbnOf({ place: "Bern" })).toEqual([]);
  expect(isbnOf({ isbn: "978-11", place: "Bern" })).toEqual(["978-11"]);
});

it("lines of which some have letters and some have none are no list of one attribute's values", () => {
  const page = (i: number, place: string): string =>
    `<!doctype html><title>Book ${i}</title><body><div id=nav><a href=/>Home</a><a href=/b>Books</a></div><h1>Book ${"abcdefgh"[i]}</h1>
<div class=print>${place}${1990 + i}</div><div id=foot>Imprint</div>`;
  const learned = learn({
    html: page(0, ""),
    labels: { title: ["Book a"], year: ["1990"] },
    siblings: [1, 2, 3, 4, 5].map((i) => ({ html: page(i, i % 2 ? "Oslo<br>" : "") })),
  });
  if (!learned.ok) throw new Error(learned.code);
  expect(extract(learned.template, page(6, "")).values.year).toEqual(["1996"]);
  const { values, withheld } = extract(learned.template, page(7, "Rome<br>"));
  expect(values.year).toBeUndefined();
  expect(withheld.year?.class).toBe("more-text");
});

describe("of several values, one behind a label of its own is another attribute's", () => {
  const page = (i: number, authors: string[], editor?: string): string =>
    `<!doctype html><title>Book ${i}</title><body><div id=nav><a href=/>Home</a><a href=/b>Books</a></div><h1>Book ${"abcdefgh"[i]}</h1>
<dl><dt>Author</dt>${authors.map((name) => `<dd>${name}</dd>`).join("")}${editor ? `<dt>Editor</dt><dd>${editor}</dd>` : ""}<dt>Year</dt><dd>${1990 + i}</dd></dl><div id=foot>Imprint</div>`;
  const names = ["Ann Bell", "Cy Dunn", "Ed Finn", "Gus Hill", "Ida Jung"];
  it.each([0, 5])("with %d siblings", (count) => {
    const learned = learn({
      html: page(0, names.slice(0, 2)),
      labels: { title: ["Book a"], author: names.slice(0, 2) },
      siblings: Array.from({ length: count }, (_, i) => ({
        html: page(i + 1, i % 3 ? names.slice(i, i + 2) : names.slice(i, i + 1), i % 2 ? "Lea Moor" : undefined),
      })),
    });
    if (!learned.ok) throw new Error(learned.code);
    const authorOf = (authors: string[], editor?: string) => extract(learned.template, page(7, authors, editor)).values.author;
    expect(authorOf(["Nia Olsen", "Pia Quist"])).toEqual(["Nia Olsen", "Pia Quist"]);
    expect(authorOf(["Nia Olsen"], "Rex Stone")).toBeUndefined();
  });
});

it("a line is not read behind the bold label of another, be the own label on few siblings only", () => {
  const page = (i: number, rows: Record<string, string>): string =>
    `<!doctype html><title>Book ${i}</title><body><div id=nav><a href=/>Home</a><a href=/b>Books</a></div><h1>Book ${"abcdefghijkl"[i]}</h1>
<ul class=facts>${Object.entries({ ...rows, Printed: String(1990 + i) })
      .map(([label, text]) => `<li><strong>${label}</strong> ${text}`)
      .join("")}</ul><div id=foot>Imprint</div>`;
  const rowsOf = (i: number): Record<string, string> => (i % 3 ? { Place: ["Rome", "Oslo"][i % 2]! } : { ISBN: `978-${i}` });
  const learned = learn({
    html: page(0, rowsOf(0)),
    labels: { title: ["Book a"], isbn: ["978-0"] },
    siblings: [1, 2, 3, 4, 5].map((i) => ({ html: page(i, rowsOf(i)) })),
  });
  if (!learned.ok) throw new Error(learned.code);
  expect(extract(learned.template, page(11, { ISBN: "978-11" })).values.isbn).toEqual(["978-11"]);
  expect(extract(learned.template, page(11, { Place: "Bern" })).values.isbn ?? []).toEqual([]);
});

describe("a list whose items hold more than the value is not cut after its first", () => {
  const page = (i: number, authors: readonly (readonly [string, string?])[]): string =>
    `<!doctype html><title>Paper ${i}</title><body><div id=nav><a href=/>Home</a><a href=/p>Papers</a></div><h1>Paper ${"abcdefghijkl"[i]}</h1>
<h2>Authors</h2><ul class=authors>${authors
      .map(([name, house]) => `<li><span class=name>${name}</span>${house ? ` <span class=house>${house}</span>` : ""}</li>`)
      .join("")}</ul><div class=pub><b>Published:</b> <span>${1990 + i}</span></div><div id=foot>Imprint</div>`;
  const names = ["Ann Bell", "Cy Dunn", "Ed Finn", "Gus Hill", "Ida Jung", "Kay Lund", "Mia Nord"];

  it.each([0, 6])("with %d siblings", (count) => {
    const learned = learn({
      html: page(0, [["Ann Bell", "Uni X"]]),
      labels: { title: ["Paper a"], author: ["Ann Bell"] },
      siblings: Array.from({ length: count }, (_, i) => ({
        html: page(i + 1, i % 2 ? [[names[i]!, "Uni Y"], [names[i + 1]!]] : [[names[i]!, "Uni Z"]]),
      })),
    });
    if (!learned.ok) throw new Error(learned.code);
    const authorOf = (...authors: [string, string?][]) => extract(learned.template, page(11, authors)).values.author;
    expect(authorOf(["Ole Pry", "Uni Q"])).toEqual(["Ole Pry"]);
    expect(authorOf(["Ole Pry", "Uni Q"], ["Rex Stone", "Uni T"])).toBeUndefined();
    expect(authorOf(["Ole Pry", "Uni Q"], ["Rex Stone"])).toBeUndefined();
  });
});
