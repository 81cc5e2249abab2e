/** Until when access is given: by a second request, by an extension, and by what a review took. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { DAY_MS } from "../lib/pure/time";
import { whyNotInTime } from "../process/ending/endOfTime";
import { giveAccess } from "../process/ending/granting";
import { APPROVAL, aRequest, GRANT } from "../process/executing/execution.testing";
import { completeApproved, stepNow, tasksNow } from "../process/requests.testing";
import { endWorld } from "../testing/world.testing";
import { anAccess } from "./access.testing";
import { giveRole } from "./role.testing";

afterEach(endWorld);

const ACCESS = "snowflake-access";
const REASON = "The quarterly report takes until the end of the year.";
type World = Awaited<ReturnType<typeof aCompany>>["world"];

/** Ada asked for a role, and has it for 90 days. */
async function aHolder() {
  const company = await aCompany();
  const { world, ada, formOf } = company;
  const form = formOf(ACCESS);
  const { id } = await ada.mutation(api.requests.mutations.submit, { typeKey: ACCESS, form, submitKey: aSubmitKey() });
  const end = world.now() + 90 * DAY_MS;
  const grant = await giveRole(world, id, { beneficiaryId: ada.id, expiresAt: end });
  return { ...company, form, id, grant, end };
}

/** The request is carried out now. */
async function give(world: World, id: Id<"requests">): Promise<Doc<"grants">> {
  return await world.run(async (ctx) => {
    const request = (await ctx.db.get(id))!;
    const tasks = await tasksNow(ctx, request);
    const terms = {
      system: "snowflake",
      description: "A role",
      taskId: tasks.find(({ key }) => key === "grant")!._id,
      durationDays: request.form["durationDays"] as number,
      serviceUser: null,
    };
    return (await giveAccess(stepNow(ctx), request, tasks, terms))!;
  });
}

test("what a review took comes back until the end it had, however long its approval took [AR7]", async () => {
  const { world, ada, person, form, grant, end } = await aHolder();
  const domain = (await world.rows("dataDomains")).find(({ key }) => key === form["domain"]);
  const review = { domainId: domain!._id, days: 10, undecided: "remove" as const };
  await person("gina").mutation(api.reviews.mutations.start, review);
  await world.advance(0);
  const [item] = await world.rows("reviewItems");
  const wish = { itemId: item!._id, verdict: "remove" as const, reason: "Not needed" };
  await person("dora").mutation(api.reviews.mutations.decide, wish);
  for (const days of [8, 2]) {
    await world.advance(days * DAY_MS);
    await world.internal(internal.reviews.internal.turn, {});
  }
  await world.run((ctx) => ctx.db.patch(grant._id, { state: "Revoked", endedAt: world.now() }));
  const back = { grantId: grant._id, reason: REASON, submitKey: aSubmitKey() };
  const { id } = await ada.mutation(api.grants.mutations.getBack, back);
  await world.advance(5 * DAY_MS);
  expect((await give(world, id)).expiresAt).toBe(end);
  const told = (await world.rows("notifications")).filter(({ kind }) => kind === "access.granted");
  expect(told.at(-1)?.body).toBe("It ends when it would have ended before.");
});

describe("access that is asked for once more", () => {
  test.each([
    ["for less time keeps the end it had", 90, 10, 90],
    ["for more time gets the later end", 5, 10, 10],
    ["with an end, while it has none, goes on without one", null, 10, null],
  ])("%s", async (_which, held, asked, kept) => {
    const { world, ask, grants } = await anAccess(held);
    const end = kept === null ? undefined : world.now() + kept * DAY_MS;
    await ask(asked);
    expect(await grants()).toMatchObject([{ state: "Superseded" }, { state: "Active" }]);
    expect((await grants())[1]?.expiresAt).toBe(end);
  });

  test("while the first is being taken away has the end of the second", async () => {
    const { world, ask, grants } = await anAccess(90);
    const [first] = await grants();
    await world.run((ctx) => ctx.db.patch(first!._id, { removalAskedAt: world.now() }));
    await ask(10);
    expect((await grants())[1]?.expiresAt).toBe(world.now() + 10 * DAY_MS);
  });
});

test("access can be extended while a request that gave it is not at its end yet, and once more after that", async () => {
  const { world, ada, id, grant } = await aHolder();
  const open = (requestId: Id<"requests">) =>
    world.run((ctx) => ctx.db.patch(requestId, { status: "In progress", isOpen: true }));
  const extend = (grantId: Id<"grants">) =>
    ada.mutation(api.grants.mutations.extend, { grantId, days: 30, reason: REASON, submitKey: aSubmitKey() });
  await open(id);
  const first = await extend(grant._id);
  await open(first.id);
  const extended = await give(world, first.id);
  const second = await extend(extended._id);
  expect(second.id).not.toBe(first.id);
});

describe("what would be over before it can be given", () => {
  test("is not given: its task fails before anything is sent, and the request is blocked", async () => {
    const { world, request, task, move, settle, sandbox, status } = await aRequest(APPROVAL, GRANT);
    await settle();
    await world.run(async (ctx) => {
      const tasks = await tasksNow(ctx, request);
      const terms = { system: "snowflake", description: "A role", durationDays: 1, serviceUser: null };
      const grant = await giveAccess(stepNow(ctx), request, tasks, { ...terms, taskId: tasks[1]!._id });
      await ctx.db.patch(grant!._id, { state: "Revoked", endedAt: world.now() });
      const comesBack = { grantId: grant!._id, removedById: request.requesterId, until: world.now() + DAY_MS };
      await ctx.db.patch(request._id, { comesBack });
    });
    await world.advance(DAY_MS);
    await move(0, (step, approval) => completeApproved(step, approval));
    await settle();
    expect(await task(1)).toMatchObject({
      status: "Failed",
      error: "Its time is over: it would have ended before it could be given.",
    });
    expect(await status()).toBe("Blocked");
    expect(sandbox.changes()).toEqual([]);
  });

  test("is an extension from the moment at which the days it adds are over", async () => {
    const { world, ada, grant, end } = await aHolder();
    const extension = { grantId: grant._id, days: 30, reason: REASON, submitKey: aSubmitKey() };
    const { id } = await ada.mutation(api.grants.mutations.extend, extension);
    const whyNotAt = (at: number) => world.run(async (ctx) => await whyNotInTime(ctx, (await ctx.db.get(id))!, at));
    expect(await whyNotAt(end + 30 * DAY_MS - 1)).toBeNull();
    expect(await whyNotAt(end + 30 * DAY_MS)).toContain("Its time is over");
  });
});
