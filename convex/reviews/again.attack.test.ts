/** What a review marked and its holder requests again: those in charge of the domain have the later word, nobody else. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { giveRole } from "../grants/role.testing";
import { DAY_MS, SECOND_MS } from "../lib/pure/time";
import { endWorld } from "../testing/world.testing";
import { WARNED_BEFORE_MS } from "./reviews.testing";

afterEach(endWorld);

const ACCESS = "snowflake-access";
const DAYS = 10;

/** Ada holds a role of the domain of dora, which a review gina started marks for removal by the word of dora. */
async function aMarkedAccess() {
  const company = await aCompany();
  const { world, ada, person, formOf } = company;
  const form: Record<string, unknown> = { ...formOf(ACCESS), requestedFor: undefined };
  const submit = async (acceptsDuplicate: boolean) =>
    (
      await ada.mutation(api.requests.mutations.submit, {
        typeKey: ACCESS,
        form,
        submitKey: aSubmitKey(),
        acceptsDuplicate,
      })
    ).id;
  /** The access a request leaves behind when it is carried out. */
  const give = (requestId: Id<"requests">) =>
    giveRole(world, requestId, { beneficiaryId: ada.id, expiresAt: world.now() + 90 * DAY_MS });
  /** Each of them approves what is open for them, one after the other. */
  const approve = async (requestId: Id<"requests">, ...names: string[]) => {
    for (const name of names) {
      await world.advance(0);
      const seats = (await world.rows("approvalSeats")).filter((one) => one.personId === person(name).id);
      const open = seats.findLast((one) => one.requestId === requestId && one.isPending);
      if (!open) throw new Error(`Nothing is open for ${name}`);
      const wish = {
        approvalId: open.approvalId,
        verdict: "approve" as const,
        comment: "Looked at it",
        withoutPlan: true,
      };
      await person(name).mutation(api.approvals.mutations.decide, wish);
    }
    await world.advance(0);
  };
  await give(await submit(false));
  const domain = (await world.rows("dataDomains")).find(({ key }) => key === form["domain"]);
  if (!domain) throw new Error("No domain");
  await person("gina").mutation(api.reviews.mutations.start, { domainId: domain._id, days: DAYS, undecided: "remove" });
  await world.advance(0);
  const [item] = await world.rows("reviewItems");
  if (!item) throw new Error("Nothing to review");
  const mark = () =>
    person("dora").mutation(api.reviews.mutations.decide, {
      itemId: item._id,
      verdict: "remove",
      reason: "Not needed",
    });
  const near = async () => {
    await world.advance(DAYS * DAY_MS - WARNED_BEFORE_MS);
    await world.internal(internal.reviews.internal.turn, {});
  };
  const end = async (left = DAYS * DAY_MS) => {
    await world.advance(left);
    await world.internal(internal.reviews.internal.turn, {});
    await world.advance(0);
  };
  const taken = async () =>
    (await world.rows("grants")).filter(({ removalAskedAt }) => removalAskedAt !== undefined).length;
  const loss = async () => (await ada.query(api.grants.queries.mine, {}))[0]?.loss ?? null;
  return { ...company, item, submit, give, approve, mark, near, end, taken, loss };
}

describe("what a review marked and its holder requests again [AR2]", () => {
  test("is a press away: the form of that access, filled in, without the reason", async () => {
    const { mark, loss } = await aMarkedAccess();
    expect(await loss()).toBeNull();
    await mark();
    const again = new URL((await loss())?.againTo ?? "", "http://portal");
    expect(again.pathname).toBe("/requests/create");
    expect(Object.fromEntries(again.searchParams)).toMatchObject({
      type: ACCESS,
      "field.domain": "orders",
      "field.role": "ORDERS_READ",
    });
    expect(again.searchParams.has("field.reason")).toBe(false);
  });

  test("stays where those in charge of the domain approved a request sent after it was marked", async () => {
    const { mark, submit, approve, give, end, taken, world } = await aMarkedAccess();
    await mark();
    await world.advance(SECOND_MS);
    const id = await submit(true);
    await approve(id, "mona", "dora", "gus");
    await give(id);
    await end();
    expect(await taken()).toBe(0);
  });

  test("stays, where nobody decided, by a request sent after its holder was warned [AR17]", async () => {
    for (const isBefore of [true, false]) {
      const { submit, approve, give, near, end, taken, world } = await aMarkedAccess();
      if (!isBefore) await near();
      await world.advance(SECOND_MS);
      const id = await submit(true);
      if (isBefore) await near();
      await approve(id, "mona", "dora", "gus");
      await give(id);
      await end(WARNED_BEFORE_MS);
      expect(await taken()).toBe(isBefore ? 1 : 0);
      await endWorld();
    }
  });

  test("goes where nobody approved it for the domain", async () => {
    const { mark, submit, approve, give, end, taken, world } = await aMarkedAccess();
    await mark();
    await world.advance(SECOND_MS);
    const id = await submit(true);
    await approve(id, "mona");
    await give(id);
    await end();
    expect(await taken()).toBe(1);
  });

  test.each(["another form", "a question", "the portal"])("goes where what was decided is %s", async (what) => {
    const { mark, submit, approve, give, end, taken, world, person } = await aMarkedAccess();
    await mark();
    await world.advance(SECOND_MS);
    const id = await submit(true);
    await approve(id, "mona", "dora", "gus");
    await world.run(async (ctx) => {
      if (what === "another form") await ctx.db.patch(id, { formHash: "of another form" });
      for (const { _id, decidedById } of await ctx.db.query("approvalDecisions").collect())
        if (decidedById === person("dora").id && what !== "another form")
          await ctx.db.patch(_id, what === "a question" ? { verdict: "askInfo" } : { decidedById: undefined });
    });
    await give(id);
    await end();
    expect(await taken()).toBe(1);
  });

  test("goes where the request was sent before it was marked, and where it was marked once more afterwards", async () => {
    const { mark, submit, approve, give, end, taken, world } = await aMarkedAccess();
    const id = await submit(true);
    await world.advance(SECOND_MS);
    await mark();
    await approve(id, "mona", "dora", "gus");
    await give(id);
    await end();
    expect(await taken()).toBe(1);
  });

  test("goes where it was only extended", async () => {
    const { ada, mark, approve, give, end, taken, world } = await aMarkedAccess();
    await mark();
    await world.advance(SECOND_MS);
    const [grant] = await world.rows("grants");
    if (!grant) throw new Error("No access");
    const { id } = await ada.mutation(api.grants.mutations.extend, {
      grantId: grant._id,
      days: 30,
      reason: "The quarterly report takes until the end of the year.",
      submitKey: aSubmitKey(),
    });
    await approve(id, "mona", "dora", "gus");
    await give(id);
    await end();
    expect(await taken()).toBe(1);
  });

  test("is asked for no more by one approval where nobody approves such access for a domain", async () => {
    const { world, ada, mark, end, loss } = await aMarkedAccess();
    await mark();
    await end();
    await world.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("grants").collect())
        await ctx.db.patch(_id, { state: "Revoked", endedAt: world.now() });
    });
    const shown = async () => (await ada.query(api.grants.queries.mine, {}))[0];
    expect((await shown())?.backUntil).toEqual(expect.any(Number));
    await world.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("grants").collect()) await ctx.db.patch(_id, { typeKey: "idea" });
    });
    expect((await shown())?.backUntil).toBeNull();
    expect(await loss()).toBeNull();
  });
});
