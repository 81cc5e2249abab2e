/** What an access review took and how it comes back: one approval, and not of whoever took it. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { CONFIG } from "../core/config/rules/options";
import { DAY_MS } from "../lib/pure/time";
import { tasksNow } from "../process/requests.testing";
import { WARNED_BEFORE_MS } from "../reviews/reviews.testing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { giveRole } from "./role.testing";

afterEach(endWorld);

const ACCESS = "snowflake-access";
const REASON = "The quarterly report takes until the end of the year.";
const { getBack, extend } = api.grants.mutations;
const REVIEW_DAYS = 10;
const BACK_FOR_MS = CONFIG["reviews.backDays"].usual * DAY_MS;

/** Ada held a role of the domain of dora for 90 days; a review gina started took it, by the word of dora or of nobody. */
async function aLoss({ isReviewed = true, isDecided = true } = {}) {
  const company = await aCompany();
  const { world, ada, person, formOf } = company;
  const form = formOf(ACCESS);
  const { id } = await ada.mutation(api.requests.mutations.submit, { typeKey: ACCESS, form, submitKey: aSubmitKey() });
  const grant = await giveRole(world, id, { beneficiaryId: ada.id, expiresAt: world.now() + 90 * DAY_MS });
  const domain = (await world.rows("dataDomains")).find(({ key }) => key === form["domain"]);
  if (!domain) throw new Error("No domain");
  await person("gina").mutation(api.reviews.mutations.start, {
    domainId: domain._id,
    days: REVIEW_DAYS,
    undecided: "remove",
  });
  await world.advance(0);
  const [item] = await world.rows("reviewItems");
  if (!item) throw new Error("Nothing to review");
  const wish = { itemId: item._id, verdict: "remove" as const, reason: "Not needed" };
  if (isDecided) await person("dora").mutation(api.reviews.mutations.decide, wish);
  await world.advance(REVIEW_DAYS * DAY_MS - WARNED_BEFORE_MS);
  await world.internal(internal.reviews.internal.turn, {});
  await world.advance(WARNED_BEFORE_MS);
  await world.internal(internal.reviews.internal.turn, {});
  const removalAskedAt = isReviewed ? {} : { removalAskedAt: world.now() - DAY_MS };
  await world.run((ctx) => ctx.db.patch(grant._id, { state: "Revoked", endedAt: world.now(), ...removalAskedAt }));
  const ask = (by: TestPerson = ada, submitKey = aSubmitKey()) =>
    by.mutation(getBack, { grantId: grant._id, reason: REASON, submitKey });
  const until = async () =>
    (await ada.query(api.grants.queries.mine, {})).find(({ id: one }) => one === grant._id)?.backUntil;
  /** Who is asked to give it back where the domain has this deputy. */
  const decidersWith = async ({ id: deputyId }: TestPerson) => {
    await world.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("dataDomains").collect())
        await ctx.db.patch(_id, { deputyIds: [deputyId] });
    });
    const { id: back } = await ask();
    await world.advance(0);
    const seats = (await world.rows("approvalSeats")).filter(({ requestId }) => requestId === back);
    return seats.map(({ personId }) => personId);
  };
  return { ...company, grant, ask, until, decidersWith };
}

describe("what a review took [AR7]", () => {
  test("comes back by one approval, until the end it had, and never by the word of whoever took it", async () => {
    const { world, person, ask, until } = await aLoss();
    expect(await until()).toBe(world.now() + BACK_FOR_MS);
    const { id } = await ask();
    await world.advance(0);
    const tasks = await world.run((ctx) => tasksNow(ctx, { _id: id }));
    const status = Object.fromEntries(tasks.map((task) => [task.key, task.status]));
    expect(status).toMatchObject({
      manager: "Complete",
      governance: "Complete",
      domain: "Running",
      grant: "Not Started",
    });
    const request = (await world.rows("requests")).find(({ _id }) => _id === id);
    expect(request?.form).toMatchObject({ durationDays: 80, reason: REASON });
    const seats = (await world.rows("approvalSeats")).filter(({ requestId }) => requestId === id);
    expect(seats.map(({ personId }) => personId).toSorted()).toEqual([person("gina").id, person("gus").id].toSorted());
    const approvals = (await world.rows("approvals")).filter(({ requestId }) => requestId === id);
    const [approval] = approvals;
    expect(approvals).toHaveLength(1);
    expect(approval?.policy.steps).toHaveLength(1);
  });

  test("comes back the same way where nobody decided, and never by the word of who started the review [AR17]", async () => {
    const { world, person, until, decidersWith } = await aLoss({ isDecided: false });
    expect(await until()).toBe(world.now() + BACK_FOR_MS);
    expect(await decidersWith(person("gina"))).toEqual([person("dora").id]);
  });

  test("is decided by another owner where there is one", async () => {
    const { person, decidersWith } = await aLoss();
    expect(await decidersWith(person("bea"))).toEqual([person("bea").id]);
  });

  test("is asked back once, by its holder alone, and sent again is the same request", async () => {
    const { zoe, ada, ask } = await aLoss();
    expect(await codeOf(ask(zoe))).toBe("not-found");
    const key = aSubmitKey();
    const first = await ask(ada, key);
    expect(await ask(ada, key)).toEqual(first);
    expect(await codeOf(ask())).toBe("duplicate");
  });

  test("is not edited into something else", async () => {
    const { ada, ask } = await aLoss();
    const { key } = await ask();
    expect(await ada.query(api.requests.queries.editing, { request: key })).toMatchObject({
      whyNot: expect.stringContaining("access a review removed") as string,
    });
  });

  test("comes back for whole days only: on the last day of the end it had there is nothing to come back", async () => {
    const { world, grant, ask, until } = await aLoss();
    const expiresAt = world.now() + DAY_MS;
    await world.run((ctx) => ctx.db.patch(grant._id, { expiresAt }));
    expect(await until()).toBe(world.now() + 1);
    await world.advance(1);
    expect(await until()).toBeNull();
    expect(await codeOf(ask())).toBe("too-late");
  });

  test("comes back no more after 30 days", async () => {
    const { world, ask, until } = await aLoss();
    await world.advance(BACK_FOR_MS);
    expect(await until()).toBeNull();
    expect(await codeOf(ask())).toBe("too-late");
  });

  test("comes back for as many days as an option says by then", async () => {
    const { world, ask, until } = await aLoss();
    const endedAt = world.now();
    const set = { key: "reviews.backDays", version: 1, value: 3, reason: "Tried", setAt: endedAt, byIds: [] };
    await world.run((ctx) => ctx.db.insert("configVersions", set));
    expect(await until()).toBe(endedAt + 3 * DAY_MS);
    await world.advance(3 * DAY_MS);
    expect(await codeOf(ask())).toBe("too-late");
  });
});

test("what ended otherwise does not come back by one approval [AR7]", async () => {
  const { ada, grant, ask, until } = await aLoss({ isReviewed: false });
  expect(await until()).toBeNull();
  expect(await codeOf(ask())).toBe("too-late");
  const wish = { grantId: grant._id, days: 30, reason: REASON, submitKey: aSubmitKey() };
  expect(await codeOf(ada.mutation(extend, wish))).toBe("wrong-state");
});
