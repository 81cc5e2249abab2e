/**
 * What an agent names for a ticket to wait for: a request, one task of it, or an incident. What they do not read is
 * answered as what does not exist (S6).
 */

import type { Doc } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { incidentOf, loadIncident } from "../../../core/incidents/model";
import { whyNotJoin } from "../../../core/incidents/rules";
import { isTerminal } from "../../../core/requests/rules";
import { isApproval } from "../../../core/tasks/rules";
import { isOver, whyNotWaitFor, whyNotWaitForTask } from "../../../core/tickets/rules/waits";
import type { Waitable } from "../../../core/tickets/shown";
import { refuse, refuseIf } from "../../../lib/errors";
import { accessTo, type Involved, involvedIn, loadInvolved } from "../../steps/circle";
import { noteIn, type TicketStep } from "../steps/step";
import { beforeWait, join } from "./joining";
import { waitingFor } from "./waiting";

type Ctx = Pick<QueryCtx, "db">;
type Waits = Partial<Pick<Doc<"tickets">, "waitsForId" | "waitsForTaskId" | "waitsForIncident">>;

/** The longest name that is looked up. */
const MAX_NAME = 100;
const TASK = "task:";
const INCIDENT = /^inc-\d+$/i;

/** Begins the wait for what an agent names: the fields of the ticket that say so. */
export async function beginWait(step: TicketStep, ticket: Doc<"tickets">, name: string): Promise<Waits> {
  const wanted = name.trim();
  if (wanted.length > MAX_NAME) refuse({ code: "not-found" });
  if (INCIDENT.test(wanted)) return await beginIncidentWait(step, ticket, wanted.toUpperCase());
  const { involved, task } = (await namedBy(step.ctx, step.person, wanted)) ?? refuse({ code: "not-found" });
  const { _id: waitsForId, key, status } = involved.request;
  const others = (await waitingFor(step.ctx, waitsForId)).filter(({ _id }) => _id !== ticket._id);
  refuseIf(whyNotWaitFor(key, status, others.length) ?? (task ? whyNotWaitForTask(task) : null));
  return { waitsForId, ...(task && { waitsForTaskId: task._id }) };
}

/** A ticket that waits for an incident is part of it (S13). */
async function beginIncidentWait(step: TicketStep, ticket: Doc<"tickets">, key: string): Promise<Waits> {
  const { ctx, at, person } = step;
  const incident = await loadIncident(ctx, key);
  if ((await incidentOf(ctx, ticket))?._id === incident._id) {
    refuseIf(whyNotJoin(incident, 0));
    const linked = ticket.linked ?? { at, byId: person._id };
    await ctx.db.patch(ticket._id, { linked: { ...linked, before: { ...beforeWait(ticket), at } } });
  } else {
    await join(step, ticket, incident, true);
    await noteIn(step, ticket._id, `Part of ${incident.key}.`);
  }
  return { waitsForIncident: true };
}

/** What can be waited for by this name, with the tasks one could wait for; null where there is no such thing. */
export async function waitableBy(ctx: Ctx, person: Doc<"people">, name: string): Promise<Waitable | null> {
  const wanted = name.trim();
  if (wanted.length > MAX_NAME || INCIDENT.test(wanted)) return null;
  const named = await namedBy(ctx, person, wanted);
  if (!named) return null;
  const { request, tasks } = named.involved;
  const open = tasks.filter((task) => !isOver(task) && !isApproval(task));
  return {
    key: request.key,
    isOver: isTerminal(request.status),
    tasks: open.map(({ _id: id, title }) => ({ id, title })),
  };
}

/** A request, or one of its tasks, as far as somebody reads it. */
async function namedBy(
  ctx: Ctx,
  person: Doc<"people">,
  name: string,
): Promise<{ readonly involved: Involved; readonly task: Doc<"requestTasks"> | null } | null> {
  const task = name.startsWith(TASK) ? await taskBy(ctx, name.slice(TASK.length)) : null;
  if (name.startsWith(TASK) && !task) return null;
  const request = task && (await ctx.db.get(task.requestId));
  const involved = task ? request && (await loadInvolved(ctx, request)) : await involvedIn(ctx, name);
  return involved && accessTo(involved, person) !== null ? { involved, task } : null;
}

async function taskBy(ctx: Ctx, name: string): Promise<Doc<"requestTasks"> | null> {
  const id = ctx.db.normalizeId("requestTasks", name);
  return id && (await ctx.db.get(id));
}
