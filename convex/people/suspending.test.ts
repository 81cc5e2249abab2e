/** Suspending and restoring: what ends at once, what is handed on, who hears of it, and what does not come back. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { aPendingStep, submitted, tasksNow } from "../process/requests.testing";
import { codeOf, DAWN, endWorld, tokenOf } from "../testing/world.testing";
import { aTicketRow } from "../tickets/scenes.testing";
import { aCompany } from "./suspending.testing";

afterEach(endWorld);

describe("a suspended person", () => {
  test("is refused by every call from then on, and their sessions are handed to the sign-in store", async () => {
    const { world, ada, adam, suspend, row } = await aCompany();
    expect(await suspend(adam, ada)).toEqual({ state: "done" });
    expect(await row(ada)).toMatchObject({ status: "suspended", sessionsEndedAt: DAWN });
    expect(await codeOf(ada.query(api.people.queries.search, { text: "a" }))).toBe("not-active");
    expect(await codeOf(ada.mutation(api.people.mutations.saveTheme, { themePreference: "dark" }))).toBe("not-active");
    expect(await world.internalQuery(internal.people.internal.shutOuts, {})).toMatchObject([{ email: "ada@ao.com" }]);
    const account = { tokenIdentifier: null, email: "ada@ao.com" };
    expect(await world.internalQuery(internal.people.internal.accountStateOf, account)).toBe("closed");
  });

  test("loses seats, tasks and delegations in the same second", async () => {
    const { world, ada, adam, fay, gina, suspend } = await aCompany();
    const window = { startsAt: DAWN - HOUR_MS, endsAt: DAWN + 10 * DAY_MS, reason: "On leave" };
    await ada.mutation(api.approvals.mutations.delegate, { toId: fay.id, ...window });
    await world.run(async (ctx) => {
      const tasks = [{ type: "approve_access" }, { type: "manual_check", assigneeId: ada.id }];
      const [approval] = await tasksNow(ctx, await submitted(ctx, gina.id, tasks));
      if (approval) await aPendingStep(ctx, approval, [ada.id]);
    });
    await suspend(adam, ada);
    await world.advance(0);
    expect(await world.rows("departures")).toEqual([]);
    expect((await world.rows("requestTasks")).map(({ assigneeId }) => assigneeId)).toEqual([undefined, undefined]);
    const seats = await world.rows("approvalSeats");
    expect(seats.filter(({ personId, isPending }) => isPending && personId === ada.id)).toEqual([]);
    expect(await world.rows("delegations")).toMatchObject([{ phase: "over" }]);
  });

  test("leaves the support tickets they answer to the other agents, who are told once and find them unassigned (U15)", async () => {
    const { world, ada, adam, gina, kim, sam, una, give, confirm, suspend, noticesOf, events } = await aCompany();
    await give(sam, gina, "staff", "admin");
    await confirm(una);
    await world.run(async (ctx) => {
      const ofGina = { requesterId: ada.id, assigneeId: gina.id };
      for (const state of ["open", "waitingOnRequester", "resolved", "closed"] as const)
        await aTicketRow(ctx, { ...ofGina, state });
      await aTicketRow(ctx, { ...ofGina, assigneeId: adam.id, state: "open" });
    });
    await suspend(kim, gina);
    await confirm(sam);
    await world.advance(0);
    expect((await world.rows("tickets")).map(({ state, assigneeId }) => [state, assigneeId])).toEqual([
      ["open", undefined],
      ["waitingOnRequester", undefined],
      ["resolved", undefined],
      ["closed", gina.id],
      ["open", adam.id],
    ]);
    const told = (await noticesOf(adam)).filter((title) => title.includes("support tickets"));
    expect(told).toEqual(["2 support tickets of Gina Tester wait for another agent"]);
    expect(await events("ticket.holderLeft")).toHaveLength(3);
    expect(await world.rows("departures")).toEqual([]);
  });

  test("and their manager are told why, and the audit trail names who did it", async () => {
    const { world, ada, adam, gina, suspend, noticesOf, events, reason } = await aCompany();
    await world.run((ctx) => ctx.db.patch(ada.id, { managerId: gina.id }));
    await suspend(adam, ada);
    expect(await noticesOf(ada)).toEqual(["Your account was suspended"]);
    expect(await noticesOf(gina)).toEqual(["Ada Tester was suspended"]);
    expect(await events("person.suspended")).toMatchObject([
      {
        actor: { personId: adam.id },
        targets: [{ id: ada.id }, { id: adam.id }],
        context: { reason, proposedById: adam.id, confirmedById: null },
        changes: [{ field: "status", before: "active", after: "suspended" }],
      },
    ]);
  });
});

describe("a restored person (U4)", () => {
  test("comes back as staff, whatever they were, and needs a new session", async () => {
    const { world, fay, sam, una, kim, suspend, restore, confirm, row } = await aCompany();
    await suspend(sam, fay);
    await confirm(una);
    await world.advance(1000);
    expect(await restore(kim, fay)).toMatchObject({ state: "proposed" });
    await confirm(sam);
    expect(await row(fay)).toMatchObject({ status: "active", roles: ["staff"], isElevated: false });
    const session = (startedAt: number) => world.as({ ...tokenOf("fay"), session_started_at: startedAt });
    expect(await codeOf(session(DAWN).query(api.people.queries.me, {}))).toBe("session-revoked");
    expect(await session(DAWN + 1000).query(api.people.queries.me, {})).toMatchObject({ roles: ["staff"] });
  });

  test("is not let in while what they held is still being handed on", async () => {
    const { world, ada, adam, suspend, restore } = await aCompany();
    await suspend(adam, ada);
    expect(await codeOf(restore(adam, ada))).toBe("too-early");
    await world.advance(0);
    expect(await restore(adam, ada)).toEqual({ state: "done" });
  });

  test("is not let in beside somebody who has their mailbox now", async () => {
    const { world, ada, adam, suspend, restore } = await aCompany();
    await suspend(adam, ada);
    await world.advance(0);
    await world.person("ada.again", { email: "ADA+new@ao.com" });
    expect(await codeOf(restore(adam, ada))).toBe("not-eligible");
  });
});
