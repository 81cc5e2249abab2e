/** What people are offered to take follows from the tasks, whatever happens to these. */

import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { SYSTEM } from "../core/audit/model";
import { updatePerson } from "../core/people/model";
import { stepNow, submitted, taskAt } from "../process/requests.testing";
import { askRequester } from "../process/settling/requestMoves";
import { restartRequest } from "../process/submitting/restart";
import { aWorld, endWorld, type TestPerson } from "../testing/world.testing";
import { offersIn } from "./offers.testing";

afterEach(endWorld);

type World = Awaited<ReturnType<typeof aWorld>>;

async function aTeam() {
  const world = await aWorld();
  const ada = await world.person("ada");
  const bea = await world.person("bea");
  const cem = await world.person("cem");
  const admin = await world.person("aisha", { roles: ["staff", "admin"] });
  return { world, ada, bea, cem, admin };
}

async function setStatus(world: World, { id }: TestPerson, status: "active" | "suspended"): Promise<void> {
  await world.run(async (ctx) =>
    updatePerson(ctx, (await ctx.db.get(id))!, { status }, { ...SYSTEM, action: `person.${status}`, at: Date.now() }),
  );
  await world.internal(internal.approvals.internal.runTimers, {});
}

const offersOf = async (person: TestPerson) =>
  (await person.query(api.home.queries.waitingOnMe, {})).items.filter(({ kind }) => kind === "offer");

describe("a task that somebody may take", () => {
  /** A task that Bea and Cem may take, which both are offered. */
  async function anOffer() {
    const team = await aTeam();
    const { world, ada, bea, cem } = team;
    const request = await world.run((ctx) =>
      submitted(ctx, ada.id, [{ type: "manual_check", candidateIds: [bea.id, cem.id] }]),
    );
    const { _id: taskId } = await world.run((ctx) => taskAt(ctx, request, 0));
    expect([await offersOf(bea), await offersOf(cem)]).toMatchObject([[{ id: taskId }], [{ id: taskId }]]);
    return { ...team, request, taskId };
  }
  type Offer = Awaited<ReturnType<typeof anOffer>>;

  test.each<[string, (offer: Offer) => Promise<unknown>]>([
    ["is taken", ({ bea, taskId }) => bea.mutation(api.tasks.mutations.claim, { taskId })],
    [
      "is given to somebody",
      ({ admin, ada, taskId }) =>
        admin.mutation(api.tasks.mutations.assign, { taskId, personId: ada.id, reason: "She knows" }),
    ],
    ["is done", ({ bea, taskId }) => bea.mutation(api.tasks.mutations.completeManual, { taskId, evidence: "Seen" })],
    ["failed", ({ bea, taskId }) => bea.mutation(api.tasks.mutations.failManual, { taskId, reason: "Not possible" })],
    [
      "is not wanted any more",
      ({ ada, request }) =>
        ada.mutation(api.requests.mutations.cancel, { requestId: request._id, reason: "Postponed" }),
    ],
  ])("is offered to nobody once it %s", async (_how, act) => {
    const offer = await anOffer();
    await act(offer);
    expect([await offersOf(offer.bea), await offersOf(offer.cem)]).toEqual([[], []]);
    expect(await offer.world.rows("taskOffers")).toEqual([]);
  });

  test("is offered again when whoever took it left, and when a failed attempt is tried again", async () => {
    const { world, admin, bea, cem, taskId } = await anOffer();
    await bea.mutation(api.tasks.mutations.claim, { taskId });
    await setStatus(world, bea, "suspended");
    expect(await offersOf(cem)).toMatchObject([{ id: taskId }]);
    await admin.mutation(api.tasks.mutations.failManual, { taskId, reason: "Not possible" });
    expect(await offersOf(cem)).toEqual([]);
    await admin.mutation(api.tasks.mutations.retry, { taskId, reason: "Possible again" });
    expect(await offersOf(cem)).toMatchObject([{ id: taskId }]);
  });

  test("is read by nobody who is suspended, and is theirs to take again afterwards", async () => {
    const { world, bea, cem, taskId } = await anOffer();
    await setStatus(world, bea, "suspended");
    await expect(offersOf(bea)).rejects.toThrow();
    expect(await offersOf(cem)).toMatchObject([{ id: taskId }]);
    await setStatus(world, bea, "active");
    expect(await offersOf(bea)).toMatchObject([{ id: taskId }]);
  });
});

test("after any history everybody is offered exactly what they may take", async () => {
  const team = await aTeam();
  const { world, admin } = team;
  const people = [team.ada, team.bea, team.cem];
  const draft = fc.record({
    type: fc.constantFrom("manual_check", "design_review", "approve_access"),
    order: fc.integer({ min: 1, max: 2 }),
    candidates: fc.subarray([0, 1, 2]),
    skippedBecause: fc.option(fc.constant("Not needed"), { nil: undefined, freq: 3 }),
    assignee: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined, freq: 3 }),
  });
  const moves = fc.sample(
    fc.record({
      kind: fc.constantFrom(
        ...["submit", "submit", "claim", "claim", "assign", "complete", "fail", "fail", "retry", "retry", "resolve"],
        ...["cancel", "redraw", "suspend", "bring back", "bring back", "ask for"],
      ),
      drafts: fc.array(draft, { minLength: 1, maxLength: 3 }),
      person: fc.integer({ min: 0, max: 2 }),
      task: fc.nat(),
    }),
    { numRuns: 200, seed: 11 },
  );
  const done = new Set<string>();
  for (const { kind, drafts, person, task: number } of moves) {
    const by = people[person]!;
    const tasks = (await world.rows("requestTasks")).toReversed();
    const status = kind === "retry" || kind === "resolve" ? "Failed" : "Running";
    const likely = tasks.filter((one) => one.type !== "approve_access" && one.status === status && number % 4 > 0);
    const among = likely.length > 0 ? likely : tasks;
    const task = among[number % Math.min(among.length, 8)];
    const made = drafts.map(({ candidates, assignee, ...rest }, index) => ({
      ...rest,
      key: `t${index}`,
      candidateIds: candidates.map((one) => people[one]!.id),
      assigneeId: assignee === undefined ? undefined : people[assignee]!.id,
    }));
    const act = async (): Promise<unknown> => {
      if (kind === "submit") return await world.run((ctx) => submitted(ctx, by.id, made));
      if (kind === "suspend" || kind === "bring back")
        return await setStatus(world, by, kind === "suspend" ? "suspended" : "active");
      if (!task) return;
      const { _id: taskId, requestId } = task;
      const { mutations } = api.tasks;
      switch (kind) {
        case "claim":
          return await by.mutation(mutations.claim, { taskId });
        case "assign":
          return await admin.mutation(mutations.assign, { taskId, personId: by.id, reason: "They know" });
        case "complete":
          return await admin.mutation(mutations.completeManual, { taskId, evidence: "Seen" });
        case "fail":
          return await admin.mutation(mutations.failManual, { taskId, reason: "Not possible" });
        case "retry":
          return await admin.mutation(mutations.retry, { taskId, reason: "Again" });
        case "resolve":
          return await admin.mutation(mutations.resolve, { taskId, reason: "Done", evidence: "Seen" });
        case "cancel":
          return await admin.mutation(api.requests.mutations.cancel, { requestId, reason: "Postponed" });
        case "ask for":
          return await world.run(async (ctx) =>
            askRequester(stepNow(ctx), (await ctx.db.get(requestId))!, { question: "Why?", askedById: admin.id }),
          );
        default:
          return await world.run(async (ctx) => restartRequest(stepNow(ctx), (await ctx.db.get(requestId))!, made));
      }
    };
    await act().then(
      () => done.add(kind),
      (error: unknown) => {
        if (!(error as { data?: unknown }).data) throw error;
      },
    );
    const { kept, due } = await offersIn(world);
    expect(kept, kind).toEqual(due);
  }
  // A history in which some of the moves never happened would prove little.
  expect([...new Set(moves.map(({ kind }) => kind))].filter((kind) => !done.has(kind))).toEqual([]);
}, 60_000);
