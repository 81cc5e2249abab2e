/**
 * One person asked in several steps of a request decides them on one word: each step keeps a decision of its own, and no
 * rule about who decides is the weaker for it.
 */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { DAY_MS } from "../lib/pure/time";
import { readsOf } from "../lists/reads.testing";
import { itemsOf } from "../notifications/notices.testing";
import { codeOf, endWorld } from "../testing/world.testing";
import { aCase, type CastName, type Play } from "./approvals.testing";

afterEach(endWorld);

const { decide, delegate } = api.approvals.mutations;
const TWICE = { steps: [{ title: "Cost" }, { title: "Budget" }] };

/** The steps ahead of somebody, as the page of the approval offers them. */
const aheadOf = async (play: Play, name: CastName) =>
  (await play.people[name].query(api.approvals.queries.get, { approvalId: play.approvalId }))!.me.ahead;

/** Approves with every step of the request after the first, offered or not. */
async function approveAll(play: Play, name: CastName) {
  const { steps } = await play.look();
  const aheadIds = steps.slice(1).map(({ _id }) => _id);
  return await play.people[name].mutation(decide, {
    ...(await play.shown()),
    verdict: "approve",
    comment: "Within the budget",
    aheadIds,
  });
}

const saidBy = async (play: Play) => (await play.look()).decisions.map(({ by, verdict }) => `${by} ${verdict}`);

describe("two steps that ask the same person", () => {
  test("are decided with one word: two decisions, two audit events, and nobody is asked any more", async () => {
    const play = await aCase(TWICE);
    expect(await aheadOf(play, "ada")).toMatchObject([{ title: "Budget", capacity: "for FinOps" }]);
    const result = await approveAll(play, "ada");
    expect(result).toMatchObject({ state: "Approved", ahead: [{ title: "Budget", isDecided: true }] });
    const { decisions, steps, asked } = await play.look();
    expect(decisions.map(({ by, stepId, comment }) => [by, stepId, comment])).toEqual(
      steps.map(({ _id }) => ["ada", _id, "Within the budget"]),
    );
    expect(asked).toEqual([]);
    const events = (await play.world.rows("auditEvents")).filter(({ action }) => action === "approval.decidedApprove");
    expect(events.map(({ context }) => context?.["step"])).toEqual(["Cost", "Budget"]);
    const asks = (await itemsOf(play.ada)).filter(({ kind, settled }) => kind === "approval.asked" && settled === null);
    expect(asks).toEqual([]);
  });

  test("are decided one by one by whoever wants to", async () => {
    const play = await aCase(TWICE);
    await play.ada.mutation(decide, { ...(await play.shown()), verdict: "approve", comment: "" });
    expect(await saidBy(play)).toEqual(["ada approve"]);
    expect((await play.look()).active?.policy.title).toBe("Budget");
  });

  test("need one rejection: it ends the request, and no second one is written", async () => {
    const play = await aCase(TWICE);
    const { steps } = await play.look();
    await play.ada.mutation(decide, {
      ...(await play.shown()),
      verdict: "reject",
      comment: "Too much",
      aheadIds: [steps[1]!._id],
    });
    expect(await saidBy(play)).toEqual(["ada reject"]);
  });
});

describe("one word is not more than it was", () => {
  test("where the policy wants distinct people, the second step stays for somebody else (A2)", async () => {
    const play = await aCase({ ...TWICE, policy: { distinctSteps: true } });
    expect(await aheadOf(play, "ada")).toEqual([]);
    expect(await approveAll(play, "ada")).toMatchObject({ state: "Pending", ahead: [{ isDecided: false }] });
    expect(await saidBy(play)).toEqual(["ada approve"]);
    expect((await play.look()).asked).toEqual(["bob", "cleo"]);
  });

  test("a second account of the same human is no other person either (A2)", async () => {
    const play = await aCase({ ...TWICE, policy: { distinctSteps: true } });
    const { mailbox, email } = (await play.world.rows("people")).find(({ _id }) => _id === play.ada.id)!;
    await play.world.run((ctx) => ctx.db.patch(play.bob.id, { mailbox, email: `second+${email}` }));
    await approveAll(play, "ada");
    expect(await codeOf(approveAll(play, "bob"))).toBe("not-eligible");
    expect(await saidBy(play)).toEqual(["ada approve"]);
  });

  test("a step that needs two people is neither skipped nor counted twice", async () => {
    const two = { quorum: { kind: "count", count: 2 } } as const;
    const first = await aCase({ steps: [two, { title: "Budget" }] });
    expect(await aheadOf(first, "ada")).toEqual([]);
    expect(await approveAll(first, "ada")).toMatchObject({ state: "Pending", ahead: [{ isDecided: false }] });
    expect(await saidBy(first)).toEqual(["ada approve"]);
    const second = await aCase({ steps: [{}, two, { title: "Last" }] });
    expect((await aheadOf(second, "ada")).length).toBe(1);
    expect(await approveAll(second, "ada")).toMatchObject({
      state: "Pending",
      ahead: [{ isDecided: true }, { isDecided: false }],
    });
    expect((await second.look()).asked).toEqual(["bob", "cleo"]);
  });

  test("a step that asks others is left to them", async () => {
    const play = await aCase({ steps: [{}, { rule: { kind: "role", role: "governance" } }] });
    expect(await aheadOf(play, "ada")).toEqual([]);
    expect(await approveAll(play, "ada")).toMatchObject({ ahead: [{ isDecided: false }] });
    expect((await play.look()).asked).toEqual(["gwen"]);
  });

  test("a seat held for somebody else is decided apart, here and ahead", async () => {
    const play = await aCase({ steps: [{}, { rule: { kind: "role", role: "governance" } }] });
    const window = { startsAt: play.world.now(), endsAt: play.world.now() + DAY_MS, reason: "Away" };
    await play.gwen.mutation(delegate, { toId: play.ada.id, ...window });
    expect(await aheadOf(play, "ada")).toEqual([]);
    expect(await approveAll(play, "ada")).toMatchObject({ ahead: [{ isDecided: false }] });
    expect((await play.look()).asked).toEqual(["ada for gwen", "gwen"]);
  });

  test("a party to the request, and whoever has no seat, decides nothing by naming the steps (A1)", async () => {
    const play = await aCase(TWICE);
    for (const name of ["rita", "ben", "adam"] as const) {
      expect(await codeOf(approveAll(play, name)), name).toBe("not-eligible");
    }
    expect(await saidBy(play)).toEqual([]);
  });

  test("steps of another request cannot be named", async () => {
    const play = await aCase();
    const other = await play.another();
    const foreign = (await play.world.rows("approvalSteps")).find(({ requestId }) => requestId === other)!;
    const call = async (aheadIds: Id<"approvalSteps">[]) =>
      play.ada.mutation(decide, { ...(await play.shown()), verdict: "approve", comment: "", aheadIds });
    expect(await codeOf(call([foreign._id]))).toBe("not-found");
    expect(await codeOf(call(Array.from({ length: 11 }, () => foreign._id)))).toBe("too-many");
    expect((await play.world.rows("approvalDecisions")).length).toBe(0);
  });

  test("nothing ahead is offered while the request waits for an answer", async () => {
    const play = await aCase(TWICE);
    await play.bob.mutation(api.approvals.mutations.askInfo, { ...(await play.shown()), comment: "Which budget?" });
    expect(await aheadOf(play, "ada")).toEqual([]);
  });
});

test("the list says which steps come back to its reader, as the page does, from few documents", async () => {
  const waitingFor = async (play: Play) => (await play.ada.query(api.approvals.queries.mine, {})).rows;
  const reads = async (play: Play) => await readsOf(play.ada, "approvals/queries:mine", {});
  const once = await aCase();
  expect(await waitingFor(once)).toMatchObject([{ ahead: [] }]);
  expect(await reads(once)).toBeLessThanOrEqual(21);
  // A step that names others is known by its rule alone; only one that names the reader is resolved.
  const others = await aCase({ steps: [{}, { rule: { kind: "role", role: "governance" } }] });
  expect(await waitingFor(others)).toMatchObject([{ ahead: [] }]);
  expect(await reads(others)).toBeLessThanOrEqual(32);
  const twice = await aCase(TWICE);
  expect(await waitingFor(twice)).toMatchObject([{ ahead: ["for FinOps"] }]);
  expect(await reads(twice)).toBeLessThanOrEqual(55);
});

test("steps of two approvals of a request are decided as one, up to where others are asked", async () => {
  const { world, ada, person, formOf } = await aCompany();
  const mona = person("mona");
  await world.run(async (ctx) => {
    const domains = await ctx.db.query("dataDomains").take(10);
    await ctx.db.patch(domains.find(({ key }) => key === "orders")!._id, { ownerIds: [mona.id] });
  });
  const typeKey = "snowflake-access" as const;
  await ada.mutation(api.requests.mutations.submit, { typeKey, form: formOf(typeKey), submitKey: aSubmitKey() });
  const approvalId = (await world.rows("approvals")).find(({ openedAt }) => openedAt !== undefined)!._id;
  const page = await mona.query(api.approvals.queries.get, { approvalId });
  expect(page).toMatchObject({
    request: { target: "ORDERS_READ", gives: { description: "Read Orders", code: "ORDERS_READ" } },
    me: { capacity: "as manager", ahead: [{ title: "Owner of the domain", capacity: "as owner of Orders" }] },
  });
  // What its form calls by a role's name stands there in words, with the name beside them.
  const answers = page!.request.lines.filter(({ code }) => code !== null);
  expect(answers).toEqual([{ name: "role", label: "Role", value: "Read Orders", code: "ORDERS_READ" }]);
  const aheadIds = page!.me.ahead.map(({ stepId }) => stepId);
  const given = { approvalId, comment: "", withoutPlan: true, aheadIds };
  expect(await mona.mutation(decide, { ...given, verdict: "approve" })).toMatchObject({
    state: "Approved",
    ahead: [{ isDecided: true }],
  });
  const tasks = await world.rows("requestTasks");
  expect(tasks.filter(({ type }) => type.startsWith("approve")).map(({ status }) => status)).toEqual([
    "Complete",
    "Complete",
    "Running",
  ]);
  // What is listed of it has the role's own name, too.
  const paginationOpts = { numItems: 5, cursor: null };
  const decided = await mona.query(api.approvals.queries.history, { paginationOpts });
  expect(decided.page.map(({ target }) => target)).toEqual(["ORDERS_READ", "ORDERS_READ"]);
  const queue = await person("admin").query(api.tasks.queries.listAll, { filter: {}, sort: "newest", size: 25 });
  expect(new Set(queue.rows.map(({ requestTarget }) => requestTarget))).toEqual(new Set(["ORDERS_READ"]));
});
