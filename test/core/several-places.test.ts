/** A label that stands in several places of its page (method §7). */
import { describe, expect, it } from "vitest";
import { extract } from "../../src/core/extract.js";
import { learn } from "../../src/core/learn/learn.js";

const NAMES = ["Ada", "Bo", "Cy", "Dee", "Eli", "Flo", "Gus", "Hal"];

/** A post, its author (none: a guest's) and the authors of the comments below it. */
const post = (author: string | null, commenters: readonly string[]): string =>
  `<!doctype html><title>Post</title><body><h1>Merrow Forum</h1><div class="post"><h2>Post of ${author}</h2>
  <span class="submitted">Submitted by ${author === null ? "Guest" : `<a class="user">${author}</a>`}</span>
  <p class="text">Text of ${author}</p></div><div id="comments">${commenters
    .map((each) => `<div class="comment"><div class="by">Submitted by <a class="user">${each}</a></div><p>Yes, ${each}</p></div>`)
    .join("")}</div><p>Printed in Merrow</p>`;

const siblings = NAMES.map((name, i) => ({ html: post(name, i % 2 ? [NAMES[(i + 1) % 8]!] : []) }));

describe("a label that also stands in a comment", () => {
  const learned = learn({
    html: post("Ines", ["Ines", "Jon"]),
    labels: { title: ["Post of Ines"], author: ["Ines"], text: ["Text of Ines"] },
    siblings,
  });
  const read = (html: string): readonly string[] | undefined =>
    learned.ok ? extract(learned.template, html).values.author : undefined;

  it("is read from the post", () => {
    expect(read(post("Mara", []))).toEqual(["Mara"]);
    expect(read(post("Mara", ["Jon", "Ola"]))).toEqual(["Mara"]);
  });

  it("is never read from the comment where the post has none", () => {
    expect(read(post(null, ["Ines"])) ?? []).toEqual([]);
    expect(read(post(null, ["Ola", "Jon"])) ?? []).toEqual([]);
  });
});

describe("a heading against a breadcrumb beside places that no sibling shows", () => {
  const page = (name: string, slug: string, body: string): string =>
    `<!doctype html><title>Tools</title><body><div id="crumbs"><a>Tools</a> <a>${slug}</a></div>
    <article><h1 class="title">${name}</h1><p class="maker">Made by ${name} Ltd</p><div class="body">${body}</div></article>
    <p>Printed in Merrow</p>`;
  const learned = learn({
    html: page("Quill", "Quill", "<p><b>Quill</b> is a pen.</p><p><b>Quill</b> is light.</p>"),
    labels: { title: ["Quill"], maker: ["Made by Quill Ltd"] },
    siblings: NAMES.map((name) => ({ html: page(`${name} Pro`, name, `<p>Text of ${name}</p>`) })),
  });

  it("is read from the heading", () => {
    const read = learned.ok ? extract(learned.template, page("Ola Pro", "Ola", "<p>More</p>")).values.title : undefined;
    expect(read).toEqual(["Ola Pro"]);
  });
});
