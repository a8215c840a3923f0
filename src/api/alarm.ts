/** What a source may be warned of by its own history; each can be switched off for a source. */
import { z } from "zod";

export const ALARMS = ["silence", "unchanged", "fewer-pages", "more-withheld", "untaken"] as const;
export const Alarm = z.enum(ALARMS, "an alarm is silence, unchanged, fewer-pages, more-withheld or untaken");
export type Alarm = z.infer<typeof Alarm>;
