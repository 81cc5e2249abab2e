/** Support teams (S42): who looks after a ticket, who hears of it, and handing it over. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { SupportTeams } from "../core/supportTeams/table";
import { DAY_MS, MINUTE_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport, aTicketRow } from "../tickets/scenes.testing";

afterEach(endWorld);

const { mutations, queries } = api.supportTeams;
const reason = "They load the data";

/** Tickets about data are the Data Platform's, those about cost Finance's: dan answers in the one, fin in the other. */
async function aSupportWithTeams() {
  const support = await aSupport();
  const { world, sam } = support;
  const area = (name: string, code: string) =>
    world.run((ctx) => ctx.db.insert("businessAreas", { name, code, costCentre: "1" }));
  const [platform, finance] = [await area("Data Platform", "DAT"), await area("Finance team", "FIN")];
  const agentOf = (name: string, businessAreaId: typeof platform) =>
    world.person(name, { roles: ["staff", "admin"], businessAreaId });
  const [dan, fin] = [await agentOf("dan", platform), await agentOf("fin", finance)];
  const set = async (by: TestPerson, teams: SupportTeams, shownVersion = 0) => {
    await by.stepUp();
    return await by.mutation(mutations.set, { teams, shownVersion, reason });
  };
  await set(sam, { data: platform, cost: finance });
  const hand = (by: TestPerson, key: string, teamId: typeof platform | null) =>
    by.mutation(mutations.hand, { key, teamId });
  const merge = (from: typeof platform, into: typeof platform) =>
    world.run((ctx) => ctx.db.patch(from, { mergedIntoId: into }));
  /** Who was told a kind of news about a ticket. */
  const told = async (key: string, kind: string) => {
    const { _id } = await support.ticketRow(key);
    const notices = await world.rows("notifications");
    const ids = notices.filter((one) => one.subject.id === _id && one.kind === kind).map((one) => one.recipientId);
    return (await world.rows("people")).filter((one) => ids.includes(one._id)).map(({ firstName }) => firstName);
  };
  return { ...support, platform, finance, dan, fin, set, hand, merge, told };
}

describe("a topic chooses the team [S42]", () => {
  test("of a new ticket, which everybody who reads it reads, and its follow-up keeps", async () => {
    const {
      world,
      ada,
      dan,
      key: before,
      finance,
      create,
      read,
      hand,
      answer,
      resolve,
      reply,
    } = await aSupportWithTeams();
    const key = await create(ada);
    expect((await read(ada, key))?.team).toBe("Data Platform team");
    expect((await read(dan, key))?.team).toBe("Data Platform team");
    expect((await read(ada, await create(ada, { topic: "cost" })))?.team).toBe("Finance team");
    expect((await read(ada, await create(ada, { topic: "portal" })))?.team).toBeNull();
    expect((await read(ada, before))?.team).toBeNull();
    await hand(dan, key, finance);
    await answer(dan, key);
    await resolve(dan, key);
    await world.advance(8 * DAY_MS);
    expect((await read(ada, await reply(ada, key)))?.team).toBe("Finance team");
  });

  test("whose agents alone hear of what nobody has; without a team everybody who answers does", async () => {
    const { ada, fin, create, reply, assign, told } = await aSupportWithTeams();
    const key = await create(ada);
    await reply(ada, key);
    expect(await told(key, "ticket.created")).toEqual(["Dan"]);
    expect(await told(key, "ticket.replied")).toEqual(["Dan"]);
    const other = await create(ada, { topic: "portal" });
    expect(await told(other, "ticket.created")).toEqual(["Adam", "Dan", "Fin"]);
    // Whoever has it hears of it, of whichever team.
    const cost = await create(ada, { topic: "data" });
    await assign(fin, cost, fin);
    await reply(ada, cost);
    expect(await told(cost, "ticket.replied")).toEqual(["Fin"]);
  });

  test("and where nobody of it can answer, everybody who answers hears of it", async () => {
    const { world, dan, fin, create, told, ada, platform } = await aSupportWithTeams();
    expect(await told(await create(dan), "ticket.created")).toEqual(["Adam", "Fin"]);
    await world.run((ctx) => ctx.db.patch(dan.id, { status: "suspended" }));
    expect(await told(await create(ada), "ticket.created")).toEqual(["Adam", "Fin"]);
    // Who is in the area and does not answer tickets is not of its team.
    await world.run((ctx) => ctx.db.patch(fin.id, { roles: ["staff"], isElevated: false }));
    await world.run((ctx) => ctx.db.patch(fin.id, { businessAreaId: platform }));
    expect(await told(await create(ada), "ticket.created")).toEqual(["Adam"]);
  });

  test("also by an area that was merged into the one that stands for it", async () => {
    const { ada, fin, platform, finance, merge, create, read, told, world } = await aSupportWithTeams();
    const before = await create(ada);
    await merge(platform, finance);
    const key = await create(ada);
    expect((await read(ada, before))?.team).toBe("Finance team");
    expect((await read(ada, key))?.team).toBe("Finance team");
    expect(await told(key, "ticket.created")).toEqual(["Dan", "Fin"]);
    const filter = { show: "all" as const, team: "mine" as const };
    const rows = await fin.query(api.tickets.queries.queue, { filter, size: 25 });
    expect(rows.rows.map((row) => row.key)).toEqual([before, key]);
    expect((await ada.query(queries.current, {})).teams).toMatchObject([{ name: "Finance team", isMine: false }]);
    expect(await world.rows("supportTeamsVersions")).toHaveLength(1);
  });
});

describe("the queue [S42]", () => {
  test("is narrowed to a team, or to that of whoever looks, with its counts", async () => {
    const { ada, adam, dan, platform, finance, create } = await aSupportWithTeams();
    const data = await create(ada);
    const cost = await create(ada, { topic: "cost" });
    const keys = async (by: TestPerson, team: "mine" | typeof platform) =>
      (await by.query(api.tickets.queries.queue, { filter: { show: "ours", team }, size: 25 })).rows.map(
        (row) => row.key,
      );
    expect(await keys(dan, "mine")).toEqual([data]);
    expect(await keys(dan, finance)).toEqual([cost]);
    expect(await keys(adam, "mine")).toEqual([]);
    expect(await dan.query(api.tickets.queries.countQueue, { filter: { show: "all", team: platform } })).toMatchObject({
      count: 1,
    });
  });
});

test("the next ticket is the first due of one's own and one's team's, and after these of the rest (S7)", async () => {
  const { world, ada, dan, fin, adam, key, platform, finance } = await aSupportWithTeams();
  const rows: readonly Partial<Doc<"tickets">>[] = [
    { teamId: finance },
    { teamId: platform, assigneeId: fin.id },
    {},
    { teamId: platform },
    { teamId: finance, assigneeId: dan.id },
    { teamId: platform },
  ];
  const made = await world.run(async (ctx) => {
    const keys: string[] = [];
    for (const [dueAt, row] of rows.entries())
      keys.push((await aTicketRow(ctx, { requesterId: ada.id, dueAt, ...row })).key);
    return keys;
  });
  const walk = async (by: TestPerson) => {
    const had: string[] = [];
    for (let turn = 0; turn < 10; turn++) {
      const found = await by.query(api.ticketReplies.queries.next, { except: [...had, key] });
      if (found === null) break;
      had.push(found);
    }
    return had.map((one) => made.indexOf(one));
  };
  expect(await walk(dan)).toEqual([3, 4, 5, 0, 2]);
  expect(await walk(fin)).toEqual([0, 1, 2, 3, 5]);
  expect(await walk(adam)).toEqual([0, 2, 3, 5]);
});

describe("a ticket is handed over [S42]", () => {
  test("and who had it before gets it back by no undo [S43]", async () => {
    const { ada, dan, finance, create, claim, assign, hand, ticketRow } = await aSupportWithTeams();
    const key = await create(ada);
    await claim(dan, key);
    const putBack = await assign(dan, key, null);
    await hand(dan, key, finance);
    expect(await dan.mutation(api.ticketQueue.mutations.undoAssign, { given: [putBack] })).toMatchObject({
      refused: [{ refusal: { code: "changed-meanwhile" } }],
    });
    expect(await ticketRow(key)).not.toHaveProperty("assigneeId");
  });

  test("by its agents, with a line among their notes; whoever is not in the new team no longer has it", async () => {
    const { ada, dan, fin, finance, create, claim, hand, read, told, ticketRow, events } = await aSupportWithTeams();
    const key = await create(ada);
    await claim(dan, key);
    await hand(dan, key, finance);
    expect(await ticketRow(key)).toMatchObject({ teamId: finance, state: "open" });
    expect(await ticketRow(key)).not.toHaveProperty("assigneeId");
    expect(await told(key, "ticket.handed")).toEqual(["Fin"]);
    const line = "Handed to the Finance team. Nobody has it now.";
    expect((await read(fin, key))?.messages.map(({ body }) => body)).toEqual([line]);
    expect((await read(ada, key))?.messages).toEqual([]);
    expect(await events("ticket.teamChanged")).toMatchObject([
      { context: { from: "Data Platform team", to: "Finance team" } },
    ]);
    await claim(fin, key);
    await hand(fin, key, null);
    expect(await ticketRow(key)).toMatchObject({ assigneeId: fin.id });
    expect((await read(fin, key))?.messages.at(-1)?.body).toBe("Taken from the Finance team.");
    expect((await read(ada, key))?.team).toBeNull();
  });

  test("to a team alone, and by nobody else", async () => {
    const { world, ada, dan, platform, finance, create, hand, resolve, answer } = await aSupportWithTeams();
    const key = await create(ada);
    const area = { name: "Marketing", code: "MKT", costCentre: "1" };
    const other = await world.run((ctx) => ctx.db.insert("businessAreas", area));
    expect(await codeOf(hand(dan, key, other))).toBe("not-found");
    expect(await codeOf(hand(ada, key, finance))).toBe("not-allowed");
    expect(await codeOf(hand(dan, await create(dan), finance))).toBe("not-eligible");
    await hand(dan, key, platform);
    await answer(dan, key);
    await resolve(dan, key);
    expect(await codeOf(hand(dan, key, finance))).toBe("wrong-state");
    expect((await world.rows("ticketMessages")).filter(({ visibility }) => visibility === "internal")).toEqual([]);
  });

  test("when its agent leaves: those who are told hear of what is theirs alone", async () => {
    const { world, ada, adam, dan, gina, kim, sam, una, create, ticketRow, give, confirm, suspend, noticesOf } =
      await aSupportWithTeams();
    await give(sam, gina, "staff", "admin");
    await confirm(una);
    const [data, cost] = [await create(ada), await create(ada, { topic: "cost" })];
    for (const key of [data, cost]) {
      const { _id } = await ticketRow(key);
      await world.run((ctx) => ctx.db.patch(_id, { assigneeId: gina.id }));
    }
    await suspend(kim, gina);
    await confirm(sam);
    await world.advance(0);
    const waits = "1 support ticket of Gina Tester waits for another agent";
    expect((await noticesOf(dan)).filter((title) => title.includes("Gina"))).toEqual([waits]);
    expect(await noticesOf(adam)).not.toContain(waits);
  });
});

describe("setting the teams", () => {
  test("begins with the area that stands for a merged one, and without one that is gone", async () => {
    const { world, sam, platform, finance, set, merge } = await aSupportWithTeams();
    await merge(platform, finance);
    const shown = await sam.query(queries.versions, {});
    expect(shown).toMatchObject({ teams: { data: finance, cost: finance }, versions: [{ teams: shown.teams }] });
    await set(sam, { ...shown.teams, access: finance }, 1);
    await world.run((ctx) => ctx.db.delete(finance));
    expect((await sam.query(queries.versions, {})).teams).toEqual({});
  });

  test("is written down with both values and the reason", async () => {
    const { sam, una, platform, set, events, ada } = await aSupportWithTeams();
    await set(una, { data: platform }, 1);
    expect(await events("supportTeams.set")).toMatchObject([
      { changes: [{ before: "No teams" }], context: { reason, version: 1 } },
      { changes: [{ after: "Wrong or missing data: Data Platform team" }], context: { version: 2 } },
    ]);
    expect(await sam.query(queries.versions, {})).toMatchObject({
      version: 2,
      topics: [{ topic: "data", team: "Data Platform team", agents: 1 }],
      versions: [{ by: "Una Tester" }, { by: "Sam Tester" }],
    });
    expect((await ada.query(queries.current, {})).topics).toEqual([{ topic: "data", team: "Data Platform team" }]);
  });

  test("takes a super admin, their password again, a reason, the newest version and areas that stand", async () => {
    const { world, sam, adam, ada, platform, finance, set, merge } = await aSupportWithTeams();
    for (const who of [adam, ada]) {
      expect(await codeOf(set(who, {}, 1))).toBe("not-allowed");
      expect(await codeOf(who.query(queries.versions, {}))).toBe("not-allowed");
    }
    // Sent again, it finds what it did.
    await set(sam, { data: platform, cost: finance });
    expect(await codeOf(set(sam, {}))).toBe("changed-meanwhile");
    expect(await codeOf(set(sam, { cost: finance, data: platform }, 1))).toBe("not-eligible");
    expect(await codeOf(sam.mutation(mutations.set, { teams: {}, shownVersion: 1, reason: " " }))).toBe(
      "reason-required",
    );
    await merge(platform, finance);
    expect(await codeOf(set(sam, { access: platform }, 1))).toBe("not-found");
    await world.advance(10 * MINUTE_MS);
    expect(await codeOf(sam.mutation(mutations.set, { teams: {}, shownVersion: 1, reason }))).toBe("step-up-required");
    expect(await world.rows("supportTeamsVersions")).toHaveLength(1);
  });
});

test("of a reply hear those who answer the ticket, where whoever has it no longer does [S42]", async () => {
  const { world, ada, dan, key, claim, reply, told } = await aSupportWithTeams();
  await claim(dan, key);
  await reply(ada, key);
  expect(await told(key, "ticket.replied")).toEqual(["Dan"]);
  await world.run((ctx) => ctx.db.patch(dan.id, { roles: ["staff"] }));
  await reply(ada, key);
  expect(await told(key, "ticket.replied")).toContain("Adam");
});

test("the notice of having a ticket is over for whoever loses it to another team [S42] [N5]", async () => {
  const { world, adam, dan, ada, finance, create, assign, hand } = await aSupportWithTeams();
  const key = await create(ada);
  await assign(adam, key, dan);
  const notice = async () =>
    (await world.rows("notifications")).find(
      ({ kind, recipientId }) => kind === "ticket.assigned" && recipientId === dan.id,
    );
  expect((await notice())?.closedAt).toBeUndefined();
  await hand(adam, key, finance);
  expect(await notice()).toMatchObject({ closedAt: world.now(), closedReason: "Handed to another team" });
});
