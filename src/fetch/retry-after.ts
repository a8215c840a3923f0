/** What `Retry-After` asks for, in milliseconds from now: seconds or a date; undefined if it is neither. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Math.min(Number(header) * 1000, LONGEST_MS);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.min(Math.max(date - now, 0), LONGEST_MS);
}

const LONGEST_MS = 24 * 3600 * 1000; // a host that says more is asked again the next day
