/** What agents of the demo world answer again and again. */

import type { MutationCtx } from "../../../convex/_generated/server";
import { personActor } from "../../../convex/core/audit/model";
import { cannedReplies, saveCanned } from "../../../convex/core/cannedReplies/model";
import type { CannedReply } from "../../../convex/core/cannedReplies/table";
import { DAY_MS } from "../../../convex/lib/pure/time";
import type { Cast } from "../cast";

const CANNED: readonly CannedReply[] = [
  {
    title: "We are looking into it",
    body: "Hello {first name},\n\nThank you for reporting this. I am looking into it and will write again in {ticket} as soon as I know more, today at the latest.\n\n{agent}",
    topic: null,
    after: null,
  },
  {
    title: "Need a screenshot and the time",
    body: "Hello {first name},\n\nCould you add a screenshot of what you see, and roughly when you last saw it working? With both I can compare it with the load log.\n\n{agent}",
    topic: "data",
    after: "wait",
  },
  {
    title: "Access is a request",
    body: "Hello {first name},\n\nThis needs access that you do not have yet. You can ask for it with “New Request”, “Snowflake data access”; the owner of the data approves it, usually within a day. Please reply here if you cannot find the right role.\n\n{agent}",
    topic: "access",
    after: "resolve",
    cause: "access",
  },
  {
    title: "Fixed, please check",
    body: "Hello {first name},\n\nThis is fixed. Please reload the report; if the numbers still look wrong, a reply here reopens {ticket}.\n\n{agent}",
    topic: null,
    after: "resolve",
    cause: "fault",
  },
];

/** Saves them before the first ticket is answered; what somebody real has saved stays alone. */
export async function haveCanned(ctx: MutationCtx, { admin }: Cast, now: number): Promise<void> {
  if ((await cannedReplies(ctx)).length > 0) return;
  const step = { ctx, at: now - 60 * DAY_MS, by: { actor: personActor(admin) }, personId: admin._id };
  for (const reply of CANNED) await saveCanned(step, null, reply);
}
