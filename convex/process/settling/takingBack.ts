/** Taking access back on purpose: its removal is asked for, and nothing that was open brings it back. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { requestsFor } from "../../core/requests/model";
import { askRemoval } from "../ending/removal";
import type { MutationStep, Step } from "../steps/step";
import { cancelRequest } from "./requestMoves";

/** Newest requests for a holder among which open extensions are looked for. */
const REQUESTS_LOOKED_AT = 100;

/** Asks for an access to end now; an extension of it that is still open ends with it. */
export async function takeBack(
  step: MutationStep,
  grant: Doc<"grants">,
  byId: Id<"people"> | null,
  reason: string,
): Promise<void> {
  await askRemoval(step, grant, byId, reason);
  await endExtensions(step, grant, "The access it would have extended was taken back");
}

/** Ends the open requests for more time of an access: the end they count from is no more. */
export async function endExtensions(step: Step, grant: Doc<"grants">, reason: string): Promise<void> {
  for (const request of await openExtensionsOf(step.ctx, grant)) await cancelRequest(step, request, reason);
}

/** The open requests for more time of an access. */
export async function openExtensionsOf(
  ctx: Pick<QueryCtx, "db">,
  { _id, beneficiaryId }: Doc<"grants">,
): Promise<Doc<"requests">[]> {
  const recent = await requestsFor(ctx, beneficiaryId, REQUESTS_LOOKED_AT);
  return recent.filter(({ isOpen, extension }) => isOpen && extension?.grantId === _id);
}
