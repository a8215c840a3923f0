/** Pages of the site that show less than a record, found by the experiment: nothing may be read from them at all. */
import { describe, expect, it } from "vitest";
import { extract } from "../../src/core/extract.js";
import { sharingText } from "../../src/core/guard/same-text.js";
import { learn } from "../../src/core/learn/learn.js";
import type { Template } from "../../src/core/template/page-template.js";

interface Paper {
  readonly title: string;
  readonly doi?: string;
  readonly authors: readonly string[];
  readonly date: string;
}

const PAPERS: readonly Paper[] = [
  { title: "Tides of the northern shelf", doi: "10.4411/tides.1", authors: ["Ines Calder", "Tomas Wray"], date: "4 May 2001" },
  { title: "A grammar of lanterns", authors: ["Beatrix Holm"], date: "17 June 1998" },
  { title: "Seven orchards in winter", doi: "10.4411/orchards.3", authors: ["Piet Anselm", "Oda Renn"], date: "2 March 2010" },
  { title: "Clocks without hands", doi: "10.4411/clocks.4", authors: ["Samir Voss"], date: "30 July 2015" },
  { title: "Salt roads of Merrow", authors: ["Lena Quill", "Ada Stone"], date: "9 August 1987" },
  { title: "Notes from a dry lake", doi: "10.4411/lake.6", authors: ["Ben Wood"], date: "21 October 2004" },
];

const frame = (content: string): string => `<!doctype html><html><body>
<div id="top"><b>Harbour Institute</b><ul><li><a href="/">Start</a></li><li><a href="/staff">Our staff</a></li></ul></div>
<div><div><p>Publications of the institute</p>${content}</div><p>Ask the library for copies.</p></div>
<div id="foot"><p>Quay Street 12</p><p>Terms of use</p></div></body></html>`;

function paperPage({ title, doi, authors, date }: Paper, authorsLabel = "Written by"): string {
  const items = authors.map((author) => `<li>${author}</li>`).join("");
  return frame(`<h2 class="title">${title}</h2><dl>${doi ? `<dt>Address</dt><dd class="doi"><a href="#">${doi}</a></dd>` : ""}
<dt>${authorsLabel}</dt><dd class="authors"><ul>${items}</ul></dd><dt>Issued</dt><dd class="date">${date}</dd></dl>`);
}

function learnt(): Template {
  const [key, ...others] = PAPERS as [Paper, ...Paper[]];
  const labels = { title: [key.title], doi: [key.doi ?? ""], authors: key.authors, date: [key.date] };
  const learned = learn({ html: paperPage(key), labels, siblings: others.map((paper) => ({ html: paperPage(paper) })) });
  if (!learned.ok) throw new Error("nothing learnt");
  return learned.template;
}

describe("a value that stands alone", () => {
  it.each([
    { name: "a notice", content: "<h2>Closed for the summer</h2><p>We are back in September.</p>" },
    { name: "a notice of one line", content: "<h2>This page has moved</h2><hr>" },
  ])("is withheld on a page with $name in the site's frame", ({ content }) => {
    const { values, withheld } = extract(learnt(), frame(content));
    expect(values).toEqual({});
    expect(withheld.title?.class).toBe("only-value");
  });
});

describe("two attributes at one text", () => {
  it.each([1, 4])("are never given where one is missing and the label of the other has changed: paper %i", (number) => {
    const { title, authors, date } = PAPERS[number]!;
    const { values, withheld } = extract(learnt(), paperPage(PAPERS[number]!, "Names of authors"));
    expect(values).toEqual({ title: [title], authors, date: [date] });
    expect(withheld.doi).toBeDefined();
  });

  it("are told where they stood apart on the labelled page, and not where one was a part of the other", () => {
    const at = (start: number, end: number) => [{ value: 0, start, end }];
    const proofs = { doi: at(10, 20), authors: at(10, 20), date: at(30, 40) };
    expect(sharingText({ doi: ["10.4411/1"], authors: ["Ben Wood"], date: ["4 May"] }, proofs)).toEqual(["doi", "authors"]);
    expect(sharingText({ doi: ["10.4411/1"], authors: ["Ben Wood"], date: ["4 May"] }, { ...proofs, doi: at(20, 30) })).toEqual(
      [],
    );
    expect(sharingText({ doi: ["Ben Wood, 1999"], authors: ["Ben Wood"], date: ["4 May"] }, proofs)).toEqual([]);
  });

  it("still gives both where nothing is missing", () => {
    const { values } = extract(learnt(), paperPage(PAPERS[2]!, "Names of authors"));
    expect(values.doi).toEqual([PAPERS[2]!.doi]);
    expect(values.authors).toEqual(PAPERS[2]!.authors);
  });
});
