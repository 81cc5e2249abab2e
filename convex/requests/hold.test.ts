import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { mailboxOf } from "../lib/pure/mailbox";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { stepNow, submitted, tasksNow } from "../process/requests.testing";
import { completeTask } from "../process/settling/model";
import { aWorld, codeOf, DAWN, endWorld } from "../testing/world.testing";

afterEach(endWorld);

/** Ada asks; Cleo does the first of two tasks; Dan is an admin, Gil governs domains. */
async function aScene() {
  const world = await aWorld();
  const ada = await world.person("ada");
  const cleo = await world.person("cleo");
  const dan = await world.person("dan", { roles: ["staff", "admin"] });
  const gil = await world.person("gil", { roles: ["staff", "governance"] });
  const requestId = await world.run(
    async (ctx) =>
      (
        await submitted(ctx, ada.id, [
          { type: "manual_check", assigneeId: cleo.id },
          { type: "manual_check", assigneeId: cleo.id },
        ])
      )._id,
  );
  const doFirst = () =>
    world.run(async (ctx) => {
      const [first] = await tasksNow(ctx, { _id: requestId });
      if (first) await completeTask(stepNow(ctx), first, {});
    });
  const statuses = () =>
    world.run(async (ctx) => (await tasksNow(ctx, { _id: requestId })).map(({ status }) => status));
  const page = (who: typeof ada) => who.query(api.requests.queries.get, { request: requestId });
  return { world, ada, dan, gil, requestId, doFirst, statuses, page };
}

describe("a hold", () => {
  test("keeps the next task from starting until somebody lifts it, and the people it is for hear of it", async () => {
    const { world, ada, dan, requestId, doFirst, statuses, page } = await aScene();
    await dan.mutation(api.requests.mutations.hold, { requestId, reason: " Change freeze " });
    expect(await page(ada)).toMatchObject({ hold: { reason: "Change freeze", by: "Dan Tester", until: null } });
    const told = (await world.rows("notifications")).filter(({ kind }) => kind === "request.held");
    expect(told.map(({ recipientId, title }) => [recipientId, title])).toEqual([
      [ada.id, "Dan Tester put REQ-101 on hold"],
    ]);
    await doFirst();
    expect(await statuses()).toEqual(["Complete", "Not Started"]);

    const [row] = (await dan.query(api.requests.queries.listAll, { filter: {}, sort: "newest", size: 50 })).rows;
    expect(row?.step).toMatchObject({ holder: null, waitingOn: "On hold: Change freeze" });

    await dan.mutation(api.requests.mutations.liftHold, { requestId });
    expect(await statuses()).toEqual(["Complete", "Running"]);
    expect(await page(ada)).toMatchObject({ hold: null, whyNot: { hold: "An admin can put it on hold." } });
    expect((await world.rows("notifications")).find(({ kind }) => kind === "request.held")).toMatchObject({
      closedReason: "The hold was lifted",
    });
    expect((await world.rows("auditEvents")).map(({ action }) => action)).toEqual(
      expect.arrayContaining(["request.held", "request.holdLifted"]),
    );
  });

  test("with an end is over by itself, on the page too", async () => {
    const { world, dan, requestId, doFirst, statuses, page } = await aScene();
    await dan.mutation(api.requests.mutations.hold, { requestId, reason: "Change freeze", until: DAWN + HOUR_MS });
    await doFirst();
    await world.advance(HOUR_MS + MINUTE_MS);
    await world.clockRun();
    expect(await statuses()).toEqual(["Complete", "Running"]);
    expect(await page(dan)).toMatchObject({ hold: null });
  });

  test("is over on the page of a request that has ended meanwhile", async () => {
    const { ada, dan, requestId, page } = await aScene();
    await dan.mutation(api.requests.mutations.hold, { requestId, reason: "Change freeze" });
    await ada.mutation(api.requests.mutations.cancel, { requestId });
    expect(await page(ada)).toMatchObject({ status: "Cancelled", hold: null });
  });

  test("is for those who manage the request, says why, and ends within half a year", async () => {
    const { ada, dan, gil, requestId } = await aScene();
    const hold = (who: typeof ada, more: { reason?: string; until?: number } = {}) =>
      who.mutation(api.requests.mutations.hold, { requestId, reason: "Change freeze", ...more });
    expect(await codeOf(hold(ada))).toBe("not-allowed");
    // Governance oversees what touches a domain; this does not.
    expect(await codeOf(hold(gil))).toBe("not-found");
    expect(await codeOf(hold(dan, { reason: " " }))).toBe("reason-required");
    expect(await codeOf(hold(dan, { reason: "x".repeat(1001) }))).toBe("too-long");
    expect(await codeOf(hold(dan, { until: DAWN - 1 }))).toBe("invalid-input");
    expect(await codeOf(hold(dan, { until: DAWN + 181 * DAY_MS }))).toBe("invalid-input");
    expect(await codeOf(dan.mutation(api.requests.mutations.liftHold, { requestId }))).toBe("not-eligible");
    await hold(dan);
    expect(await codeOf(hold(dan))).toBe("duplicate");
  });

  test("that a colleague put on one's own request is lifted by another admin; one's own by oneself [R9]", async () => {
    const { world, dan, requestId, page } = await aScene();
    const eve = await world.person("eve", { roles: ["staff", "admin"] });
    const lift = (who: typeof eve, id = requestId) => who.mutation(api.requests.mutations.liftHold, { requestId: id });
    const hold = (who: typeof eve, id = requestId) =>
      who.mutation(api.requests.mutations.hold, { requestId: id, reason: "Change freeze" });
    for (const part of ["requesterId", "beneficiaryId"] as const) {
      await world.run((ctx) => ctx.db.patch(requestId, { [part]: eve.id }));
      await hold(dan);
      expect(await codeOf(lift(eve))).toBe("not-eligible");
      expect(await page(eve)).toMatchObject({
        whyNot: { liftHold: expect.stringContaining("Another admin") as string },
      });
      await lift(dan);
      await hold(eve);
      await lift(eve);
      expect(await page(dan)).toMatchObject({ hold: null });
      await world.run((ctx) => ctx.db.patch(requestId, { [part]: dan.id }));
    }
  });

  test("that a colleague put on one's own request is not lifted by another account of one's own either [R9]", async () => {
    const { world, dan, requestId, page } = await aScene();
    const eve = await world.person("eve", { roles: ["staff", "admin"] });
    const twin = await world.person("twin", { roles: ["staff", "admin"] });
    await world.run(async (ctx) => {
      await ctx.db.patch(requestId, { requesterId: eve.id });
      await ctx.db.patch(twin.id, { email: "eve+second@ao.com", mailbox: mailboxOf("eve+second@ao.com") });
    });
    await dan.mutation(api.requests.mutations.hold, { requestId, reason: "Change freeze" });
    expect(await codeOf(twin.mutation(api.requests.mutations.liftHold, { requestId }))).toBe("not-eligible");
    expect(await page(twin)).toMatchObject({
      hold: { by: "Dan Tester" },
      whyNot: { liftHold: expect.stringContaining("Another admin") as string },
    });
  });
});
