/** The page gate goes by the frame around the labelled places: no length of an article moves it. */
import { describe, expect, it } from "vitest";
import { extract } from "../../src/core/extract.js";
import { learn } from "../../src/core/learn/learn.js";

/** Two texts are the site's; the article, of as many paragraphs as one likes, stands beside its title and date. */
const post = (number: number, paragraphs: number): string =>
  `<!doctype html><body><header class="masthead"><a href="/">Tidewater</a></header><main class="post-view">
<div class="post-head"><h1 class="post-title">Story number ${number}</h1><p class="post-date">${number} May 2011</p></div>
<div class="post-body">${Array.from({ length: paragraphs }, (_, i) => `<p>Sentence ${i} that story ${number} tells alone.</p>`).join("")}</div>
</main><footer>All rights with the writer</footer></body>`;

const lesson = (paragraphs: number) => ({
  html: post(1, paragraphs),
  labels: { title: ["Story number 1"], date: ["1 May 2011"] },
});

const LENGTHS = [1, 20, 400];

describe("an article of any length", () => {
  it.each(LENGTHS)("is learnt with siblings, %i paragraphs long", (paragraphs) => {
    const siblings = [2, 3, 4, 5].map((number) => ({ html: post(number, 30) }));
    const learned = learn({ ...lesson(paragraphs), siblings });
    expect(learned.ok).toBe(true);
    if (!learned.ok) return;
    for (const length of LENGTHS)
      expect(extract(learned.template, post(9, length)).values).toEqual({ title: ["Story number 9"], date: ["9 May 2011"] });
  });

  it.each(LENGTHS)("is learnt without siblings, %i paragraphs long", (paragraphs) => {
    const learned = learn(lesson(paragraphs));
    expect(learned.ok).toBe(true);
    if (!learned.ok) return;
    for (const length of LENGTHS)
      expect(extract(learned.template, post(9, length)).withheld.title?.class).not.toBe("page-not-recognised");
  });

  it.each(LENGTHS)("does not let a page of another site in, %i paragraphs long", (paragraphs) => {
    const learned = learn(lesson(paragraphs));
    const other = `<!doctype html><body><div class="bar"><a href="/">Harbour news</a></div><div class="main"><div class="text">
<h1 class="heading">Storm ahead</h1><p class="day">3 June 2012</p><p>Boats stay in.</p></div></div><p>Imprint</p></body>`;
    expect(learned.ok && extract(learned.template, other).withheld.title?.class).toBe("page-not-recognised");
  });
});
