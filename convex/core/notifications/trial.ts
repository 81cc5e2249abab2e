/** Trying out a kind of notification on oneself. */

import type { ViewerMutationCtx } from "../../access/functions";
import { refuse } from "../../lib/errors";
import { attributionOf, recordEvent } from "../audit/model";
import { notify } from "./model";
import { hasHourlyMail, queueMail } from "./outbox";
import { tellsOf } from "./receipts";
import { KINDS } from "./rules";
import { letter } from "./rules/letter";
import { sampleOf } from "./rules/samples";

/** Mails to oneself within an hour, real ones included. */
const MAX_HOURLY = 30;

/** Sends the caller a notification and, without the usual wait, a mail of this kind. */
export async function sendTest(ctx: ViewerMutationCtx, kind: string, at: number): Promise<void> {
  if (!Object.hasOwn(KINDS, kind)) refuse({ code: "invalid-input", message: "There is no such kind of notification." });
  const { person } = ctx.viewer;
  if (await hasHourlyMail(ctx, person._id, MAX_HOURLY, at))
    refuse({ code: "too-early", message: `You were sent ${MAX_HOURLY} mails within the last hour. Try again later.` });
  const sample = sampleOf(kind);
  const noticeId = await notify(ctx, {
    ...sample,
    recipientId: person._id,
    because: "You tried this kind of notification on yourself.",
    at,
  });
  const mailId = await queueMail(
    ctx,
    { ...letter(person.firstName, [sample], "notification"), to: person.email, kind: "test", personId: person._id },
    at,
  );
  const notice = noticeId && (await ctx.db.get(noticeId));
  if (notice) await tellsOf(ctx, mailId, [notice]);
  await recordEvent(ctx, {
    ...attributionOf(ctx.viewer),
    action: "notification.tested",
    targets: [{ type: "mail", id: mailId, label: person.email }],
    context: { kind },
    occurredAt: at,
  });
}
