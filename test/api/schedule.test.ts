import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextTime, Schedule } from "../../src/api/schedule.js";
import { SourceSettings } from "../../src/api/source.js";

describe("a schedule is judged when it is saved", () => {
  it.each([
    { cron: "0 3 * * *", zone: "UTC" },
    { cron: "*/15 6-20 * * 1-5", zone: "Europe/Berlin" },
    { cron: "0 0 29 2 *", zone: "Asia/Jakarta" },
    { cron: "@weekly", zone: "America/St_Johns" },
  ])("$cron in $zone is one", (schedule) => {
    expect(Schedule.parse(schedule)).toEqual(schedule);
  });

  it.each([
    { cron: "", zone: "UTC", problem: /cron expression/ },
    { cron: "daily", zone: "UTC", problem: /cron expression/ },
    { cron: "0 0 3 * * *", zone: "UTC", problem: /minute, hour, day, month, weekday/ },
    { cron: "61 3 * * *", zone: "UTC", problem: /no cron expression/ },
    { cron: "? 3 * * *", zone: "UTC", problem: /cron expression/ },
    { cron: "2030-01-01T00:00:00", zone: "UTC", problem: /cron expression/ },
    { cron: "0 3 30 2 *", zone: "UTC", problem: /never comes/ },
    { cron: "0 3 * * *", zone: "Mars/Base", problem: /no time zone/ },
    { cron: "0 3 * * *", zone: "", problem: /no time zone/ },
  ])("“$cron” in “$zone” is none", ({ problem, ...schedule }) => {
    expect(Schedule.safeParse(schedule).error?.issues[0]?.message).toMatch(problem);
  });

  it("a source is harvested daily unless it says otherwise", () => {
    expect(SourceSettings.parse({}).schedule).toEqual({ cron: "0 6 * * *", zone: "UTC" });
    expect(SourceSettings.parse({ schedule: null }).schedule).toBeNull();
  });

  it("any text is a schedule or is refused, and what is accepted comes", () => {
    const part = fc.oneof(fc.constant("*"), fc.integer({ min: 0, max: 70 }).map(String), fc.string({ maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(part, { minLength: 4, maxLength: 6 }), fc.date({ noInvalidDate: true }), (parts, date) => {
        const read = Schedule.safeParse({ cron: parts.join(" "), zone: "Europe/Berlin" });
        const after = new Date(date.getTime() % 4e12);
        if (read.success) expect(nextTime(read.data, after).getTime()).toBeGreaterThan(after.getTime());
      }),
    );
  });
});

describe("the next time, over both changes of the clocks", () => {
  const night = { cron: "30 2 * * *", zone: "Europe/Berlin" };
  const hourly = { cron: "0 * * * *", zone: "Europe/Berlin" };
  it.each([
    { name: "an ordinary day", schedule: night, after: "2026-06-10T12:00:00Z", next: "2026-06-11T00:30:00Z" },
    {
      name: "the hour is left out: right after it",
      schedule: night,
      after: "2026-03-28T12:00:00Z",
      next: "2026-03-29T01:00:00Z",
    },
    { name: "then once, not again that day", schedule: night, after: "2026-03-29T01:00:00Z", next: "2026-03-30T00:30:00Z" },
    { name: "the hour comes twice: the first", schedule: night, after: "2026-10-24T12:00:00Z", next: "2026-10-25T00:30:00Z" },
    { name: "then not the second", schedule: night, after: "2026-10-25T00:30:00Z", next: "2026-10-26T01:30:00Z" },
    { name: "every hour in spring", schedule: hourly, after: "2026-03-29T00:00:00Z", next: "2026-03-29T01:00:00Z" },
    { name: "every hour in autumn", schedule: hourly, after: "2026-10-25T00:00:00Z", next: "2026-10-25T01:00:00Z" },
  ])("$name", ({ schedule, after, next }) => {
    expect(nextTime(schedule, new Date(after))).toEqual(new Date(next));
  });

  it.each(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Tehran"])(
    "a time of the day comes once a day through the year in %s",
    (zone) => {
      for (const cron of ["30 2 * * *", "0 3 * * *", "59 23 * * *", "0 0 * * *"]) {
        let at = new Date("2026-01-01T12:00:00Z");
        const days = new Map<string, number>();
        for (let count = 0; count < 365; count++) {
          at = nextTime({ cron, zone }, at);
          const day = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(at);
          days.set(day, (days.get(day) ?? 0) + 1);
        }
        expect([...days.values()].filter((times) => times !== 1)).toEqual([]);
        expect(days.size).toBe(365);
      }
    },
  );
});
