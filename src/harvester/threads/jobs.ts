/**
 * All that is done with the bytes of foreign pages, by name: the one table of what runs in a thread (threads.ts). What a job
 * is given and gives back is plain data, for it is copied; `shared` comes to each thread once for many calls.
 */

import { inspectChecked } from "../../core/check.js";
import { type Extraction, extract, type Inspected, inspect, type KeyedTemplate, renewKey } from "../../core/index.js";
import { inspectAround } from "../../core/inspect.js";
import { featuresOf } from "../../core/kind/features.js";
import { parsePage } from "../../core/page/parse-page.js";
import { htmlOf } from "../../fetch/charset.js";
import { type RobotsAnswer, type RobotsFile, readRobots } from "../../fetch/robots-txt.js";
import { glance } from "../answer/glance.js";
import { refutedOn } from "../answer/learn-answer.js";
import { checkPage, rekeyed } from "../check/check-page.js";
import { checkListPage, healListPages, learnListPage, listedOn } from "../check/list-jobs.js";
import { learnDraft } from "../draft/learn-draft.js";
import { widen } from "../draft/many.js";
import { openUpload, siteName } from "../draft/open-page.js";
import { proposeNext } from "../draft/paging.js";
import { aroundPage, asList, draftSets } from "../draft/sibling-links.js";
import { viewDraft } from "../draft/view.js";
import { pointAt } from "../draft/whereabouts.js";
import { linkSetsOn, linkSetsTo, linksAt, linksElsewhere, linksShown, manyAtPlaces, placesRelearnt } from "../find/link-sets.js";
import { linksOfSitemap } from "../find/links.js";
import { nextLinks } from "../find/next-links.js";
import { healPages } from "../heal/heal-evidence.js";
import { readsKnown } from "../heal/reads-known.js";
import { isCharsetDoubtful } from "../read/charset-doubt.js";
import { movedValues } from "../read/moved-values.js";
import type { PageBytes } from "../read/page-bytes.js";
import { packPage, type ReadAndPacked, type ReadablePage, type ReadBy, readAndPack } from "../read/read-page.js";
import { knownLabels, knownLinks } from "../set-up/known-rows.js";
import { labelProblems } from "../set-up/label-problems.js";
import { learnPages } from "../set-up/labelled-bytes.js";
import { ownStyle } from "../show/own-style.js";
import { regionText } from "../show/region-text.js";
import { showProof } from "../show/show-proof.js";
import { verifyPage } from "../verify/verify-page.js";
import { shows } from "../write/forget.js";
import { displayedOn } from "../write/mark-gone.js";

interface OnPage {
  readonly page: PageBytes;
}

interface ByTemplate extends OnPage {
  readonly template: KeyedTemplate;
}

export const JOBS = {
  robots: ({ path }: { readonly path: string }, file: RobotsFile): RobotsAnswer => readRobots(file, path),
  style: ownStyle,
  text: ({ page }: OnPage): string => htmlOf(page),

  // one page
  read: ({ page }: { readonly page: ReadablePage }, templates: ReadBy): ReadAndPacked => readAndPack(templates, page),
  pack: ({ page }: { readonly page: ReadablePage }) => packPage(page),
  /** Null where its letters and its charset do not fit. */
  values: ({ page, template }: ByTemplate): Extraction["values"] | null =>
    isCharsetDoubtful(page.bytes, page.charset) ? null : extract(template, htmlOf(page)).values,
  check: checkPage,
  rekey: rekeyed,
  renewKey: ({ page, template }: ByTemplate): KeyedTemplate => renewKey(template, htmlOf(page)),
  moved: movedValues,
  shows,
  showProof,
  verify: verifyPage,
  regionText,
  inspect: ({ page, region, texts }: OnPage & { region: string | null; texts: readonly string[] }): Inspected =>
    region === null ? inspectAround(parsePage(htmlOf(page)), texts) : inspect(parsePage(htmlOf(page)), region),
  inspectChecked: ({ page, template }: ByTemplate) => inspectChecked(template, htmlOf(page)),

  // many pages
  learn: learnPages,
  knownLinks,
  knownLabels,
  labelProblems,
  glance,
  refuted: refutedOn,
  heal: healPages,
  readsKnown,

  // lists
  links: linksAt,
  linksElsewhere,
  linksShown,
  linkSetsTo,
  linkSetsOn,
  manyAtPlaces,
  placesRelearnt,
  nextLinks,
  features: ({ page }: OnPage): Int32Array => Int32Array.from(featuresOf(parsePage(htmlOf(page)))),
  sitemap: linksOfSitemap,
  listed: listedOn,
  displayed: displayedOn,
  learnList: learnListPage,
  checkList: checkListPage,
  healList: healListPages,

  // drafts
  openUpload,
  siteName,
  around: aroundPage,
  asList,
  draftSets,
  proposeNext: ({ page }: OnPage) => proposeNext(htmlOf(page), page.address),
  pointAt,
  widen,
  learnDraft,
  viewDraft,
};

type Jobs = typeof JOBS;
export type JobName = keyof Jobs;
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[0];
export type JobShared<Name extends JobName> = Parameters<Jobs[Name]> extends [unknown, infer Shared] ? Shared : undefined;
export type JobOutput<Name extends JobName> = ReturnType<Jobs[Name]>;

const LONG: ReadonlySet<JobName> = new Set(["learn", "heal", "learnList", "healList", "learnDraft", "viewDraft"]);

/** Whether it learns or heals: that takes many pages, and has more time. */
export const isLong = (name: JobName): boolean => LONG.has(name);
