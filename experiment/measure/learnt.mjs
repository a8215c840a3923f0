/** A source with its template, learnt from the key page and ten siblings as a person would. */
import { makePage, variantOf } from "../corpus/page.mjs";
import { makeSource, PAGES } from "../corpus/source.mjs";
import { learn } from "./core.mjs";

export const KEY = 0;
const SIBLINGS = 10;

const known = new Map(); // a worker measures several units of one source

export function learntSource(seed, index) {
  const name = `${seed} ${index}`;
  if (!known.has(name)) known.set(name, learnt(makeSource(seed, index)));
  return known.get(name);
}

function learnt(source) {
  const lesson = lessonOf(source);
  const learned = learn(lesson);
  if (!learned.ok) throw new Error(`nothing can be learnt from source ${source.index}`);
  return { source, original: variantOf(source), lesson, template: learned.template };
}

function lessonOf(source) {
  const page = (index) => makePage(source, variantOf(source), index);
  const key = page(KEY);
  const siblings = Array.from({ length: SIBLINGS }, (_, i) => ({ html: page(PAGES - 1 - i).html }));
  return { html: key.html, labels: key.truth, region: key.pasted, siblings };
}
