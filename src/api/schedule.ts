/** When a source is harvested: a cron expression, read in a time zone. */
import { Cron } from "croner";
import { z } from "zod";

const NICKNAMES = ["@hourly", "@daily", "@weekly", "@monthly", "@yearly"];

/** Five parts and no seconds; `?` would stand for the moment of reading, and a colon makes one date of it. */
const isWritten = (cron: string): boolean => NICKNAMES.includes(cron) || /^[\w*,/#+-]+(?: [\w*,/#+-]+){4}$/.test(cron);

export const Zone = z.string().refine(isZone, "it is no time zone such as Europe/Berlin or UTC");

export const Schedule = z
  .strictObject({
    cron: z
      .string()
      .trim()
      .max(200, "it has more than 200 characters")
      .refine(isWritten, "a schedule is a cron expression such as “0 3 * * *”: minute, hour, day, month, weekday"),
    zone: Zone,
  })
  .superRefine((schedule, context) => {
    const problem = problemOf(schedule);
    if (problem !== undefined) context.addIssue({ code: "custom", path: ["cron"], message: problem });
  });
export type Schedule = z.infer<typeof Schedule>;

export const DAILY: Schedule = { cron: "0 6 * * *", zone: "UTC" };

/**
 * The first time after `after`. Over a change of clocks a fixed time comes exactly once a day: where it is skipped, at
 * the first moment after the gap; where it comes twice, at the first.
 */
export function nextTime({ cron, zone }: Schedule, after: Date): Date {
  const next = new Cron(cron, { timezone: zone, mode: "5-part", paused: true }).nextRun(after);
  if (next === null) throw new Error(`the schedule ${cron} never comes`); // refused when it was saved
  return next;
}

const ANY_TIME = new Date(0);

function problemOf(schedule: Schedule): string | undefined {
  try {
    nextTime(schedule, ANY_TIME);
    return undefined;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return `it is no cron expression (${error.message})`;
    return "it is a time that never comes";
  }
}

function isZone(zone: string): boolean {
  try {
    return zone !== "" && new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
