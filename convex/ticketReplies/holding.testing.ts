/** Replies that are held, for tests. */

import { api } from "../_generated/api";
import { HELD_MS } from "../core/tickets/rules";
import type { TestPerson } from "../testing/world.testing";
import { aSupportWithFiles } from "../tickets/files.testing";

const m = api.ticketReplies.mutations;

/** A support in which agents hold replies in ada's ticket. */
export async function aHold() {
  const support = await aSupportWithFiles();
  const { world, adam, key, ada } = support;
  const hold = (by: TestPerson, change: Partial<Parameters<typeof by.mutation<typeof m.hold>>[1]> = {}) =>
    by.mutation(m.hold, { key, body: "We look at it", ...change });
  const undo = (by: TestPerson, ticket = key) => by.mutation(m.undo, { key: ticket });
  const sendNow = (by: TestPerson, ticket = key) => by.mutation(m.sendNow, { key: ticket });
  const draftOf = (by: TestPerson, ticket = key) => by.query(api.tickets.queries.draft, { key: ticket });
  /** All that anybody but its writer could notice of a reply. */
  const noticed = async () => [
    await world.rows("tickets"),
    await world.rows("ticketMessages"),
    await world.rows("notifications"),
    await world.rows("mailOutbox"),
    (await world.rows("auditEvents")).length,
  ];
  const minute = () => world.advance(HELD_MS + 1);
  const said = async () => (await support.read(ada, key))?.messages.map(({ body }) => body);
  return { ...support, agent: adam, hold, undo, sendNow, draftOf, noticed, minute, said };
}
