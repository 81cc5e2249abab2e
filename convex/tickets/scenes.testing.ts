/** Tickets for tests. */

import type { FunctionArgs } from "convex/server";
import { api, internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { ChosenCause } from "../core/tickets/table";
import { aCompany } from "../people/suspending.testing";

type Ticket = Doc<"tickets">;

let made = 0;

/** A ticket as it stands in the table, written now. */
export async function aTicketRow(
  ctx: Pick<MutationCtx, "db">,
  fields: Partial<Ticket> & Pick<Ticket, "requesterId">,
): Promise<Ticket> {
  made += 1;
  const at = Date.now();
  const id = await ctx.db.insert("tickets", {
    key: `TKT-${9000 + made}`,
    title: "Orders do not load",
    description: "Since this morning",
    topic: "data",
    state: "new",
    priority: "Medium",
    createdAt: at,
    updatedAt: at,
    dueAt: at,
    pausedSeconds: 0,
    ...fields,
  });
  const ticket = await ctx.db.get(id);
  if (!ticket) throw new Error("No ticket");
  return ticket;
}

const m = api.tickets.mutations;
const q = api.tickets.queries;

/** A company in which ada, who is staff, wrote a ticket; adam and kim answer tickets. */
export async function aSupport() {
  const company = await aCompany();
  const { world, ada } = company;
  type Person = typeof ada;
  const words = { title: "Orders do not load", description: "Since this morning", topic: "data" as const };
  const doing = {
    create: (by: Person, change: Partial<Parameters<typeof by.mutation<typeof m.create>>[1]> = {}) =>
      by.mutation(m.create, { ...words, related: null, ...change }),
    reply: (by: Person, key: string, body = "Still broken") => by.mutation(m.reply, { key, body }),
    thank: (by: Person, key: string, body = "Thank you") => by.mutation(m.reply, { key, body, isThanks: true }),
    rate: (by: Person, key: string, satisfaction: "good" | "bad" = "good", reason?: string) =>
      by.mutation(m.rate, { key, satisfaction, ...(reason !== undefined && { reason }) }),
    solve: (by: Person, key: string) => by.mutation(m.solve, { key }),
    answer: (by: Person, key: string, body = "We look at it") =>
      by.mutation(m.say, { key, body, visibility: "public" }),
    say: (by: Person, key: string, change: Partial<FunctionArgs<typeof m.say>>) =>
      by.mutation(m.say, { key, body: "We look at it", visibility: "public", ...change }),
    note: (by: Person, key: string, body = "Secret of support") =>
      by.mutation(m.say, { key, body, visibility: "internal" }),
    claim: (by: Person, key: string) => by.mutation(m.claim, { key }),
    assign: (by: Person, key: string, to: Person | null) =>
      by.mutation(m.assign, { key, assigneeId: to ? to.id : null }),
    prioritise: (by: Person, key: string, priority: "Low" | "Medium" | "High" | "Critical") =>
      by.mutation(m.setPriority, { key, priority }),
    wait: (by: Person, key: string, until: number | null = null) =>
      by.mutation(m.wait, { key, on: "waitingOnRequester", until, what: null }),
    waitFor: (by: Person, key: string, what: string | null, until: number | null = null) =>
      by.mutation(m.wait, { key, on: "waitingOnThirdParty", until, what }),
    resume: (by: Person, key: string) => by.mutation(m.resume, { key }),
    resolve: (by: Person, key: string, body = "Loaded again", cause: ChosenCause = "data") =>
      by.mutation(m.say, { key, body, visibility: "public", after: "resolve", cause }),
    add: (by: Person, key: string, { id: personId }: Person) => by.mutation(m.addParticipant, { key, personId }),
    remove: (by: Person, key: string, { id: personId }: Person) => by.mutation(m.removeParticipant, { key, personId }),
    merge: (by: Person, key: string, into: string, acrossRequesters = false) =>
      by.mutation(m.merge, { key, into, acrossRequesters }),
    unmerge: (by: Person, key: string) => by.mutation(m.unmerge, { key }),
    targets: (by: Person, key: string, text = "") => by.query(q.mergeTargets, { key, text }),
    read: (by: Person, key: string) => by.query(q.get, { key }),
    mine: async (by: Person) => (await by.query(q.mine, { size: 50 })).rows,
    queue: async (by: Person, show: "mine" | "unassigned" | "ours" | "all" | "done" = "all") =>
      (await by.query(q.queue, { filter: { show }, size: 50 })).rows,
  };
  const ticketRow = async (key: string): Promise<Ticket> => {
    const found = (await world.rows("tickets")).find((one) => one.key === key);
    if (!found) throw new Error("No ticket");
    return found;
  };
  const clock = () => world.internal(internal.tickets.internal.turn, {});
  const join = async (key: string, who: Person) => {
    const { _id: ticketId } = await ticketRow(key);
    const fields = { ticketId, personId: who.id, addedById: ada.id, since: world.now() };
    await world.run((ctx) => ctx.db.insert("ticketParticipants", fields));
  };
  return { ...company, ...doing, ticketRow, clock, join, key: await doing.create(ada) };
}

/** The same, with ada's ticket waiting for her and an address at which she alone answers it by mail. */
export async function aTicketAnsweredByMail(token: string) {
  const support = await aSupport();
  const { world, ada, adam, key, answer, wait } = support;
  await answer(adam, key);
  await wait(adam, key);
  const { _id: ticketId } = await support.ticketRow(key);
  const address = { ticketId, personId: ada.id, token, mails: 1, thread: [`${token}.1`] };
  await world.run((ctx) => ctx.db.insert("ticketAddresses", address));
  return support;
}
