/** When support works, and setting it. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { type Attribution, recordEvent } from "../audit/model";
import { HOURS_OPTION, HOURS_TITLE, hoursProblems, USUAL_HOURS } from "./rules/hours";
import { hoursText } from "./rules/hoursText";
import type { SupportHours } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;

/** Versions that are shown. */
const SHOWN_VERSIONS = 50;

/** The latest version; null while nobody set it. */
export async function newestHours(ctx: ReadCtx): Promise<Doc<"supportHoursVersions"> | null> {
  return await ctx.db.query("supportHoursVersions").withIndex("by_version").order("desc").first();
}

/** What holds now. Hours that are no longer allowed count as none. */
export async function currentHours(ctx: ReadCtx): Promise<SupportHours> {
  const newest = await newestHours(ctx);
  return newest === null || Object.keys(hoursProblems(newest.hours)).length > 0 ? USUAL_HOURS : newest.hours;
}

/** The latest versions, newest first. */
export async function hoursVersions(ctx: ReadCtx): Promise<Doc<"supportHoursVersions">[]> {
  return await ctx.db.query("supportHoursVersions").withIndex("by_version").order("desc").take(SHOWN_VERSIONS);
}

/** Sets the hours, for everything that happens from now on. */
export async function setHours(
  ctx: Pick<MutationCtx, "db">,
  hours: SupportHours,
  step: { readonly by: Attribution; readonly at: number; readonly byId: Id<"people">; readonly reason: string },
): Promise<void> {
  const newest = await newestHours(ctx);
  const version = (newest?.version ?? 0) + 1;
  const { by, at, byId, reason } = step;
  await ctx.db.insert("supportHoursVersions", { version, hours, reason, setAt: at, byId });
  await recordEvent(ctx, {
    ...by,
    action: "supportHours.set",
    targets: [{ type: "option", id: HOURS_OPTION, label: HOURS_TITLE }],
    changes: [{ field: "hours", before: hoursText(newest?.hours ?? USUAL_HOURS), after: hoursText(hours) }],
    context: { reason, version },
    occurredAt: at,
  });
}
