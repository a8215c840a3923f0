/** Sources and templates from records that one has, for `learn --known` and `source add --known`. */
import { refuse } from "../api/errors.js";
import type { Texts } from "../api/records.js";
import type { SourceSettings } from "../api/source.js";
import { findKnownRows, type RowWork } from "../harvester/set-up/known-rows.js";
import type { Tools } from "./command.js";
import { LABEL_OPTIONS } from "./label-options.js";
import { commonOf, type FindingCall, parsed } from "./source-labels.js";

/** What the call says of finding pages; labels have no place beside rows. */
export function knownSettings(call: FindingCall, tools: Tools): SourceSettings {
  const strange = tools.given.find(({ option }) => option in LABEL_OPTIONS && option !== "volatile");
  if (strange) tools.reject(`--${strange.option} is of labelled pages; with --known the rows are the labels.`);
  if (call["list-url"].length === 0) tools.reject("--known needs --list-url, a list that leads to the pages of the rows.");
  return parsed({ key: null, ...commonOf(call, { lists: call["list-url"], sitemaps: call.sitemap }, tools) });
}

/** The settings with the pages that show the rows as its labelled ones. */
export async function settingsWithRows(rows: readonly Texts[], settings: SourceSettings, work: RowWork): Promise<SourceSettings> {
  const { labelled, lists, pages } = await findKnownRows(rows, settings, work);
  const [key, ...further] = labelled;
  return key ? parsed({ ...settings, key: { ...key, further } }) : refuse("known-not-found", rows.length, lists, pages);
}
