/** A ticket waits for its requester, who does not answer: a reminder, then its end, as the days are set (S30). */

import type { Doc } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { SYSTEM } from "../../../core/audit/model";
import { configured } from "../../../core/config/model";
import { participantsOf } from "../../../core/tickets/model";
import { whyNotMove } from "../../../core/tickets/rules";
import { endOfSilence, nextOfSilence, type SilenceDays } from "../../../core/tickets/rules/silence";
import type { Silence } from "../../../core/tickets/table";
import type { Step } from "../../steps/step";
import { resolved } from "../steps/resolving";
import { record } from "../steps/step";
import { tellPartsResolved, tellSilence, tellTurn } from "../steps/telling";

type Telling = Pick<Step, "ctx" | "at">;

async function daysOf({ ctx }: { readonly ctx: Pick<QueryCtx, "db"> }): Promise<SilenceDays> {
  return {
    remind: await configured(ctx, "support.remindDays"),
    resolve: await configured(ctx, "support.resolveDays"),
  };
}

/** Until when a ticket waits, and when it is resolved unless its requester answers. */
export async function clockOf(
  ctx: Pick<QueryCtx, "db">,
  { state, turnAt, silence }: Doc<"tickets">,
): Promise<{ waitsUntil: number | null; endsUnansweredAt: number | null }> {
  if (whyNotMove(state, "resume") !== null) return { waitsUntil: null, endsUnansweredAt: null };
  if (!silence) return { waitsUntil: turnAt ?? null, endsUnansweredAt: null };
  return { waitsUntil: null, endsUnansweredAt: endOfSilence(silence, await daysOf({ ctx })) };
}

/** The fields of a ticket that waits for its requester from now on, until no certain day. */
export async function beginSilence(step: Telling): Promise<Pick<Doc<"tickets">, "silence" | "turnAt">> {
  const silence = { since: step.at };
  return { silence, turnAt: nextOfSilence(silence, await daysOf(step))?.at };
}

/** The next step for a ticket whose requester has said nothing; by the days as they are set now. */
export async function meetSilence(step: Telling, ticket: Doc<"tickets">, silence: Silence): Promise<void> {
  const { ctx, at } = step;
  const days = await daysOf(step);
  const next = nextOfSilence(silence, days);
  if (next === null || next.at > at) {
    await ctx.db.patch(ticket._id, { turnAt: next?.at });
    return;
  }
  if (next.what === "resolve") {
    const read = { ticket, participants: await participantsOf(ctx, ticket._id) };
    await resolved(step, ticket, "unanswered");
    await record({ ...step, by: SYSTEM }, ticket, "ticket.resolvedUnanswered");
    await tellSilence(step, read);
    await tellPartsResolved(step, read, null);
    return;
  }
  const reminded = { ...silence, remindedAt: at };
  await ctx.db.patch(ticket._id, { silence: reminded, turnAt: nextOfSilence(reminded, days)?.at });
  await record({ ...step, by: SYSTEM }, ticket, "ticket.reminded");
  await tellTurn(step, ticket, "ticket.reminded");
}
