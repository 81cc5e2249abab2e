/** Support tickets: whose turn it is, when an answer is due, and what the clock does. */

import { afterEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aSupport } from "./scenes.testing";

afterEach(endWorld);

describe("a new ticket", () => {
  test("is trimmed, and says what is missing or too long in the words of the portal", async () => {
    const { ada, create, read } = await aSupport();
    const problem = (change: object) => create(ada, change).then(null, (error: { data?: unknown }) => error.data);
    expect(await problem({ title: "x".repeat(201) })).toMatchObject({
      message: "Title must be less than 200 characters",
    });
    expect(await problem({ description: "x".repeat(2001) })).toMatchObject({
      message: "Description must be less than 2000 characters",
    });
    expect(await problem({ title: " \n" })).toMatchObject({ message: "Title is required" });
    expect(await problem({ description: " " })).toMatchObject({ message: "Description is required" });
    const key = await create(ada, { title: `  ${"t".repeat(200)} `, description: ` ${"d".repeat(2000)}\n` });
    expect(await read(ada, key)).toMatchObject({ title: "t".repeat(200), description: "d".repeat(2000), state: "new" });
  });

  test("is told to those who answer, and stands in their queue", async () => {
    const { adam, ada, key, queue, mine, noticesOf } = await aSupport();
    expect(await noticesOf(adam)).toEqual([`${key}: Orders do not load`]);
    expect(await noticesOf(ada)).toEqual([]);
    for (const show of ["unassigned", "ours", "all"] as const) expect(await queue(adam, show)).toMatchObject([{ key }]);
    expect(await queue(adam, "mine")).toEqual([]);
    expect(await mine(ada)).toMatchObject([{ key, state: "new", priority: null }]);
  });
});

describe("a conversation", () => {
  test("opens with the first answer, and both sides are notified of each other", async () => {
    const { ada, adam, key, claim, answer, reply, read, noticesOf, queue } = await aSupport();
    await claim(adam, key);
    await answer(adam, key);
    expect(await noticesOf(ada)).toEqual([`Support answered in ${key}`]);
    await reply(ada, key);
    expect(await noticesOf(adam)).toContain(`New reply in ${key}`);
    expect(await read(ada, key)).toMatchObject({ state: "open", assignee: "Adam Tester", messages: [{}, {}] });
    expect(await queue(adam, "mine")).toMatchObject([{ key }]);
  });

  test("carries on from waiting with the requester's reply", async () => {
    const { ada, adam, key, answer, wait, reply, ticketRow } = await aSupport();
    expect(await codeOf(wait(adam, key))).toBe("wrong-state");
    await answer(adam, key);
    await wait(adam, key);
    expect(await ticketRow(key)).toMatchObject({ state: "waitingOnRequester" });
    await reply(ada, key);
    expect(await ticketRow(key)).toMatchObject({ state: "open" });
  });

  test("carries on from waiting when its day has come, and not before", async () => {
    const { world, adam, key, answer, wait, clock, ticketRow } = await aSupport();
    await answer(adam, key);
    for (const until of [world.now(), world.now() + 91 * DAY_MS, NaN])
      expect(await codeOf(wait(adam, key, until))).toBe("invalid-input");
    await wait(adam, key, world.now() + DAY_MS);
    await world.advance(DAY_MS - 1);
    await clock();
    expect(await ticketRow(key)).toMatchObject({ state: "waitingOnRequester" });
    await world.advance(1);
    await clock();
    expect(await ticketRow(key)).toMatchObject({ state: "open" });
  });
});

describe("an answer that also moves its ticket (S11)", () => {
  test("lets it wait for its requester, who is told once", async () => {
    const { world, adam, ada, key, say, reply, ticketRow, events, noticesOf } = await aSupport();
    await say(adam, key, { after: "wait" });
    expect(await noticesOf(ada)).toEqual([`Support needs your answer in ${key}`]);
    expect(await ticketRow(key)).toMatchObject({ state: "waitingOnRequester", firstResponseAt: world.now() });
    expect(await events("ticket.answered")).toHaveLength(1);
    expect(await events("ticket.waits")).toHaveLength(1);
    await reply(ada, key);
    expect(await ticketRow(key)).toMatchObject({ state: "open" });
  });

  test("resolves it, also a new one, and says so once", async () => {
    const { world, adam, ada, key, say, ticketRow, noticesOf } = await aSupport();
    await say(adam, key, { after: "resolve", cause: "data" });
    expect(await ticketRow(key)).toMatchObject({ state: "resolved", firstResponseAt: world.now() });
    expect((await ticketRow(key)).alarmAt).toBeUndefined();
    expect(await noticesOf(ada)).toEqual([`${key} is resolved`]);
  });

  test("is refused whole where it cannot be said, or is a note", async () => {
    const { world, adam, key, say, resolve, ticketRow } = await aSupport();
    const before = await ticketRow(key);
    expect(await codeOf(say(adam, key, { body: " ", after: "resolve", cause: "data" }))).toBe("invalid-input");
    expect(await codeOf(say(adam, key, { body: " ", after: "wait" }))).toBe("invalid-input");
    expect(await codeOf(say(adam, key, { visibility: "internal", after: "resolve" }))).toBe("invalid-input");
    expect(await ticketRow(key)).toEqual(before);
    expect(await world.rows("ticketMessages")).toEqual([]);
    await say(adam, key, { after: "wait" });
    await resolve(adam, key);
    expect(await codeOf(say(adam, key, { after: "wait" }))).toBe("wrong-state");
  });

  test("leaves the ticket where it is when nothing is said of that", async () => {
    const { adam, key, say, wait, ticketRow } = await aSupport();
    await say(adam, key, {});
    expect(await ticketRow(key)).toMatchObject({ state: "open" });
    await wait(adam, key);
    await say(adam, key, {});
    expect(await ticketRow(key)).toMatchObject({ state: "waitingOnRequester" });
  });
});

describe("what is due [S3]", () => {
  test("follows the priority, is the end once there is an answer, and moves by the time that was waited or resolved", async () => {
    const { world, ada, adam, key, answer, wait, resolve, reply, prioritise, ticketRow } = await aSupport();
    const { createdAt } = await ticketRow(key);
    expect((await ticketRow(key)).dueAt).toBe(createdAt + 2 * DAY_MS);
    await answer(adam, key);
    await wait(adam, key);
    await world.advance(5 * HOUR_MS);
    await reply(ada, key);
    const waited = (5 * HOUR_MS) / SECOND_MS;
    expect(await ticketRow(key)).toMatchObject({ pausedSeconds: waited, dueAt: createdAt + 5 * DAY_MS + 5 * HOUR_MS });
    await prioritise(adam, key, "High");
    expect((await ticketRow(key)).dueAt).toBe(createdAt + 29 * HOUR_MS);
    await resolve(adam, key);
    await world.advance(DAY_MS);
    await reply(ada, key);
    expect((await ticketRow(key)).dueAt).toBe(createdAt + 29 * HOUR_MS + DAY_MS);
    await world.advance(DAY_MS);
    await reply(ada, key);
    expect((await ticketRow(key)).dueAt).toBe(createdAt + 29 * HOUR_MS + DAY_MS);
  });

  test("does not move while one wait becomes another", async () => {
    const { world, adam, key, answer, wait, resume, ticketRow } = await aSupport();
    await answer(adam, key);
    await wait(adam, key);
    await world.advance(HOUR_MS);
    await wait(adam, key);
    await world.advance(HOUR_MS);
    await resume(adam, key);
    expect((await ticketRow(key)).pausedSeconds).toBe((2 * HOUR_MS) / SECOND_MS);
  });
});

describe("a resolved ticket", () => {
  test("is opened again by its requester within 7 days, by nobody else", async () => {
    const { world, ada, adam, gina, key, answer, resolve, reply, join, ticketRow, events } = await aSupport();
    await join(key, gina);
    await answer(adam, key);
    await resolve(adam, key);
    await world.advance(7 * DAY_MS - 1);
    expect(await codeOf(reply(gina, key))).toBe("not-eligible");
    expect(await reply(ada, key)).toBe(key);
    expect(await ticketRow(key)).toMatchObject({ state: "open" });
    expect(await events("ticket.reopened")).toHaveLength(1);
  });

  test("is closed after 7 days, and a later reply opens a linked follow-up", async () => {
    const { world, ada, adam, key, answer, solve, reply, clock, read, ticketRow } = await aSupport();
    expect(await codeOf(solve(ada, key))).toBe("wrong-state");
    await answer(adam, key);
    await solve(ada, key);
    await world.advance(7 * DAY_MS - 1);
    await clock();
    expect(await ticketRow(key)).toMatchObject({ state: "resolved" });
    await world.advance(1);
    // Also where the clock did not come yet.
    const early = await reply(ada, key, "Broken again");
    await clock();
    expect(await ticketRow(key)).toMatchObject({ state: "closed" });
    const next = await reply(ada, key, "Broken again");
    expect(new Set([key, early, next]).size).toBe(3);
    expect(await read(ada, next)).toMatchObject({ followUpOf: key, description: "Broken again", state: "new" });
    expect(await ticketRow(key)).toMatchObject({ state: "closed" });
  });

  test("is followed up with all that a reply may say, and what no reply may say is refused", async () => {
    const { world, ada, adam, key, answer, solve, reply, read } = await aSupport();
    await answer(adam, key);
    await solve(ada, key);
    await world.advance(8 * DAY_MS);
    const next = await reply(ada, key, "w".repeat(4000));
    expect(await read(ada, next)).toMatchObject({ followUpOf: key, description: "w".repeat(4000) });
    expect(await codeOf(reply(ada, key, "w".repeat(4001)))).toBe("too-long");
  });
});
