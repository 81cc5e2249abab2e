/** What the ticket of a request gives it: the files its requester let go along are said first, in their name (F8). */

import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { shareUploads } from "../../core/requests/uploads";
import { say, type Speaker } from "../conversing/conversation";
import { accessTo, loadInvolved } from "../steps/circle";
import type { TakenAlong } from "../supporting/converting";

/** Lets the files of a ticket stand in a comment everybody reads who reads the request. */
export async function sayAlong(
  ctx: MutationCtx,
  request: Doc<"requests">,
  { key, files }: TakenAlong,
  speaker: Speaker,
): Promise<void> {
  if (files.length === 0) return;
  const involved = await loadInvolved(ctx, request);
  const access = accessTo(involved, speaker.person);
  if (!access) return;
  const uploadIds = await shareUploads(ctx, request._id, files, speaker);
  const saying = { body: `From the ticket ${key}`, visibility: "public" as const, mentionIds: [], uploadIds };
  await say(ctx, { ...involved, access }, saying, speaker);
}
