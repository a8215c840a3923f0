/** What stands in the region of a page, in a few words; made in a thread. */
import { inspect, parsePage } from "../../core/index.js";
import { inspectAround } from "../../core/inspect.js";
import { isHiddenText, type Page, textOf } from "../../core/page/page.js";
import { valueText } from "../../core/text/value-text.js";
import { htmlOf } from "../../fetch/charset.js";
import type { PageBytes } from "../read/page-bytes.js";

const MOST = 600; // characters

export interface RegionToTell {
  readonly page: PageBytes;
  readonly region: string | null;
  readonly record: Readonly<Record<string, readonly string[]>>; // around whose values it is, where none is given
}

export interface RegionText {
  readonly region: string | undefined; // undefined where it does not stand once
  readonly displayed: string; // what the page displays first
}

export function regionText({ page: bytes, region, record }: RegionToTell): RegionText {
  const page = parsePage(htmlOf(bytes));
  const { places } = region === null ? inspectAround(page, Object.values(record).flat()) : inspect(page, region);
  const [place] = places;
  const isOnce = places.length === 1 && place !== undefined;
  return {
    region: isOnce ? clipped(valueText(page, [{ start: place[0], end: place[1] }])) : undefined,
    displayed: clipped(displayedOf(page)),
  };
}

/** As much of it as is told. */
function displayedOf(page: Page): string {
  let shown = "";
  for (let text = 0; text < page.textCount && shown.length <= MOST; text++)
    if (!isHiddenText(page, text)) shown += ` ${textOf(page, text).replace(/\s+/g, " ").trim()}`;
  return shown;
}

export function clipped(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MOST ? `${line.slice(0, MOST)}…` : line;
}
