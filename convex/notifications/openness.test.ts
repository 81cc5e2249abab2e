/** What somebody may open is asked again each time, and what was asked of them is over when it is settled. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { closeNotices } from "../core/notifications/model";
import { DAY_MS } from "../lib/pure/time";
import { DAWN, endWorld } from "../testing/world.testing";
import { aSupport } from "../tickets/scenes.testing";
import { adasWorld, anApproval, groupsOf, itemsOf, tell } from "./notices.testing";

afterEach(endWorld);

const { unseenCount } = api.notifications.queries;

describe("[N2] the right to open is asked again", () => {
  test("what the recipient may no longer open is neither shown nor counted, and comes back with the right", async () => {
    const { world, request } = await adasWorld();
    const greta = await world.person("greta", { roles: ["staff", "admin"] });
    await world.run((ctx) => tell(ctx, greta.id, request, { title: "A secret title" }));
    expect(await groupsOf(greta)).toHaveLength(1);
    await world.run((ctx) => ctx.db.patch(greta.id, { roles: ["staff"] }));
    expect([await groupsOf(greta), await greta.query(unseenCount, {})]).toEqual([[], 0]);
    await world.run((ctx) => ctx.db.patch(greta.id, { roles: ["staff", "superAdmin"] }));
    expect(await greta.query(unseenCount, {})).toBe(1);
  });

  test("a person with a seat, a task or a mention sees it; an archived request is nobody's", async () => {
    const { world, ada, request } = await adasWorld();
    const [seated, mentioned, worker, stranger] = [
      await world.person("sam"),
      await world.person("mia"),
      await world.person("wim"),
      await world.person("sia"),
    ];
    await world.run(async (ctx) => {
      await anApproval(ctx, request, [seated.id]);
      await ctx.db.insert("requestParticipants", {
        requestId: request._id,
        personId: mentioned.id,
        addedById: ada.id,
        since: DAWN,
      });
      const task = await ctx.db
        .query("requestTasks")
        .withIndex("by_request", (q) => q.eq("requestId", request._id))
        .first();
      if (task) await ctx.db.patch(task._id, { assigneeId: worker.id });
      for (const { id } of [seated, mentioned, worker, stranger]) await tell(ctx, id, request);
    });
    expect(
      await Promise.all([seated, mentioned, worker, stranger].map((person) => person.query(unseenCount, {}))),
    ).toEqual([1, 1, 1, 0]);
    await world.run((ctx) => ctx.db.patch(request._id, { archivedAt: DAWN }));
    expect(await seated.query(unseenCount, {})).toBe(0);
  });

  test("a ticket is open to its parties and to whoever answers it, as they stand now", async () => {
    const { world, ada, adam, key, answer, add, remove, reply } = await aSupport();
    const bea = await world.person("bea");
    await add(ada, key, bea);
    await answer(adam, key);
    await reply(ada, key);
    const [ticket] = await world.rows("tickets");
    const shown = async () =>
      await Promise.all(
        [ada, bea, adam].map(async (person) =>
          (await groupsOf(person)).some(({ subject }) => subject.id === ticket?._id),
        ),
      );
    expect(await shown()).toEqual([true, true, true]);
    await remove(ada, key, bea);
    await world.run((ctx) => ctx.db.patch(adam.id, { roles: ["staff"] }));
    expect(await shown()).toEqual([true, false, false]);
    expect([await bea.query(unseenCount, {}), await adam.query(unseenCount, {})]).toEqual([0, 0]);
  });

  test("a ticket is open through its requester's eyes, and never through those of who answers it", async () => {
    const { ada, adam, sam, key, answer, reply } = await aSupport();
    await answer(adam, key);
    await reply(ada, key);
    const seenBySamAs = async ({ id: personId }: typeof ada): Promise<number> => {
      await sam.stepUp();
      const reason = "Look at what they see";
      const sessionId = await sam.mutation(api.impersonation.mutations.start, { personId, reason, minutes: 30 });
      sam.shows(sessionId);
      const groups = await groupsOf(sam);
      await sam.mutation(api.impersonation.mutations.stop, { sessionId });
      sam.shows(null);
      return groups.filter(({ subject }) => subject.type === "ticket").length;
    };
    expect([await seenBySamAs(ada), await seenBySamAs(adam)]).toEqual([1, 0]);
  });

  test("of a subject that is gone nothing is shown", async () => {
    const { world, ada, tellAda, request } = await adasWorld();
    await tellAda();
    await world.run((ctx) => ctx.db.delete(request._id));
    expect(await groupsOf(ada)).toEqual([]);
  });
});

describe("an ask is over when it is settled", () => {
  async function asked(nameOf = (approvalId: string, _key: string) => approvalId) {
    const { world, request } = await adasWorld();
    const [bea, cleo] = [await world.person("bea"), await world.person("cleo")];
    const approvalId = await world.run((ctx) => anApproval(ctx, request, [bea.id, cleo.id]));
    const ask = {
      kind: "approval.asked",
      title: "Approve access",
      to: `/approvals/${nameOf(approvalId, request.key)}`,
    };
    for (const { id } of [bea, cleo]) await world.run((ctx) => tell(ctx, id, request, ask));
    return { world, request, bea, cleo, approvalId };
  }

  test("it closes itself for the others when one has acted, with the reason, and is no longer counted", async () => {
    const { world, request, bea, cleo, approvalId } = await asked();
    expect(await itemsOf(cleo)).toMatchObject([{ approvalId, isAsk: true, settled: null }]);
    await world.run((ctx) =>
      closeNotices(ctx, {
        subjectId: request._id,
        kinds: ["approval.asked"],
        recipientId: cleo.id,
        reason: "Bea approved it.",
        at: Date.now(),
      }),
    );
    expect(await itemsOf(cleo)).toMatchObject([
      { settled: "Bea approved it.", isAsk: false, approvalId: null, seenAt: null },
    ]);
    expect([await cleo.query(unseenCount, {}), await bea.query(unseenCount, {})]).toEqual([0, 1]);
  });

  test("[N5] of one subject as many are closed as ask, behind however many others, and what is asked anew meanwhile stays (F6)", async () => {
    const { world, ada, request } = await adasWorld();
    const bea = await world.person("bea");
    const ask = { kind: "approval.asked", title: "Approve access" };
    const state = async () => {
      const rows = await world.rows("notifications");
      const open = (of: typeof rows) => of.filter(({ closedAt }) => closedAt === undefined).length;
      return [
        open(rows.filter(({ kind }) => kind !== ask.kind)),
        ...[ada, bea].map(({ id }) => open(rows.filter((row) => row.kind === ask.kind && row.recipientId === id))),
      ];
    };
    const say = async (count: number, to: typeof ada, notice: object) => {
      for (let from = 0; from < count; from += 300)
        await world.run(async (ctx) => {
          for (let step = from; step < from + 300; step += 1)
            await tell(ctx, to.id, request, { ...notice, step: `${step}` });
        });
    };
    await say(600, ada, {});
    await say(1200, ada, ask);
    await say(600, bea, ask);
    await world.advance(1000);
    const settled = { subjectId: request._id, kinds: [ask.kind], reason: "Settled." };
    await world.run((ctx) => closeNotices(ctx, { ...settled, recipientId: bea.id, at: Date.now() }));
    await world.advance(1000);
    expect(await state()).toEqual([600, 1200, 0]);
    await world.run(async (ctx) => {
      await closeNotices(ctx, { ...settled, at: Date.now() });
      await tell(ctx, ada.id, request, { ...ask, step: "anew" });
    });
    await world.advance(1000);
    expect(await state()).toEqual([600, 1, 0]);
  });

  test.each([
    ["the key of its request", (_id: string, key: string) => `${key}-1`],
    ["its id, as before", (id: string) => id],
  ])("[N5] without a pending seat no decision is asked for, where the notice leads by %s", async (_by, nameOf) => {
    const { world, bea, approvalId } = await asked(nameOf);
    expect(await itemsOf(bea)).toMatchObject([{ approvalId, isAsk: true }]);
    await world.run(async (ctx) => {
      const seats = await ctx.db
        .query("approvalSeats")
        .withIndex("by_approval", (q) => q.eq("approvalId", approvalId))
        .collect();
      for (const seat of seats) if (seat.personId === bea.id) await ctx.db.patch(seat._id, { isPending: false });
    });
    expect(await itemsOf(bea)).toMatchObject([
      { settled: "This is no longer asked of you.", approvalId: null, isAsk: false },
    ]);
    expect(await bea.query(unseenCount, {})).toBe(0);
  });

  test("a review of a break-glass approval is asked for until somebody reviewed it, without a seat", async () => {
    const { world, request } = await adasWorld();
    const greta = await world.person("greta", { roles: ["staff", "superAdmin"] });
    const approvalId = await world.run(async (ctx) => {
      const id = await anApproval(ctx, request, []);
      await ctx.db.patch(id, { state: "Approved", reviewDueAt: DAWN + DAY_MS });
      await tell(ctx, greta.id, request, { kind: "approval.reviewDue", to: `/approvals/${id}` });
      return id;
    });
    expect(await itemsOf(greta)).toMatchObject([{ isAsk: true, approvalId: null, settled: null }]);
    await world.run((ctx) => ctx.db.patch(approvalId, { reviewedAt: DAWN }));
    expect(await itemsOf(greta)).toMatchObject([{ isAsk: false, settled: "This is no longer asked of you." }]);
  });

  test("naming an approver is asked of admins without a seat while the approval is pending", async () => {
    const { world, request } = await adasWorld();
    const aisha = await world.person("aisha", { roles: ["staff", "admin"] });
    const approvalId = await world.run(async (ctx) => {
      const id = await anApproval(ctx, request, []);
      await tell(ctx, aisha.id, request, { kind: "approval.stuck", to: `/approvals/${id}` });
      return id;
    });
    expect(await itemsOf(aisha)).toMatchObject([{ isAsk: true, approvalId: null }]);
    await world.run((ctx) => ctx.db.patch(approvalId, { state: "Cancelled" }));
    expect(await aisha.query(unseenCount, {})).toBe(0);
  });

  test.each(["/requests/tasks/", "/admin/requests/tasks/"])(
    "[N5] a task that somebody else took, or that has ended, is no longer offered: %s",
    async (page) => {
      const { world, request } = await adasWorld();
      const bea = await world.person("bea");
      const cleo = await world.person("cleo");
      const taskId = await world.run(async (ctx) => {
        const task = await ctx.db
          .query("requestTasks")
          .withIndex("by_request", (q) => q.eq("requestId", request._id))
          .first();
        if (!task) throw new Error("no task");
        await ctx.db.patch(task._id, { candidateIds: [bea.id, cleo.id] });
        await tell(ctx, bea.id, request, { kind: "task.offered", to: `${page}${request.key}-${task.number}` });
        return task._id;
      });
      expect(await bea.query(unseenCount, {})).toBe(1);
      await world.run((ctx) => ctx.db.patch(taskId, { assigneeId: cleo.id }));
      expect(await bea.query(unseenCount, {})).toBe(0);
      await world.run((ctx) => ctx.db.patch(taskId, { assigneeId: bea.id, status: "Complete" }));
      expect(await itemsOf(bea)).toMatchObject([{ isAsk: false }]);
    },
  );
});
