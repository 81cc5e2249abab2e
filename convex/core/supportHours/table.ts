/** When support works and how soon it answers: every version there was, as its own row. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { timestamp } from "../../lib/validators";

/** From one minute of a day to another; a day has 1440. */
const interval = v.object({ from: v.number(), to: v.number() });
export type Interval = Infer<typeof interval>;

/** Minutes of working time within which a ticket is answered first, and solved. */
const target = v.object({ first: v.number(), solved: v.number() });

export const supportHours = v.object({
  /** The IANA name of the zone whose days and clock count. */
  timeZone: v.string(),
  /** Monday to Sunday; a day without intervals is free. */
  week: v.array(v.array(interval)),
  /** Days that are free whatever weekday they are, as "2026-12-25". */
  holidays: v.array(v.string()),
  targets: v.object({ Low: target, Medium: target, High: target, Critical: target }),
});
export type SupportHours = Infer<typeof supportHours>;

export const supportHoursTables = {
  supportHoursVersions: defineTable({
    /** Counts from 1; 0 is what holds while nobody set it. */
    version: v.number(),
    hours: supportHours,
    reason: v.string(),
    setAt: timestamp,
    byId: v.id("people"),
  }).index("by_version", ["version"]),
};
