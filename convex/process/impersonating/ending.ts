/** Ending an impersonation of another super admin: at once, everywhere, and with both of its people told (I11). */

import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { endOfTime } from "../../access/impersonation";
import type { Viewer } from "../../access/viewer";
import { attributionOf } from "../../core/audit/model";
import { notify } from "../../core/notifications/model";
import { humanBehind } from "../../core/people/humans";
import { endImpersonation } from "../../core/people/impersonating/ending";
import { fullName, nameOf } from "../../core/people/model";
import { whyNotForce, whyNotReason } from "../../core/people/rules/impersonating";
import { refuseIf } from "../../lib/errors";
import { PAGES } from "../../site/pages";

/** Ends it for its holder; whoever is looked through hears of it with the end, its holder by a notice of their own. */
export async function forceEnd(
  ctx: Pick<MutationCtx, "db">,
  viewer: Viewer,
  session: Doc<"impersonationSessions">,
  why: string,
  at: number,
): Promise<void> {
  const { realPerson: by } = viewer;
  const holder = await ctx.db.get(session.realPersonId);
  const isOwn = holder !== null && humanBehind(holder) === humanBehind(by);
  const isOver = session.endedAt !== undefined || at >= endOfTime(session);
  refuseIf(whyNotForce({ isOwn, isOver }) ?? whyNotReason(why));
  const reason = why.trim();
  await endImpersonation(ctx, session, { ...attributionOf(viewer), at }, "forced", { by, reason });
  await notify(ctx, {
    recipientId: session.realPersonId,
    kind: "security.impersonationEnded",
    step: session._id,
    subject: { type: "person", id: session.realPersonId, label: "Impersonation" },
    title: `You no longer see the portal as ${await nameOf(ctx, session.impersonatingUserId)}`,
    body: `${fullName(by)} ended it. Reason: ${reason}`,
    to: PAGES.profile.path,
    at,
  });
}
