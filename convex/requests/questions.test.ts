import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { stepNow, tasksNow } from "../process/requests.testing";
import { startTask } from "../process/settling/model";
import { askRequester } from "../process/settling/requestMoves";
import { type aWorld, codeOf, DAWN, endWorld } from "../testing/world.testing";
import { aCast } from "./conversation.testing";

afterEach(endWorld);

describe("a question to the requester", () => {
  async function asked(cast: Awaited<ReturnType<typeof aCast>>) {
    await cast.world.run(async (ctx) => {
      const request = await ctx.db.get(cast.requestId);
      if (request) await askRequester(stepNow(ctx), request, { question: "Which table?", askedById: cast.bea.id });
    });
  }

  test("stops the clock until it is answered: the due date and what people hold move by the pause", async () => {
    const cast = await aCast();
    const { ada, requestId, world, notices, bea } = cast;
    await world.run((ctx) => ctx.db.patch(requestId, { dueAt: DAWN + 10 * DAY_MS }));
    const leaseBefore = (await world.rows("requestTasks"))[0]?.leaseUntil ?? 0;
    await asked(cast);
    expect(await notices(ada)).toEqual(["request.infoAsked"]);
    expect((await ada.query(api.requests.queries.get, { request: "REQ-101" })).nextStep).toMatchObject({
      tone: "you",
      text: expect.stringContaining("Answer Bea Tester's question"),
    });
    await world.advance(3 * DAY_MS);
    await ada.mutation(api.requests.mutations.answer, { requestId, body: "Orders" });
    const page = await ada.query(api.requests.queries.get, { request: "REQ-101" });
    const said = (await ada.query(api.requests.queries.comments, { request: "REQ-101" })).comments;
    expect(said.map(({ body, isQuestion, isAnswer }) => [body, isQuestion, isAnswer])).toEqual([
      ["Which table?", true, false],
      ["Orders", false, true],
    ]);
    expect(page).toMatchObject({ status: "Pending approval", question: null, dueAt: DAWN + 13 * DAY_MS });
    expect((await world.rows("requestTasks"))[0]?.leaseUntil).toBe(leaseBefore + 3 * DAY_MS);
    expect(await notices(ada)).toEqual([]);
    expect(await notices(bea)).toContain("request.answered");
  });

  test("is answered by the requester alone", async () => {
    const cast = await aCast();
    await asked(cast);
    expect(
      await codeOf(cast.dan.mutation(api.requests.mutations.answer, { requestId: cast.requestId, body: "Orders" })),
    ).toBe("not-eligible");
  });

  test("reminds twice, and cancels the request after 14 days", async () => {
    const cast = await aCast();
    const { ada, world } = cast;
    await asked(cast);
    const check = () => world.internal(internal.requests.internal.checkOpenQuestions, {});
    const reminders = async () =>
      (await world.rows("auditEvents")).filter(({ action }) => action === "request.questionReminded").length;
    for (const [day, expected] of [
      [3, 0],
      [5, 1],
      [6, 1],
      [11, 2],
      [13, 2],
    ] as const) {
      await world.advance(DAWN + day * DAY_MS - (await now(world)));
      await check();
      expect([day, await reminders()]).toEqual([day, expected]);
    }
    await world.advance(DAWN + 14 * DAY_MS - (await now(world)));
    await check();
    await check();
    const page = await ada.query(api.requests.queries.get, { request: "REQ-101" });
    expect(page).toMatchObject({
      status: "Cancelled",
      cancelReason: "The open question was not answered within 14 days",
    });
  });
});

async function now(world: Awaited<ReturnType<typeof aWorld>>): Promise<number> {
  return await world.run(async () => Date.now());
}

describe("cancelling", () => {
  test("is the requester's right until something irreversible began, with the consequence told before", async () => {
    const { ada, requestId, world } = await aCast();
    const page = await ada.query(api.requests.queries.get, { request: "REQ-101" });
    expect(page.cancelConsequence).toContain(
      "2 tasks will not start. “Approve access” is running and will be stopped.",
    );
    await world.run(async (ctx) => {
      const task = (await tasksNow(ctx, { _id: requestId }))[2];
      if (task) await startTask(stepNow(ctx), task, null);
    });
    expect(await codeOf(ada.mutation(api.requests.mutations.cancel, { requestId }))).toBe("too-late");
  });

  test("ends the request and tells nobody who did it themselves", async () => {
    const { ada, requestId, notices } = await aCast();
    await ada.mutation(api.requests.mutations.cancel, { requestId });
    expect((await ada.query(api.requests.queries.get, { request: "REQ-101" })).status).toBe("Cancelled");
    expect(await notices(ada)).toEqual([]);
    expect(await codeOf(ada.mutation(api.requests.mutations.cancel, { requestId }))).toBe("too-late");
  });

  test("by an admin needs a reason, which the requester is told", async () => {
    const { ada, bea, dan, requestId, notices } = await aCast();
    expect(await codeOf(dan.mutation(api.requests.mutations.cancel, { requestId }))).toBe("reason-required");
    expect(await codeOf(bea.mutation(api.requests.mutations.cancel, { requestId, reason: "No" }))).toBe("not-eligible");
    await dan.mutation(api.requests.mutations.cancel, { requestId, reason: "The dataset is retired" });
    expect(await notices(ada)).toEqual(["request.cancelled"]);
    expect((await ada.query(api.requests.queries.get, { request: "REQ-101" })).nextStep.text).toBe(
      "Cancelled: The dataset is retired",
    );
  });
});

test("those who have to decide are reminded once a day, and the page says when they were", async () => {
  const { ada, bea, requestId, notices, world } = await aCast();
  const remindedAt = async () => (await ada.query(api.requests.queries.get, { request: requestId })).remindedAt;
  expect(await remindedAt()).toBeNull();
  expect(await ada.mutation(api.requests.mutations.remind, { requestId })).toBe(1);
  expect(await remindedAt()).toBe(DAWN);
  expect(await notices(bea)).toEqual(["approval.reminded"]);
  expect(await codeOf(ada.mutation(api.requests.mutations.remind, { requestId }))).toBe("too-early");
  await world.advance(24 * HOUR_MS);
  expect(await ada.mutation(api.requests.mutations.remind, { requestId })).toBe(1);
});
