/** What the clock does to tickets: it ends a wait whose day has come, meets silence, asks about a proof, closes what stayed resolved, and drops mails nobody decided about. */

import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { SYSTEM } from "../../core/audit/model";
import { incidentOf } from "../../core/incidents/model";
import { isWaitingFor } from "../../core/incidents/rules";
import { currentHours } from "../../core/supportHours/model";
import { backAt } from "../../core/supportHours/rules/calendar";
import { dropOldHeld } from "../../core/ticketMail/held";
import { clockAfter } from "../../core/tickets/clock";
import { removeHeldFiles } from "../../core/tickets/mailedFiles";
import { record } from "./steps/step";
import { tellAnswering } from "./steps/telling";
import { meetSilence } from "./waits/silence";
import { askAboutProof } from "./waits/waiting";

/** Tickets moved in one transaction. */
const BATCH = 50;

/**
 * Tells agents of tickets whose due time has passed; only while support works. Says whether more are waiting.
 */
export async function alarm(ctx: Pick<MutationCtx, "db" | "scheduler">, at: number): Promise<boolean> {
  if (backAt(await currentHours(ctx), at) !== null) return false;
  const overdue = await ctx.db
    .query("tickets")
    .withIndex("by_alarm", (q) => q.gt("alarmAt", 0).lt("alarmAt", at))
    .take(BATCH);
  for (const ticket of overdue) {
    await ctx.db.patch(ticket._id, { alarmAt: undefined, alarmedFor: ticket.dueAt });
    const { title, about } = await overdueOf(ctx, ticket);
    await tellAnswering({ ctx, at }, about, { kind: "ticket.overdue", wordsFor: () => title });
  }
  return overdue.length === BATCH;
}

/** What is overdue of a ticket. What waits for an incident is answered with all the others from the one it was declared from. */
async function overdueOf(ctx: Pick<MutationCtx, "db">, ticket: Doc<"tickets">) {
  const incident = isWaitingFor(ticket) ? await incidentOf(ctx, ticket) : null;
  const about = incident && (await ctx.db.get(incident.ticketId));
  if (incident && about) return { about, title: `First answers are overdue in ${incident.key}: ${incident.title}` };
  const what = ticket.firstResponseAt === undefined ? "first answer" : "solution";
  return { about: ticket, title: `The ${what} of ${ticket.key} is overdue: ${ticket.title}` };
}

/** Moves the tickets whose time has come, and drops the mails whose time is over. */
export async function turnTickets(ctx: Pick<MutationCtx, "db" | "scheduler" | "storage">, at: number): Promise<void> {
  for (const id of await dropOldHeld(ctx, at)) await removeHeldFiles(ctx, id);
  const due = await ctx.db
    .query("tickets")
    .withIndex("by_turn", (q) => q.gt("turnAt", 0).lte("turnAt", at))
    .take(BATCH);
  for (const ticket of due) {
    if (ticket.state === "waitingOnRequester" && ticket.silence) {
      await meetSilence({ ctx, at }, ticket, ticket.silence);
      continue;
    }
    if (ticket.state === "open") {
      await askAboutProof({ ctx, at }, ticket);
      continue;
    }
    const state = ticket.state === "resolved" ? "closed" : "open";
    const clock = clockAfter(await currentHours(ctx), ticket, state, at);
    await ctx.db.patch(ticket._id, { state, ...clock, turnAt: undefined, silence: undefined, updatedAt: at });
    await record({ ctx, at, by: SYSTEM }, ticket, state === "closed" ? "ticket.closed" : "ticket.resumed");
  }
}
