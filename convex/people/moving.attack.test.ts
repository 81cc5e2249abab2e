/** Moving people: who decides for somebody changes by two people, never by a circle, and opens a review. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { DAY_MS } from "../lib/pure/time";
import { aPendingStep, submitted, tasksNow } from "../process/requests.testing";
import { aGrant, anExtension } from "../tasks/scenes.testing";
import { codeOf, DAWN, endWorld, type TestPerson } from "../testing/world.testing";
import { aCompany } from "./suspending.testing";

afterEach(endWorld);

const { move } = api.people.mutations;
const { decideMoved } = api.grants.mutations;
const reason = "Joins the other team";

async function aMovingCompany() {
  const company = await aCompany();
  const { world, ada, fay, gina } = company;
  const areas = await world.run(async (ctx) => {
    const area = (name: string, ownerId: Id<"people">) =>
      ctx.db.insert("businessAreas", { name, code: name, costCentre: "1", ownerId });
    const [logistics, finance] = [await area("Logistics", fay.id), await area("Finance", gina.id)];
    await ctx.db.patch(ada.id, { businessAreaId: logistics, managerId: fay.id });
    return { logistics, finance };
  });
  const to = async (
    by: TestPerson,
    who: TestPerson,
    areaId: Id<"businessAreas"> | null,
    manager: TestPerson | null,
  ) => {
    await by.stepUp();
    return await by.mutation(move, { personId: who.id, areaId, managerId: manager?.id ?? null, reason });
  };
  return { ...company, ...areas, to };
}

describe("a move [U10]", () => {
  test("to another area is one admin's, unless they decide there; both managers and the person hear of it", async () => {
    const { ada, adam, gina, fay, finance, to, row, noticesOf, events } = await aMovingCompany();
    expect(await to(gina, ada, finance, fay)).toMatchObject({ state: "proposed" });
    expect(await to(adam, ada, finance, fay)).toEqual({ state: "done" });
    expect(await row(ada)).toMatchObject({ businessAreaId: finance, managerId: fay.id });
    expect(await noticesOf(ada)).toContain("You changed area or manager: your access will be reviewed");
    expect(await noticesOf(fay)).toContain("Ada Tester was moved");
    expect(await events("person.moved")).toMatchObject([{ actor: { personId: adam.id }, context: { reason } }]);
  });

  test("to another manager takes two people, and neither is the person or the manager", async () => {
    const { ada, adam, sam, una, gina, fay, logistics, to, confirm, row, noticesOf } = await aMovingCompany();
    expect(await to(adam, ada, logistics, sam)).toMatchObject({ state: "proposed" });
    expect(await codeOf(confirm(sam))).toBe("not-eligible");
    await confirm(una);
    expect(await row(ada)).toMatchObject({ managerId: sam.id });
    expect(await noticesOf(fay)).toContain("Ada Tester no longer reports to you");
    expect(await noticesOf(sam)).toContain("Ada Tester now reports to you");
    expect(await codeOf(to(gina, gina, logistics, sam))).toBe("not-eligible");
  });

  test("never makes a circle, nor somebody's own account, nor who is gone their manager", async () => {
    const { world, ada, adam, fay, logistics, to } = await aMovingCompany();
    const [bea, twin, gone] = [
      await world.person("bea"),
      await world.person("ada.two", { email: "ada+two@ao.com" }),
      await world.person("gone", { status: "suspended" }),
    ];
    await world.run(async (ctx) => {
      await ctx.db.patch(bea.id, { managerId: ada.id });
      await ctx.db.patch(gone.id, { managerId: fay.id });
    });
    for (const manager of [ada, twin, bea, gone])
      expect(await codeOf(to(adam, ada, logistics, manager))).toBe("not-eligible");
    await world.run((ctx) => ctx.db.patch(logistics, { mergedIntoId: logistics }));
    expect(await codeOf(to(adam, bea, logistics, ada))).toBe("invalid-input");
  });

  test("seats what is open for them again, and whoever moved them decides nothing of it", async () => {
    const { world, ada, sam, una, kim, gina, logistics, to, confirm } = await aMovingCompany();
    await world.run(async (ctx) => {
      await ctx.db.patch(ada.id, { managerId: gina.id });
      const drafts = [{ type: "approve_access" }, { type: "approve_access" }];
      const [byManager, byRole] = await tasksNow(ctx, await submitted(ctx, ada.id, drafts));
      if (!byManager || !byRole) throw new Error("No approval");
      await aPendingStep(ctx, byManager, [gina.id], { rule: { kind: "manager" } });
      await aPendingStep(ctx, byRole, [una.id, sam.id], { rule: { kind: "role", role: "superAdmin" } });
    });
    await to(una, ada, logistics, sam);
    await confirm(kim);
    await world.advance(0);
    const held = (await world.rows("approvalSeats")).filter(({ isPending }) => isPending);
    expect(new Set(held.map(({ personId }) => personId))).toEqual(new Set([sam.id]));
  });

  test("opens a review: kept until a day, removed, each once, and by nobody for themselves", async () => {
    const { world, ada, adam, sam, fay, finance, to } = await aMovingCompany();
    const { _id: kept } = await aGrant({ world, personId: ada.id });
    await world.run((ctx) => ctx.db.patch(kept, { accessKey: "dbt|stock", description: "Stock in dbt" }));
    const { _id: gone } = await aGrant({ world, personId: ada.id });
    const bea = await world.person("bea");
    await world.run((ctx) => ctx.db.patch(bea.id, { businessAreaId: finance }));
    await aGrant({ world, personId: bea.id });
    await world.run((ctx) => ctx.db.patch(gone, { state: "Active", endedAt: undefined }));
    await to(adam, ada, finance, fay);
    const review = await sam.query(api.grants.queries.moveReview, { personId: ada.id });
    expect(review).toMatchObject({ area: "Finance", lookedAt: 1 });
    expect(review?.rows.map(({ description, proposed }) => [description, proposed])).toEqual([
      ["Stock in dbt", "remove"],
      ["Orders in dbt", "keep"],
    ]);
    const until = (Math.floor(DAWN / DAY_MS) + 10) * DAY_MS;
    const decide = (by: TestPerson, grantId: Id<"grants">, verdict: "keep" | "remove", day: number | null = null) =>
      by.mutation(decideMoved, { personId: ada.id, grantId, verdict, until: day });
    expect(await codeOf(decide(sam, kept, "keep", DAWN - 1))).toBe("invalid-input");
    await decide(sam, kept, "keep", until);
    expect(await codeOf(decide(sam, kept, "remove"))).toBe("duplicate");
    await world.run((ctx) => ctx.db.patch(ada.id, { roles: ["staff", "admin"] }));
    expect(await codeOf(decide(ada, gone, "keep"))).toBe("not-eligible");
    await decide(sam, gone, "remove");
    const rows = await world.rows("grants");
    expect(rows.find(({ _id }) => _id === kept)).toMatchObject({ expiresAt: until });
    expect(rows.find(({ _id }) => _id === gone)).toHaveProperty("removalAskedAt");
    expect(await sam.query(api.grants.queries.moveReview, { personId: ada.id })).toBeNull();
  });

  test("says of each access when it was last used, and proposes to remove what counts as unused in access reviews", async () => {
    const { world, ada, adam, sam, fay, finance, to } = await aMovingCompany();
    const { _id: grantId } = await aGrant({ world, personId: ada.id });
    const bea = await world.person("bea");
    await world.run((ctx) => ctx.db.patch(bea.id, { businessAreaId: finance }));
    await aGrant({ world, personId: bea.id });
    const proposed = async (unusedFor: number) => {
      const use = { lastUsedAt: DAWN - unusedFor, useReadAt: DAWN };
      await world.run((ctx) => ctx.db.patch(grantId, { state: "Active", endedAt: undefined, startsAt: 0, ...use }));
      const review = await sam.query(api.grants.queries.moveReview, { personId: ada.id });
      return review?.rows.map((row) => [row.use?.lastUsedAt, row.neighbours, row.proposed]);
    };
    await to(adam, ada, finance, fay);
    expect(await proposed(90 * DAY_MS)).toEqual([[DAWN - 90 * DAY_MS, 1, "keep"]]);
    expect(await proposed(90 * DAY_MS + 1)).toEqual([[DAWN - 90 * DAY_MS - 1, 1, "remove"]]);
    const set = { key: "reviews.unusedDays", version: 1, value: 120, reason: "", setAt: DAWN, byIds: [] };
    await world.run((ctx) => ctx.db.insert("configVersions", set));
    expect(await proposed(90 * DAY_MS + 1)).toEqual([[DAWN - 90 * DAY_MS - 1, 1, "keep"]]);
  });

  test("is decided by neither account of whoever moved them, who reads why", async () => {
    const { world, ada, adam, sam, fay, finance, to } = await aMovingCompany();
    const twin = await world.person("adam.two", { email: "adam+two@ao.com", roles: ["staff", "admin"] });
    const { _id: grantId } = await aGrant({ world, personId: ada.id });
    await to(adam, ada, finance, fay);
    const whyNot = "You moved Ada Tester. Somebody else has to decide about what they have.";
    for (const by of [adam, twin]) {
      expect(await by.query(api.grants.queries.moveReview, { personId: ada.id })).toMatchObject({ whyNot });
      for (const verdict of ["keep", "remove"] as const)
        expect(await codeOf(by.mutation(decideMoved, { personId: ada.id, grantId, verdict, until: null }))).toBe(
          "not-eligible",
        );
    }
    expect(await sam.query(api.grants.queries.moveReview, { personId: ada.id })).toMatchObject({ whyNot: null });
    await sam.mutation(decideMoved, { personId: ada.id, grantId, verdict: "remove", until: null });
  });

  test("takes an open extension with the access it takes (AR2)", async () => {
    const { world, ada, adam, sam, fay, finance, to } = await aMovingCompany();
    const { _id: grantId } = await aGrant({ world, personId: ada.id });
    const requestId = await anExtension(world, { personId: ada.id, grantId });
    await to(adam, ada, finance, fay);
    await sam.mutation(decideMoved, { personId: ada.id, grantId, verdict: "remove", until: null });
    expect((await world.rows("requests")).find(({ _id }) => _id === requestId)).toMatchObject({ status: "Cancelled" });
  });

  test("ends an open extension of what is kept until a sooner day, and of nothing else (AR2)", async () => {
    const { world, ada, adam, sam, fay, finance, to } = await aMovingCompany();
    const { _id: otherId } = await aGrant({ world, personId: ada.id });
    await world.run((ctx) => ctx.db.patch(otherId, { accessKey: "dbt|stock" }));
    const { _id: grantId } = await aGrant({ world, personId: ada.id });
    const requestId = await anExtension(world, { personId: ada.id, grantId });
    const other = await anExtension(world, { personId: ada.id, grantId: otherId });
    await to(adam, ada, finance, fay);
    const until = (Math.floor(DAWN / DAY_MS) + 10) * DAY_MS;
    await sam.mutation(decideMoved, { personId: ada.id, grantId: otherId, verdict: "keep", until: null });
    await sam.mutation(decideMoved, { personId: ada.id, grantId, verdict: "keep", until });
    const requests = new Map((await world.rows("requests")).map(({ _id, status }) => [_id, status]));
    expect([requests.get(requestId), requests.get(other)]).toEqual(["Cancelled", "In progress"]);
    expect(JSON.stringify(await world.rows("auditEvents"))).toContain("was decided to end sooner");
  });
});
