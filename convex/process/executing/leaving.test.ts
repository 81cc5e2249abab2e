/** Somebody leaves by a request of the catalog: their sign-in ends like under Remove User, and by no less (U14). */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { DAY_MS } from "../../lib/pure/time";
import { aSignInBeside } from "../../removals/removing.testing";
import { endWorld, type TestPerson } from "../../testing/world.testing";
import { giveAccess } from "../ending/granting";
import { stepNow, submitted, taskAt } from "../requests.testing";

afterEach(endWorld);

/** A request of Mona's that ends somebody's access to the portal, up to the sign-in. */
async function aLeaver(leaving = "bea", change: Record<string, unknown> = {}) {
  const { world, person, formOf } = await aCompany();
  const signIn = aSignInBeside(world);
  const who = person(leaving);
  const form = {
    ...formOf("leaver"),
    requestedFor: who.id,
    systems: ["portal"],
    lastDay: "2026-03-01",
    successor: person("mona").id,
    ...change,
  };
  const { id } = await person("mona").mutation(api.requests.mutations.submit, {
    typeKey: "leaver",
    form,
    submitKey: aSubmitKey(),
  });
  const approve = async (by?: TestPerson) => {
    const seats = await world.rows("approvalSeats");
    const seat = by ? { personId: by.id } : seats.at(-1);
    const decider = ["olga", "admin", "gina", "gus", "sue"].map(person).find((one) => one.id === seat?.personId);
    const approvalId = (await world.rows("approvals")).find(({ openedAt }) => openedAt !== undefined)?._id;
    if (!decider || !approvalId) throw new Error("Somebody decides about a leaver");
    const decision = { approvalId, verdict: "approve" as const, comment: "", withoutPlan: true };
    await decider.mutation(api.approvals.mutations.decide, decision);
  };
  const taskOf = async (key: string) => {
    const found = (await world.rows("requestTasks")).find((one) => one.requestId === id && one.key === key);
    if (!found) throw new Error(`No task is called ${key}`);
    return found;
  };
  const handOver = async () => {
    for (const key of ["scan", "handover"])
      await person("admin").mutation(api.tasks.mutations.completeManual, {
        taskId: (await taskOf(key))._id,
        evidence: "The list is in the ticket",
      });
    await world.advance(0);
  };
  const row = async () => (await world.rows("people")).find(({ _id }) => _id === who.id);
  return { world, person, who, id, ...signIn, approve, handOver, task: taskOf, row };
}

test("the task removes the person, and is done by what the sign-in read back; the account is deleted after 30 days", async () => {
  const { world, approve, handOver, settle, task, row } = await aLeaver();
  await approve();
  await handOver();
  expect(await row()).toMatchObject({ status: "removed", roles: ["staff"] });
  expect(await settle()).toEqual(["disable bea@ao.com", "read bea@ao.com"]);
  expect(await task("portal")).toMatchObject({ status: "Complete", proof: { isProven: true } });
  expect(await task("verify")).toMatchObject({ status: "Complete", proof: { isProven: true } });
  await world.advance(30 * DAY_MS + 60_000);
  expect(await settle()).toEqual(["delete bea@ao.com"]);
  expect(await task("deletePortal")).toMatchObject({ status: "Complete", proof: { isProven: true } });
});

/** The same, where the leaver holds a user of somebody outside the portal. */
async function aLeaverWithAlba(change: Record<string, unknown> = {}) {
  const leaver = await aLeaver("bea", change);
  const { world, who } = leaver;
  await world.run(async (ctx) => {
    const input = { user: "ALBA", email: "alba@elsewhere.com" };
    const request = await submitted(ctx, who.id, [{ type: "create_person", input }]);
    const terms = { system: "test", description: "User ALBA in Snowflake", durationDays: null, serviceUser: null };
    const task = await taskAt(ctx, request, 0);
    await giveAccess(stepNow(ctx), request, [task], { ...terms, taskId: task._id });
  });
  const holders = async () => (await world.rows("grants")).map(({ beneficiaryId }) => beneficiaryId);
  const gone = ({ id }: TestPerson) => world.run((ctx) => ctx.db.patch(id, { status: "removed" }));
  return { ...leaver, holders, gone };
}

test("a user they hold for somebody outside the portal goes to the successor (U5)", async () => {
  const { person, approve, handOver, holders } = await aLeaverWithAlba();
  await approve();
  await handOver();
  expect(await holders()).toEqual([person("mona").id]);
});

test("it goes to the requester where the successor was removed since, and nobody leaves to the hands of nobody (U14)", async () => {
  const { world, person, approve, handOver, settle, holders, gone, task, row, who } = await aLeaverWithAlba();
  const dora = person("dora");
  await world.run(async (ctx) => {
    const request = await ctx.db.query("requests").order("asc").first();
    if (request) await ctx.db.patch(request._id, { form: { ...request.form, successor: dora.id } });
  });
  await approve();
  for (const one of [dora, person("mona")]) await gone(one);
  await handOver();
  await settle();
  expect(await row()).toMatchObject({ status: "active" });
  expect(await holders()).toEqual([who.id]);
  const failed = await task("portal");
  expect(failed.error).toContain("Remove Bea Tester under Remove User, with another successor");
  await world.run((ctx) => ctx.db.patch(person("mona").id, { status: "active" }));
  const again = { taskId: failed._id, reason: "Mona is back" };
  await person("admin").mutation(api.tasks.mutations.retry, again);
  await world.advance(0);
  await settle();
  expect(await row()).toMatchObject({ status: "removed" });
  expect(await holders()).toEqual([person("mona").id]);
});

test("nothing is touched before the last day is over", async () => {
  const { approve, handOver, settle, row } = await aLeaver("bea", { lastDay: "2026-03-10" });
  await approve();
  await handOver();
  expect(await settle()).toEqual([]);
  expect(await row()).toMatchObject({ status: "active" });
});

test("nothing is deleted while a legal hold lasts", async () => {
  const { world, approve, handOver, settle } = await aLeaver("bea", { isOnHold: true });
  await approve();
  await handOver();
  await settle();
  await world.advance(40 * DAY_MS);
  expect(await settle()).toEqual([]);
});

test("whoever is in charge of something stays until it is handed over, and the task says what; then it goes on", async () => {
  const { world, person, who, approve, handOver, settle, task, row } = await aLeaver();
  const areaId = await world.run((ctx) =>
    ctx.db.insert("businessAreas", { name: "Returns", code: "RET", costCentre: "1", ownerId: who.id }),
  );
  await approve();
  await handOver();
  await settle();
  expect(await row()).toMatchObject({ status: "active" });
  const failed = await task("portal");
  expect(failed.error).toContain("Bea Tester is still in charge of Returns. Hand that over first");
  await world.run((ctx) => ctx.db.patch(areaId, { ownerId: person("dora").id }));
  const again = { taskId: failed._id, reason: "It was handed over" };
  await person("admin").mutation(api.tasks.mutations.retry, again);
  await world.advance(0);
  await settle();
  expect(await row()).toMatchObject({ status: "removed" });
  expect(await task("portal")).toMatchObject({ status: "Complete", proof: { isProven: true } });
});

test("whoever holds more than staff is not removed by a word that could not remove them", async () => {
  const { world, who, approve, handOver, settle, task, row } = await aLeaver();
  await approve();
  await world.run((ctx) => ctx.db.patch(who.id, { roles: ["staff", "finops"], isElevated: true }));
  await handOver();
  await settle();
  expect(await row()).toMatchObject({ status: "active" });
  expect((await task("portal")).error).toContain("Bea Tester holds more than staff");
});

test("whoever is brought back finds the rest of the request ended and the sign-in enabled, as staff", async () => {
  const { world, person, who, id, approve, handOver, settle, row, accounts } = await aLeaver();
  await approve();
  await handOver();
  await settle();
  const sue = person("sue");
  await sue.stepUp();
  await world.internal(internal.approvals.internal.runTimers, {});
  await sue.mutation(api.people.mutations.restore, { personId: who.id, reason: "They stay after all" });
  await world.advance(0);
  expect(await settle()).toEqual(["enable bea@ao.com", "read bea@ao.com"]);
  expect((await world.rows("requests")).find(({ _id }) => _id === id)).toMatchObject({ status: "Cancelled" });
  expect(await row()).toMatchObject({ status: "suspended", roles: ["staff"] });
  await world.advance(31 * DAY_MS);
  await settle();
  expect(accounts.get("bea@ao.com")).toBe("enabled");
});

test("whoever is still being brought back when the request removes them is brought back no more", async () => {
  const { world, person, who, approve, handOver, settle, row, requestOf, accounts } = await aLeaver();
  await approve();
  await world.run((ctx) =>
    ctx.db.insert("removals", {
      ...{ personId: who.id, byId: person("gina").id, successorId: person("mona").id, reason: "Left", at: world.now() },
      ...{ restoredAt: world.now(), restoredById: person("sue").id, restoreReason: "Stays", next: "restore" as const },
    }),
  );
  await world.internal(internal.removals.internal.send, {});
  await world.advance(0);
  expect(await requestOf("portal-restore")).toMatchObject({ status: "In progress" });
  await handOver();
  expect(await row()).toMatchObject({ status: "removed" });
  expect(await requestOf("portal-restore")).toMatchObject({ status: "Cancelled" });
  expect(await settle()).toEqual(["disable bea@ao.com", "read bea@ao.com"]);
  expect(accounts.get("bea@ao.com")).toBe("disabled");
});
