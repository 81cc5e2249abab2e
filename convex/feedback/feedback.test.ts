/** Ideas: written, voted for, answered and merged. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { MAX_IDEAS_PER_HOUR, NEWS_MS } from "../core/feedback/rules";
import { HOUR_MS } from "../lib/pure/time";
import { endWorld } from "../testing/world.testing";
import { aFeedbackWorld } from "./ideas.testing";

afterEach(endWorld);

const { mutations, queries } = api.feedback;
const everything = { status: null, paginationOpts: { numItems: 50, cursor: null } };

describe("an idea", () => {
  test("is kept trimmed, and refused with the words of its form", async () => {
    const { ada, page, world } = await aFeedbackWorld();
    const form = { title: "  Dark mode ", description: " At night\n", priority: "Critical" };
    const key = await ada.mutation(mutations.create, form);
    const row = (await world.rows("ideas")).find((one) => one.key === key);
    expect(row).toMatchObject({ title: "Dark mode", description: "At night", priority: "Critical", status: "New" });
    if (row) expect(await page(ada, row._id)).toMatchObject({ votes: 1, hasVoted: true, isMine: true });
    const refused = async (wish: typeof form) => {
      const error: unknown = await ada.mutation(mutations.create, wish).catch((thrown: unknown) => thrown);
      return (error as { data: { fields: unknown } }).data.fields;
    };
    expect(await refused({ title: "t".repeat(201), description: "d".repeat(2001), priority: "Urgent" })).toEqual({
      title: "Title must be less than 200 characters",
      description: "Description must be less than 2000 characters",
      priority: "Please select a valid priority level",
    });
    expect(await refused({ title: " ", description: "\n", priority: "" })).toMatchObject({
      title: "Title is required",
      description: "Description is required",
    });
    await ada.mutation(mutations.create, { title: "t".repeat(200), description: "d".repeat(2000), priority: "Low" });
  });

  test("is found by who is about to write the same, until it is withdrawn", async () => {
    const { ada, fay, ideaId } = await aFeedbackWorld();
    expect(await fay.query(queries.similar, { text: "charts in the dark" })).toMatchObject([{ id: ideaId }]);
    // Words that every text has make no two ideas alike.
    for (const text of ["ch", "They are at", "that they are at a"])
      expect(await fay.query(queries.similar, { text })).toEqual([]);
    await ada.mutation(mutations.withdraw, { ideaId });
    expect(await fay.query(queries.similar, { text: "charts in the dark" })).toEqual([]);
  });

  test("is its author's to change and withdraw while it is New [F5]", async () => {
    const { ada, adam, fay, ideaId, move, page, codeOf } = await aFeedbackWorld();
    const wish = { title: "Darker charts", description: "Still", priority: "High" };
    for (const other of [fay, adam]) {
      expect(await codeOf(other.mutation(mutations.edit, { ideaId, ...wish }))).toBe("not-eligible");
      expect(await codeOf(other.mutation(mutations.withdraw, { ideaId }))).toBe("not-eligible");
    }
    await ada.mutation(mutations.edit, { ideaId, ...wish });
    expect(await page(fay, ideaId)).toMatchObject({ title: "Darker charts", priority: "High" });
    await move(ideaId, "Under review");
    expect(await codeOf(ada.mutation(mutations.edit, { ideaId, ...wish }))).toBe("wrong-state");
    expect(await codeOf(ada.mutation(mutations.withdraw, { ideaId }))).toBe("wrong-state");
  });

  test("that an idea of somebody else was merged into is not withdrawn by its author until that is undone [F5]", async () => {
    const { ada, adam, fay, ideaId, write, page, idea, codeOf } = await aFeedbackWorld();
    const [own, others] = [await write(ada, "Night colours"), await write(fay, "Dim tables")];
    const join = (id: typeof ideaId) =>
      adam.mutation(mutations.merge, { ideaId: id, intoId: ideaId, note: "The same" });
    await join(own);
    expect(await page(ada, ideaId)).toMatchObject({ holdsOthers: false });
    await join(others);
    expect(await page(ada, ideaId)).toMatchObject({ holdsOthers: true });
    expect(await codeOf(ada.mutation(mutations.withdraw, { ideaId }))).toBe("not-eligible");
    expect(await idea(ideaId)).toMatchObject({ status: "New", isListed: true });
    await adam.mutation(mutations.unmerge, { ideaId: others, note: "Not the same" });
    await ada.mutation(mutations.withdraw, { ideaId });
    expect(await idea(others)).toMatchObject({ isListed: true });
  });

  test("that was withdrawn is seen by its author and the admins", async () => {
    const { world, ada, adam, fay, sam, ideaId, page, vote, codeOf } = await aFeedbackWorld();
    await ada.mutation(mutations.withdraw, { ideaId });
    expect(await page(fay, ideaId)).toBeNull();
    expect(await page(ada, ideaId)).toMatchObject({ status: "Withdrawn" });
    expect(await page(adam, ideaId)).toMatchObject({ status: "Withdrawn" });
    await world.run((ctx) =>
      ctx.db.insert("impersonationSessions", {
        realPersonId: sam.id,
        impersonatingUserId: adam.id,
        mode: "view",
        reason: "Help",
        impersonationStartedAt: Date.now(),
        impersonationExpiresAt: Date.now() + HOUR_MS,
      }),
    );
    expect(await page(sam, ideaId)).toBeNull();
    expect((await fay.query(queries.list, { ...everything, status: "Withdrawn" })).page).toEqual([]);
    expect(await codeOf(vote(fay, ideaId))).toBe("wrong-state");
    expect(await codeOf(fay.mutation(mutations.comment, { ideaId, text: "Why?" }))).toBe("wrong-state");
  });

  test("is one of a few that one person writes within an hour", async () => {
    const { fay, write, world, codeOf } = await aFeedbackWorld();
    for (let count = 0; count < MAX_IDEAS_PER_HOUR; count += 1) await write(fay, `Idea ${count}`);
    expect(await codeOf(write(fay))).toBe("rate-limited");
    await world.advance(3_600_001);
    await write(fay);
  });
});

test("an idea to merge into is found by its number and by words among all of them, and is one that can be", async () => {
  const { world, ada, adam, fay, ideaId, write, move } = await aFeedbackWorld();
  const [night, tables] = [await write(fay, "Night colours"), await write(fay, "Wider tables")];
  await world.run(async (ctx) => {
    const { _id, _creationTime, ...fields } = (await ctx.db.get(ideaId))!;
    for (let count = 100; count < 160; count += 1)
      await ctx.db.insert("ideas", { ...fields, key: `IDEA-${count}`, searchText: "Popular", votes: 1000 + count });
  });
  const keys = async (text: string, id = ideaId) =>
    (await adam.query(queries.toMerge, { ideaId: id, text })).map(({ key }) => key);
  expect(await keys("")).toHaveLength(20);
  expect(await keys(" night ")).toEqual(["IDEA-2"]);
  for (const text of ["3", "IDEA-3", "idea 3"]) expect(await keys(text)).toEqual(["IDEA-3"]);
  expect(await keys("IDEA-1")).toEqual([]);
  await adam.mutation(mutations.merge, { ideaId: night, intoId: tables, note: "The same" });
  expect([await keys("night"), await keys("IDEA-2")]).toEqual([[], []]);
  expect(await keys("charts", night)).toEqual([]);
  await move(ideaId, "Under review", "Declined");
  expect(await keys("tables")).toEqual([]);
  await expect(ada.query(queries.toMerge, { ideaId, text: "night" })).rejects.toThrow();
});

describe("My Feedback", () => {
  test("holds what somebody wrote, voted for and commented on, and nothing else", async () => {
    const { ada, fay, gina, kim, ideaId, vote, move } = await aFeedbackWorld();
    await vote(fay, ideaId);
    await gina.mutation(mutations.comment, { ideaId, text: "On the wall, too" });
    const mine = (who: typeof ada) => who.query(queries.mine, {});
    expect(await mine(ada)).toMatchObject([{ isMine: true, hasVoted: true, votes: 2, isAnswered: false }]);
    expect(await mine(fay)).toMatchObject([{ isMine: false, hasVoted: true, hasCommented: false }]);
    expect(await mine(gina)).toMatchObject([{ hasVoted: false, hasCommented: true }]);
    expect(await mine(kim)).toEqual([]);
    await move(ideaId, "Under review");
    expect(await mine(fay)).toMatchObject([{ status: "Under review", isAnswered: true }]);
    await vote(fay, ideaId, false);
    expect(await mine(fay)).toEqual([]);
  });

  test("and the other lists say it of every vote, also of somebody's oldest", async () => {
    const { world, fay, ideaId, vote } = await aFeedbackWorld();
    await vote(fay, ideaId);
    await fay.mutation(mutations.comment, { ideaId, text: "Yes" });
    await world.advance(1);
    const [first] = await world.rows("ideas");
    await world.run(async (ctx) => {
      const { _id, _creationTime, ...fields } = first!;
      const other = await ctx.db.insert("ideas", { ...fields, key: "IDEA-2", isListed: false });
      for (let changedAt = Date.now(); changedAt < Date.now() + 200; changedAt += 1)
        await ctx.db.insert("ideaVotes", { ideaId: other, personId: fay.id, isCast: true, changedAt, turns: 1 });
    });
    expect(await fay.query(queries.mine, {})).toMatchObject([{ id: ideaId, hasVoted: true }]);
    expect((await fay.query(queries.list, everything)).page).toMatchObject([{ id: ideaId, hasVoted: true }]);
    expect(await fay.query(queries.similar, { text: "charts" })).toMatchObject([{ id: ideaId, hasVoted: true }]);
  });

  test("and the roadmap are views over the status", async () => {
    const { fay, ideaId, write, move, ship } = await aFeedbackWorld();
    const second = await write(fay, "Wider tables");
    await move(second, "Under review", "Planned");
    await ship(ideaId);
    expect((await fay.query(queries.roadmap, {})).map(({ status, ideas }) => [status, ideas.length])).toEqual([
      ["Planned", 1],
      ["In progress", 0],
      ["Shipped", 1],
    ]);
    expect((await fay.query(queries.list, { ...everything, status: "Shipped" })).page).toMatchObject([{ id: ideaId }]);
    expect((await fay.query(queries.list, everything)).page).toHaveLength(2);
  });

  test("and a column of the roadmap that holds more than it shows says how many, up to a hundred", async () => {
    const { world, fay, ideaId } = await aFeedbackWorld();
    const add = (count: number, status: "Planned" | "Shipped") =>
      world.run(async (ctx) => {
        const { _id, _creationTime, ...fields } = (await ctx.db.get(ideaId))!;
        for (let made = 0; made < count; made += 1) await ctx.db.insert("ideas", { ...fields, status });
      });
    await add(34, "Planned");
    await add(101, "Shipped");
    expect((await fay.query(queries.roadmap, {})).map(({ ideas, total }) => [ideas.length, total])).toEqual([
      [30, { count: 34, isExact: true }],
      [0, { count: 0, isExact: true }],
      [30, { count: 100, isExact: false }],
    ]);
  });
});

describe("what was shipped", () => {
  test("is new to everybody until they look at the changelog, and what is shipped later again", async () => {
    const { world, ada, fay, ideaId, write, ship, events } = await aFeedbackWorld();
    const isNew = async (who: typeof ada) => (await who.query(queries.news, {})).count;
    const look = (who: typeof ada) => who.mutation(mutations.look, {});
    await look(ada);
    expect([await isNew(ada), await events("idea.newsSeen")]).toEqual([0, []]);
    await ship(ideaId);
    expect([await isNew(ada), await isNew(fay)]).toEqual([1, 1]);
    await look(ada);
    expect([await isNew(ada), await isNew(fay)]).toEqual([0, 1]);
    expect(await events("idea.newsSeen")).toMatchObject([{ actor: { personId: ada.id } }]);
    await ship(await write(fay, "Wider tables"));
    expect([await isNew(ada), await isNew(fay)]).toEqual([1, 2]);
    await look(ada);
    expect(await world.rows("ideaLooks")).toHaveLength(1);
  });

  test("is new for thirty days to who never looked", async () => {
    const { world, fay, ideaId, ship } = await aFeedbackWorld();
    await ship(ideaId);
    expect(await fay.query(queries.news, {})).toMatchObject({ count: 1 });
    await world.advance(NEWS_MS);
    expect(await fay.query(queries.news, {})).toMatchObject({ count: 0 });
  });

  test("stays new to whose eyes somebody looks through", async () => {
    const { fay, sam, ideaId, ship, codeOf } = await aFeedbackWorld();
    await ship(ideaId);
    await sam.stepUp();
    const session = await sam.mutation(api.impersonation.mutations.start, {
      personId: fay.id,
      reason: "Help",
      minutes: 30,
    });
    sam.shows(session);
    expect(await sam.query(queries.news, {})).toMatchObject({ count: 1 });
    expect(await codeOf(sam.mutation(mutations.look, {}))).toBe("not-while-impersonating");
    expect(await fay.query(queries.news, {})).toMatchObject({ count: 1 });
  });
});

describe("a status [F2]", () => {
  test("changes only with a note and in its order, by admins", async () => {
    const { ada, adam, fay, gina, ideaId, move, codeOf } = await aFeedbackWorld();
    const to = (by: typeof ada, next: "Under review" | "Shipped" | "Merged" | "Deleted", note = "Yes") =>
      codeOf(by.mutation(mutations.move, { ideaId, to: next, note }));
    for (const by of [ada, fay, gina]) expect(await to(by, "Under review")).toBe("not-allowed");
    expect(await to(adam, "Under review", " \n")).toBe("reason-required");
    expect(await to(adam, "Under review", "n".repeat(1001))).toBe("too-long");
    for (const next of ["Shipped", "Merged", "Deleted"] as const) expect(await to(adam, next)).toBe("wrong-state");
    await move(ideaId, "Under review", "Declined", "Under review", "Planned", "In progress", "Shipped", "Under review");
  });

  test("is told to its author and each voter once, by mail of a day, and not to who changed it", async () => {
    const { world, ada, adam, fay, gina, ideaId, vote, move, told } = await aFeedbackWorld();
    const twin = await world.person("ada.two", { email: "ada+two@ao.com" });
    await vote(fay, ideaId);
    await vote(adam, ideaId);
    await move(ideaId, "Under review");
    for (const who of [ada, fay])
      expect(await told(who)).toMatchObject([
        { kind: "idea.moved", title: "IDEA-1 is now Under review", body: "It is Under review now", count: 1 },
      ]);
    for (const who of [adam, gina, twin]) expect(await told(who)).toEqual([]);
    expect((await told(fay))[0]).toHaveProperty("digestDueAt");
  });

  test("is told in words without their marks [W2]", async () => {
    const { world, adam, fay, ideaId, vote, told } = await aFeedbackWorld();
    await vote(fay, ideaId);
    await adam.mutation(mutations.move, { ideaId, to: "Under review", note: "**Soon**, see `docs`" });
    await world.advance(1000);
    expect(await told(fay)).toMatchObject([{ body: "Soon, see docs" }]);
  });

  test("is not told to who muted answers to ideas", async () => {
    const { fay, ideaId, vote, move, told } = await aFeedbackWorld();
    await vote(fay, ideaId);
    await fay.mutation(api.notifications.mutations.mute, { what: { kind: "idea.moved" } });
    await move(ideaId, "Under review");
    expect(await told(fay)).toEqual([]);
  });
});

test("a comment is read by everybody, and its author's idea is told", async () => {
  const { ada, fay, gina, ideaId, idea, page, told, codeOf } = await aFeedbackWorld();
  await fay.mutation(mutations.comment, { ideaId, text: "  On the wall, too " });
  await ada.mutation(mutations.comment, { ideaId, text: "Yes" });
  expect((await page(gina, ideaId))?.comments).toMatchObject([{ text: "On the wall, too", on: null }, { text: "Yes" }]);
  const [first] = (await page(gina, ideaId))?.comments ?? [];
  const to = `/feedback/${(await idea(ideaId)).key}#comment-${first?.id}`;
  expect(await told(ada)).toMatchObject([{ kind: "idea.commented", count: 1, to }]);
  expect(await codeOf(fay.mutation(mutations.comment, { ideaId, text: "c".repeat(2001) }))).toBe("too-long");
  expect(await codeOf(fay.mutation(mutations.comment, { ideaId, text: " " }))).toBe("reason-required");
});
