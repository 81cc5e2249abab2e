/** A removal from the portal is carried out by a request whose tasks carry proof, and taken back by another (U14). */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aTicketRow } from "../tickets/scenes.testing";
import { aRemovingCompany } from "./removing.testing";

afterEach(endWorld);

async function aRemoval() {
  const company = await aRemovingCompany();
  const { gina, ada, fay, remove, world } = company;
  await remove(gina, ada, fay);
  await world.advance(0);
  return company;
}

describe("whoever is removed", () => {
  test("loses the sign-in now, by a task that is done by what was read back (U14)", async () => {
    const { gina, ada, carryOut, taskOf, requestOf } = await aRemoval();
    expect(await requestOf("portal-removal")).toMatchObject({
      requesterId: gina.id,
      beneficiaryId: ada.id,
      title: "Remove Ada Tester from the portal",
      status: "In progress",
    });
    expect(await taskOf("disable_sign_in")).toMatchObject({ status: "Running" });
    expect(await carryOut()).toEqual(["disable ada@ao.com"]);
    expect(await taskOf("disable_sign_in")).toMatchObject({
      status: "Complete",
      proof: {
        isProven: true,
        facts: [
          { subject: "Portal sign-in of ada@ao.com", expected: "disabled", actual: "disabled" },
          { subject: "Open sessions of ada@ao.com", expected: "0", actual: "0" },
          { subject: "Mailed links of ada@ao.com that still work", expected: "0", actual: "0" },
        ],
      },
    });
  });

  test.each([
    ["the account is still open", { account: "enabled" as const }],
    ["a session is left", { sessions: 1 }],
    ["a mailed link still works", { links: 1 }],
  ])("keeps the task open where %s: an order that was given proves nothing (R6, U14)", async (_what, change) => {
    const { carryOut, taskOf } = await aRemoval();
    await carryOut(change);
    expect(await taskOf("disable_sign_in")).toMatchObject({ status: "Failed", proof: { isProven: false } });
  });

  test("has nothing in their name, which is read back, and the whole is verified before the 30 days begin (U5, U14)", async () => {
    const { settle, taskOf, requestOf } = await aRemoval();
    expect(await settle()).toEqual(["disable ada@ao.com", "read ada@ao.com"]);
    const handOver = await taskOf("hand_over");
    expect(handOver).toMatchObject({ status: "Complete", proof: { isProven: true } });
    expect(handOver?.proof?.["facts"]).toContainEqual({
      subject: "Data domains of Ada Tester",
      expected: "0",
      actual: "0",
    });
    expect(await taskOf("verify")).toMatchObject({ status: "Complete", proof: { isProven: true } });
    expect(await taskOf("delete_sign_in")).toMatchObject({ status: "Not Started" });
    expect(await requestOf("portal-removal")).toMatchObject({ status: "In progress" });
  });

  test("is in charge of something again: the task fails and names it", async () => {
    const { world, ada, carryOut, taskOf, anAreaOf } = await aRemoval();
    await world.advance(MINUTE_MS);
    await anAreaOf(ada);
    await world.run(async (ctx) => {
      const task = (await ctx.db.query("requestTasks").collect()).find(({ type }) => type === "hand_over");
      if (task) await ctx.db.patch(task._id, { status: "Not Started" });
    });
    await world.internal(internal.workflow.internal.runMonitor, {});
    await world.advance(0);
    await carryOut();
    expect(await taskOf("hand_over")).toMatchObject({
      status: "Failed",
      error: "Still in the name of Ada Tester: 1 business area. Hand that over, then try again.",
    });
  });

  test("still answers a support ticket: the task fails and says how many (U15)", async () => {
    const { world, gina, ada, carryOut, taskOf } = await aRemoval();
    await world.advance(MINUTE_MS);
    await world.run(async (ctx) => {
      await aTicketRow(ctx, { requesterId: gina.id, assigneeId: ada.id, state: "waitingOnThirdParty" });
      const task = (await ctx.db.query("requestTasks").collect()).find(({ type }) => type === "hand_over");
      if (task) await ctx.db.patch(task._id, { status: "Not Started" });
    });
    await world.internal(internal.workflow.internal.runMonitor, {});
    await world.advance(0);
    await carryOut();
    expect(await taskOf("hand_over")).toMatchObject({
      status: "Failed",
      error: "Still in the name of Ada Tester: 1 support ticket. Hand that over, then try again.",
    });
  });

  test("is verified against the store: an account that was opened beside the portal is found (R6, U14)", async () => {
    const { accounts, carryOut, taskOf, world } = await aRemoval();
    await carryOut();
    await world.internal(internal.workflow.internal.runMonitor, {});
    await world.advance(0);
    accounts.set("ada@ao.com", "enabled");
    await carryOut();
    expect(await taskOf("verify")).toMatchObject({ status: "Failed", proof: { isProven: false } });
  });

  test("keeps the account for 30 days and loses it then, with proof; that ends the request (U14)", async () => {
    const { world, settle, taskOf, requestOf } = await aRemoval();
    await settle();
    await world.advance(30 * DAY_MS - HOUR_MS);
    expect(await settle()).toEqual([]);
    await world.advance(2 * HOUR_MS);
    expect(await settle()).toEqual(["delete ada@ao.com"]);
    expect(await taskOf("delete_sign_in")).toMatchObject({ status: "Complete", proof: { isProven: true } });
    expect(await requestOf("portal-removal")).toMatchObject({ status: "Completed" });
  });

  test("is removed once, by one request, however often it is sent", async () => {
    const { world, settle } = await aRemoval();
    for (let round = 0; round < 3; round++) await world.internal(internal.removals.internal.send, {});
    await settle();
    expect((await world.rows("requests")).filter(({ typeId }) => typeId === "portal-removal")).toHaveLength(1);
  });
});

test("what two people decide sends the request once the second has said yes, and not before (U5, U14)", async () => {
  const { world, gina, sam, adam, fay, remove, confirm, requestOf, settle, row } = await aRemovingCompany();
  await remove(gina, adam, fay);
  await settle();
  expect(await requestOf("portal-removal")).toBeUndefined();
  await confirm(sam);
  await world.advance(0);
  expect(await settle()).toEqual(["disable adam@ao.com", "read adam@ao.com"]);
  expect(await world.rows("removals")).toMatchObject([{ byId: gina.id, confirmedById: sam.id, personId: adam.id }]);
  expect(await row(adam)).toMatchObject({ status: "removed" });
});

describe("whoever is restored within the 30 days", () => {
  async function aRestoral() {
    const company = await aRemoval();
    await company.settle();
    await company.world.advance(29 * DAY_MS);
    await company.restore(company.una, company.ada);
    await company.world.advance(0);
    return company;
  }

  test("ends the removal, and gets the sign-in back by a task with proof, as staff (U4, U14)", async () => {
    const { world, una, ada, settle, taskOf, requestOf, row } = await aRestoral();
    expect(await requestOf("portal-removal")).toMatchObject({ status: "Cancelled" });
    expect(await settle()).toEqual(["enable ada@ao.com", "read ada@ao.com"]);
    expect(await taskOf("enable_sign_in")).toMatchObject({ status: "Complete", proof: { isProven: true } });
    expect(await requestOf("portal-restore")).toMatchObject({ status: "Completed", requesterId: una.id });
    expect(await row(ada)).toMatchObject({ status: "suspended", roles: ["staff"] });
    await world.advance(3 * DAY_MS);
    expect(await settle()).toEqual([]);
  });

  test("is not let in by a sign-in that holds something from before (U4, U14)", async () => {
    const { carryOut, taskOf } = await aRestoral();
    await carryOut({ sessions: 2 });
    expect(await taskOf("enable_sign_in")).toMatchObject({ status: "Failed", proof: { isProven: false } });
  });

  test("loses nothing by an order that was still on its way (U14)", async () => {
    const { world, una, ada, accounts, carryOut, restore, taskOf } = await aRemoval();
    await restore(una, ada);
    expect(await carryOut()).toEqual([]);
    expect(await carryOut()).toEqual(["enable ada@ao.com"]);
    expect(accounts.get("ada@ao.com")).toBe("enabled");
    expect(await taskOf("disable_sign_in")).not.toMatchObject({ outcome: "done" });
    expect(await world.rows("signInOrders")).toMatchObject([{ errand: "read" }]);
  });

  test("and removed again is not let in by what was left of being restored (U14)", async () => {
    const { world, gina, una, ada, fay, remove, restore, taskOf, settle, accounts } = await aRemoval();
    await settle();
    await restore(una, ada);
    await world.advance(0);
    expect(await taskOf("enable_sign_in")).toMatchObject({ status: "Running" });
    await world.run((ctx) => ctx.db.patch(ada.id, { status: "active" }));
    await remove(gina, ada, fay);
    await world.advance(0);
    expect(await settle()).not.toContain("enable ada@ao.com");
    expect(accounts.get("ada@ao.com")).toBe("disabled");
    expect(await taskOf("enable_sign_in")).toMatchObject({ status: "Failed", outcome: "cancelled" });
  });

  test("and stands removed by anything else is not let in either (U14)", async () => {
    const { world, ada, carryOut, taskOf } = await aRestoral();
    await world.run((ctx) => ctx.db.patch(ada.id, { status: "removed" }));
    expect(await carryOut()).toEqual([]);
    expect(await taskOf("enable_sign_in")).toMatchObject({
      status: "Failed",
      error: "They were removed again: nothing was changed.",
    });
  });

  test("and removed again ends being restored in that moment, says why, and tells who asked for it (U14)", async () => {
    const { world, gina, una, ada, fay, remove, requestOf, noticesOf, events } = await aRestoral();
    await remove(gina, ada, fay);
    const ended = await requestOf("portal-restore");
    expect(ended).toMatchObject({
      status: "Cancelled",
      cancelReason: "They were removed from the portal again",
      endedAt: world.now(),
    });
    expect(await noticesOf(una)).toContain(`${ended?.key} was cancelled`);
    const written = (await events("request.cancelAsked")).filter(({ targets }) =>
      targets.some(({ id }) => id === ended?._id),
    );
    expect(written).toMatchObject([{ actor: { kind: "system" } }]);
  });

  test("and removed again before that was sent is not brought back, and is deleted 30 days after the second time (U14)", async () => {
    const { world, gina, una, ada, fay, remove, restore, requestOf, settle, accounts } = await aRemoval();
    await settle();
    await world.advance(10 * DAY_MS);
    await restore(una, ada);
    await remove(gina, ada, fay);
    await world.advance(0);
    await settle();
    expect(await requestOf("portal-restore")).toBeUndefined();
    await world.advance(25 * DAY_MS);
    await settle();
    expect(accounts.get("ada@ao.com")).toBe("disabled");
    await world.advance(6 * DAY_MS);
    await settle();
    expect(accounts.get("ada@ao.com")).toBe("none");
  });

  test("while their sign-in is being disabled has it enabled after that has answered, however late (U14)", async () => {
    const { world, una, ada, accounts, carryOut, settle, restore, taskOf } = await aRemoval();
    const order = (await world.rows("signInOrders"))[0];
    if (!order) throw new Error("Nothing is disabled");
    await world.internal(internal.removals.internal.takeSignInOrder, { id: order._id });
    await restore(una, ada);
    await world.advance(0);
    expect(await carryOut()).toEqual([]);
    accounts.set("ada@ao.com", "disabled");
    const found = { account: "disabled" as const, sessions: 0, links: 0 };
    await world.internal(internal.removals.internal.signInOrderDone, { id: order._id, found });
    expect(await settle()).toEqual(["enable ada@ao.com", "read ada@ao.com"]);
    expect(accounts.get("ada@ao.com")).toBe("enabled");
    expect(await taskOf("verify")).toMatchObject({ status: "Complete", proof: { isProven: true } });
  });

  test("while their sign-in is being disabled does not wait for what never answers (U14)", async () => {
    const { world, una, ada, accounts, carryOut, restore } = await aRemoval();
    const order = (await world.rows("signInOrders"))[0];
    if (!order) throw new Error("Nothing is disabled");
    await world.internal(internal.removals.internal.takeSignInOrder, { id: order._id });
    await restore(una, ada);
    await world.advance(2 * MINUTE_MS);
    await carryOut();
    expect(accounts.get("ada@ao.com")).toBe("enabled");
  });
});

test("whoever is invited again after 30 days is not deleted by what was left of the removal (U14)", async () => {
  const { world, ada, settle, taskOf } = await aRemoval();
  await settle();
  await world.run((ctx) => ctx.db.patch(ada.id, { status: "invited" }));
  await world.advance(31 * DAY_MS);
  expect(await settle()).toEqual([]);
  expect(await taskOf("delete_sign_in")).toMatchObject({
    status: "Failed",
    error: "They are no longer removed: nothing was changed.",
  });
});

test("the portal's own requests are offered to nobody, and nobody edits what they do (U14)", async () => {
  const { world, sam, ada, fay } = await aRemovingCompany();
  await world.internal(internal.catalog.internal.install, {});
  const form = { requestedFor: ada.id, successor: fay.id, reason: "Because I can, and for no other reason" };
  const submit = { typeKey: "portal-removal", form, submitKey: "mine" };
  expect(await codeOf(sam.mutation(api.requests.mutations.submit, submit))).toBe("not-eligible");
  await sam.stepUp();
  const offered = { key: "portal-removal", isOffered: true };
  expect(await codeOf(sam.mutation(api.catalog.mutations.setOffered, offered))).toBe("not-found");
  expect(await codeOf(sam.mutation(api.catalog.mutations.createDraft, { key: "portal-removal", from: 1 }))).toBe(
    "not-found",
  );
});
