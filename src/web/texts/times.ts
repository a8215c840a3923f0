/** Times as people say them, in the reader's language and zone. */
import { localeFor } from "./locale.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The hour and minute: 14:02. */
export function clock(time: Date, language: string): string {
  return new Intl.DateTimeFormat(localeFor(language), { hour: "2-digit", minute: "2-digit", hour12: false }).format(time);
}

/** All of it, with seconds and zone: for a title. */
export function fullTime(time: Date, language: string): string {
  return new Intl.DateTimeFormat(localeFor(language), { dateStyle: "full", timeStyle: "long" }).format(time);
}

/** To the minute, for headings. */
export function dayAndTime(time: Date, language: string): string {
  const parts = { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(localeFor(language), parts).format(time);
}

/** The day alone: Monday, 16 November. */
export function dayOf(time: Date, language: string): string {
  return new Intl.DateTimeFormat(localeFor(language), { weekday: "long", day: "numeric", month: "long" }).format(time);
}

/** How long ago, or in how long: "12 min ago", "in 48 min"; beyond six days the day itself. */
export function relativeTime(time: Date, now: Date, language: string): string {
  const away = time.getTime() - now.getTime();
  const words = new Intl.RelativeTimeFormat(localeFor(language), { numeric: "auto", style: "short" });
  const size = Math.abs(away);
  if (size < MINUTE) return words.format(0, "second");
  if (size < HOUR) return words.format(Math.round(away / MINUTE), "minute");
  if (size < DAY) return words.format(Math.round(away / HOUR), "hour");
  if (size < 7 * DAY) return words.format(Math.round(away / DAY), "day");
  const isThisYear = time.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(localeFor(language), {
    day: "numeric",
    month: "short",
    ...(!isThisYear && { year: "numeric" }),
  }).format(time);
}
