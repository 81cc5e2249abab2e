/** Whoever is named as a successor in a proposal, and whether they have said yes: before that, nothing changes hands. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { namesOf } from "../../core/people/model";
import type { Refusal } from "../../lib/pure/refusal";
import { kindOf } from "./kinds";

type ReadCtx = Pick<QueryCtx, "db">;

/** What is looked at of a proposal. */
export type Asking = Pick<Doc<"proposals">, "change" | "proposedById" | "acceptedBy">;

/** What everybody who has to say yes would take over; whoever names themselves has said so by that. */
export async function namedIn(
  ctx: ReadCtx,
  { change, proposedById }: Asking,
): Promise<ReadonlyMap<Id<"people">, readonly string[]>> {
  const given = await kindOf(change).handsOver?.(ctx, change);
  return new Map([...(given ?? [])].filter(([id]) => id !== proposedById));
}

/** Those who have not said yes. */
export async function notAccepted(ctx: ReadCtx, proposal: Asking): Promise<Id<"people">[]> {
  const accepted = new Set(proposal.acceptedBy?.map(({ personId }) => personId));
  return [...(await namedIn(ctx, proposal)).keys()].filter((id) => !accepted.has(id));
}

/** Why a proposal cannot be carried out before those it names have said yes, or null. */
export async function whyNotAccepted(ctx: ReadCtx, proposal: Asking): Promise<Refusal | null> {
  const waitsFor = await notAccepted(ctx, proposal);
  if (waitsFor.length === 0) return null;
  const names = new Intl.ListFormat("en-GB").format((await namesOf(ctx, waitsFor)).values());
  const verb = waitsFor.length === 1 ? "has" : "have";
  return { code: "not-eligible", message: `${names} ${verb} not agreed to take over yet.` };
}
