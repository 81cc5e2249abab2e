/** Incidents for tests. */

import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { aSupport, aTicketRow } from "../tickets/scenes.testing";

const m = api.incidents.mutations;
const q = api.incidents.queries;

/** A support in which adam declared ada's ticket an incident; bea, cem and dan wrote a ticket each about the same. */
export async function anIncident() {
  const support = await aSupport();
  const { world, adam, key, create } = support;
  type Person = typeof adam;
  const doing = {
    declare: (by: Person, ticket: string, title = "Orders are late", word = "The load failed") =>
      by.mutation(m.declare, { key: ticket, title, word }),
    retitle: (by: Person, title: string, ticket = key) => by.mutation(m.retitle, { key: ticket, title }),
    link: (by: Person, ticket: string, to = "INC-1", waits = false) =>
      by.mutation(m.link, { key: ticket, incident: to, waits }),
    withdraw: (by: Person, ticket = key) => by.mutation(m.withdraw, { key: ticket }),
    unlink: (by: Person, ticket: string) => by.mutation(m.unlink, { key: ticket }),
    tellAll: (by: Person, body = "It runs again", shown = 1, from = key) =>
      by.mutation(m.tellAll, { key: from, body, shown }),
    end: (by: Person, resolves = true, shown = 1, body = "All is there") =>
      by.mutation(m.end, { key, body, shown, resolves }),
    ofTicket: (by: Person, ticket: string) => by.query(q.ofTicket, { key: ticket }),
    open: (by: Person) => by.query(q.open, {}),
  };
  const incident = await doing.declare(adam, key);
  const writers: Person[] = [];
  const children: string[] = [];
  for (const name of ["bea", "cem", "dan"]) {
    const writer = await world.person(name);
    writers.push(writer);
    children.push(await create(writer, { title: `Secret of ${name}`, description: `Words of ${name}` }));
  }
  const [bea, cem, dan] = writers as [Person, Person, Person];
  const [ofBea, ofCem, ofDan] = children as [string, string, string];
  /** Tickets of bea that are part of it, as rows. */
  const fill = async (count: number, fields: Partial<Doc<"tickets">> = {}) =>
    await world.run(async (ctx) => {
      const [first] = await ctx.db.query("incidents").collect();
      if (!first) return;
      const part = { requesterId: bea.id, incidentId: first._id, linked: { at: Date.now(), byId: adam.id } };
      for (let place = 0; place < count; place += 1) await aTicketRow(ctx, { ...part, ...fields });
    });
  const said = async (ticket: string) => {
    const { _id } = await support.ticketRow(ticket);
    return (await world.rows("ticketMessages"))
      .filter(({ ticketId, visibility }) => ticketId === _id && visibility === "public")
      .map(({ body }) => body);
  };
  const noticesOf = async ({ id }: Person, kind = "ticket.answered") =>
    (await world.rows("notifications")).filter((one) => one.recipientId === id && one.kind === kind);
  /** Where a ticket stands, and whether it waits for the end of its incident. */
  const stands = async (ticket: string) => {
    const { state, waitsForIncident } = await support.ticketRow(ticket);
    return [state, waitsForIncident === true];
  };
  const settled = async () => await world.advance(1000);
  return {
    ...support,
    ...doing,
    ...{ incident, bea, cem, dan, ofBea, ofCem, ofDan, children, fill, said, noticesOf, stands, settled },
  };
}
