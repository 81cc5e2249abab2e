/**
 * The lists of support in a large world. `npm run bench -- lists` makes it the size the portal promises, with a bound on
 * the time; the usual run keeps a part of it and looks at what is read.
 */

import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_CANNED } from "../core/cannedReplies/rules";
import { MAX_OPEN } from "../core/incidents/rules";
import { MAX_HELD } from "../core/ticketMail/held";
import type { TicketState } from "../core/tickets/table";
import { medianMs, readsOf } from "../lists/reads.testing";
import { endWorld } from "../testing/world.testing";
import { aSupport, aTicketRow } from "./scenes.testing";

const IS_PROMISED_SIZE = process.env["TICKETS"] !== undefined;
const COUNT = Number(process.env["TICKETS"] ?? 1500);
const BATCH = 250;
/** Of each ticket: 150,000 replies to 20,000 tickets. */
const repliesTo = (place: number): number => 7 + (place % 2);
const WORDS = ["orders", "returns", "baskets", "ledger", "warehouse", "access", "approval", "dashboard"];
const STATES: readonly TicketState[] = ["closed", "closed", "closed", "resolved", "open", "waitingOnRequester", "new"];

/** One message of each ticket says something that few others do. */
const remark = (place: number): string =>
  place % 500 === 0 ? "The turbine stands still" : `Seen in batch ${place % 97} again`;

/** What lies beside the tickets, as much as there can be of it, and as much again that is over: it is read by nobody. */
async function fillBeside(): Promise<void> {
  const { world, ada, adam, ticketRow, key } = scene;
  const { _id: ticketId } = await ticketRow(key);
  const [at, updatedById] = [world.now(), adam.id];
  await world.run(async (ctx) => {
    for (let place = 0; place < 2 * MAX_CANNED; place += 1)
      await ctx.db.insert("cannedReplies", {
        ...{
          title: `Answer ${place}`,
          body: "Hello {first name}",
          topic: null,
          after: null,
          updatedAt: at,
          updatedById,
        },
        removedAt: place % 2 === 0 ? null : at,
      });
    for (let place = 0; place < 25 * MAX_OPEN; place += 1) {
      const state = place < MAX_OPEN ? ("open" as const) : ("ended" as const);
      const incident = { key: `INC-${9000 + place}`, ticketId, title: "Orders are late", state, declaredAt: place };
      const incidentId = await ctx.db.insert("incidents", incident);
      for (let number = 1; number <= 5; number += 1) {
        const word = { body: "The load failed", authorId: adam.id, createdAt: at, reached: 0 };
        await ctx.db.insert("incidentWords", { incidentId, number, kind: "update", ...word });
      }
    }
  });
  await world.run(async (ctx) => {
    const tickets = await ctx.db.query("tickets").take(MAX_HELD);
    for (const [place, ticket] of tickets.entries())
      for (const decided of [{}, { decidedAt: at }])
        await ctx.db.insert("ticketHeldMails", {
          ...{ ticketId: ticket._id, personId: ada.id, from: "ada@elsewhere.example", body: "Still the same" },
          ...{ messageId: `held-${place}`, receivedAt: at, ...decided },
        });
  });
}

const figures: string[] = [];
let scene: Awaited<ReturnType<typeof aSupport>>;

beforeAll(
  async () => {
    scene = await aSupport();
    const { world, ada, gina, kim } = scene;
    const area = { name: "Cellar", code: "CEL", costCentre: "9" };
    const businessAreaId = await world.run((ctx) => ctx.db.insert("businessAreas", area));
    for (const { id } of [ada, gina]) await world.run((ctx) => ctx.db.patch(id, { businessAreaId }));
    for (let from = 0; from < COUNT; from += BATCH)
      await world.run(async (ctx) => {
        for (let place = from; place < Math.min(COUNT, from + BATCH); place++) {
          const state = STATES[place % STATES.length] ?? "open";
          const requesterId = place % 3 === 0 ? ada.id : gina.id;
          const title = `The ${WORDS[place % WORDS.length]} of week ${place} do not load`;
          const assignee = place % 2 === 0 ? { assigneeId: kim.id } : {};
          const times = { createdAt: place, updatedAt: place, dueAt: place };
          const shared = place % 4 === 1 ? { sharedAreaId: businessAreaId, sharedAreaAt: place } : {};
          const tags = place % 50 === 0 ? { tags: ["late"] } : {};
          const fields = { requesterId, state, title, ...times, ...assignee, ...shared, ...tags };
          const { _id } = await aTicketRow(ctx, fields);
          for (let said = 0; said < repliesTo(place); said++)
            await ctx.db.insert("ticketMessages", {
              ...{ ticketId: _id, authorId: requesterId, visibility: "public" as const, isAnswer: said % 2 === 1 },
              ...{ body: said === 3 ? remark(place) : "Still the same as before", createdAt: place },
            });
        }
      });
    await fillBeside();
  },
  COUNT * 60 + 60_000,
);

afterAll(async () => {
  // The figures are what this file is run by hand for.
  console.log(figures.join("\n"));
  await endWorld();
}, 60_000);

const page = { size: 50 };
type Reader = "ada" | "adam" | "kim";
const queueOf = (filter: Record<string, unknown>) => ({ filter, ...page });
/** What is read as whom, how many documents that may take of any number of tickets, and how long at the promised size. */
const READINGS: readonly [name: string, by: Reader, query: string, args: object, most: number, ms: number][] = [
  ["waiting on us, first page", "adam", "tickets/queries:queue", queueOf({ show: "ours" }), 70, 50],
  ["overdue, first page", "adam", "tickets/queries:queue", queueOf({ show: "owed", dueBefore: 1e15 }), 70, 50],
  ["unassigned, first page", "adam", "tickets/queries:queue", queueOf({ show: "unassigned" }), 70, 50],
  ["assigned to one, first page", "kim", "tickets/queries:queue", queueOf({ show: "mine" }), 70, 50],
  ["all unfinished, first page", "adam", "tickets/queries:queue", queueOf({ show: "all" }), 70, 50],
  ["done, first page", "adam", "tickets/queries:queue", queueOf({ show: "done" }), 70, 50],
  ["one tag, first page", "adam", "tickets/queries:queue", queueOf({ show: "all", tag: "late" }), 1100, 50],
  ["one's own, first page", "ada", "tickets/queries:mine", page, 70, 50],
  ["of one's area, first page", "ada", "tickets/queries:mine", { isOfArea: true, ...page }, 250, 50],
  ["one's own, counted", "ada", "tickets/queries:countMine", {}, 250, 50],
  ["the next ticket", "adam", "ticketReplies/queries:next", { except: [] }, 20, 50],
  ["counts of every view", "adam", "ticketReplies/queries:countViews", { filter: {}, asOf: 1e15 }, 1200, 50],
  ["counting what waits on us", "adam", "tickets/queries:countQueue", { filter: { show: "ours" } }, 250, 50],
  ["tickets to merge into", "adam", "tickets/queries:mergeTargets", { key: "TKT-101", text: "" }, 150, 50],
  ["canned replies", "adam", "cannedReplies/queries:list", {}, MAX_CANNED + 10, 50],
  ["open incidents, for whoever writes tickets", "ada", "incidents/queries:open", {}, 2 * MAX_OPEN + 10, 50],
  ["open incidents, for whoever answers them", "adam", "incidents/queries:open", {}, 4 * MAX_OPEN + 10, 50],
  ["tickets with held mails", "adam", "ticketMail/queries:tickets", {}, 160, 50],
  ["a word an eighth has", "adam", "tickets/queries:queue", queueOf({ show: "all", text: "ledger" }), 400, 100],
  ["words every title has", "adam", "tickets/queries:queue", queueOf({ show: "done", text: "do not load" }), 250, 100],
  ["words every message has", "adam", "tickets/queries:queue", queueOf({ show: "all", text: "same as" }), 300, 100],
  ["a word of a few messages", "adam", "tickets/queries:queue", queueOf({ show: "done", text: "turbine" }), 400, 100],
  [
    "of a title and a message",
    "adam",
    "tickets/queries:queue",
    queueOf({ show: "done", text: "orders turbine" }),
    1300,
    100,
  ],
  ["a word nobody said", "adam", "tickets/queries:queue", queueOf({ show: "all", text: "zzyzx" }), 200, 100],
  ["a word of a message, in one's own", "ada", "tickets/queries:mine", { text: "batch", ...page }, 350, 100],
  ["a rare word, in one's own", "ada", "tickets/queries:mine", { text: "turbine", ...page }, 3000, 100],
  [
    "counting a word of all",
    "adam",
    "tickets/queries:countQueue",
    { filter: { show: "all", text: "still" } },
    700,
    100,
  ],
];

test.each(READINGS)(
  "%s: reads no more than it needs of however many tickets",
  async (name, by, query, args, most, maxMs) => {
    const used = await readsOf(scene[by], query, { ...args });
    const read = () => scene[by].query(makeFunctionReference<"query">(query), { ...args });
    const ms = await medianMs(5, read);
    figures.push(`${name}: ${used} documents of ${most}, ${ms.toFixed(1)} ms of ${maxMs} at ${COUNT} tickets`);
    expect(used).toBeLessThanOrEqual(most);
    if (IS_PROMISED_SIZE) expect(ms).toBeLessThan(maxMs);
  },
);
