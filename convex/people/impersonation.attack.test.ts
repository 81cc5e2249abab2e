/** An impersonation goes on although one of its two people is not who they were, or its time is over. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { SYSTEM } from "../core/audit/model";
import { updatePerson } from "../core/people/model";
import type { PersonFields } from "../core/people/table";
import { HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { itemsOf } from "../notifications/notices.testing";
import { submitted } from "../process/requests.testing";
import { aWorld, DAWN, endWorld } from "../testing/world.testing";

afterEach(endWorld);

/** Sam acts as Ada for an hour; another super admin looks through somebody else's eyes meanwhile. */
async function anImpersonation() {
  const world = await aWorld();
  const [ada, eve] = [await world.person("ada"), await world.person("eve")];
  const superAdmin = (name: string) => world.person(name, { roles: ["staff", "superAdmin"], isSuperAdmin: true });
  const [sam, una] = [await superAdmin("sam"), await superAdmin("una")];
  const times = { impersonationStartedAt: DAWN, impersonationExpiresAt: DAWN + HOUR_MS };
  const [sessionId] = await world.run(async (ctx) => [
    await ctx.db.insert("impersonationSessions", {
      realPersonId: sam.id,
      impersonatingUserId: ada.id,
      mode: "act",
      reason: "Support",
      ...times,
    }),
    await ctx.db.insert("impersonationSessions", {
      realPersonId: una.id,
      impersonatingUserId: eve.id,
      mode: "view",
      reason: "Support",
      ...times,
    }),
  ]);
  sam.shows(sessionId);
  const requestId = await world.run(async (ctx) => (await submitted(ctx, ada.id, [{ type: "manual_check" }]))._id);
  await sam.mutation(api.requests.mutations.comment, { requestId, body: "For Ada", visibility: "public" });
  const change = (who: typeof ada, changes: Partial<Pick<PersonFields, "status" | "roles" | "themePreference">>) =>
    world.run(async (ctx) => {
      const person = await ctx.db.get(who.id);
      if (person) await updatePerson(ctx, person, changes, { ...SYSTEM, action: "person.changed", at: Date.now() });
    });
  const ends = async () => (await world.rows("auditEvents")).filter(({ action }) => action === "impersonation.ended");
  const endedAt = async () =>
    (await world.rows("impersonationSessions")).map((session) =>
      session._id === sessionId ? session.endedAt : (session.endedAt ?? "runs"),
    );
  const sweep = () => world.internal(internal.people.internal.endImpersonations, {});
  return { world, ada, eve, sam, change, ends, endedAt, sweep };
}

describe("it ends with the change itself (I1, I4)", () => {
  test.each([
    ["the impersonated person is suspended", "ada", { status: "suspended" }],
    ["the impersonated person is removed", "ada", { status: "removed" }],
    ["the impersonated person gets a role", "ada", { roles: ["staff", "finops"] }],
    ["the super admin is suspended", "sam", { status: "suspended" }],
    ["the super admin is one no longer", "sam", { roles: ["staff"] }],
  ] as const)("when %s", async (_, who, changes) => {
    const play = await anImpersonation();
    await play.world.advance(10 * MINUTE_MS);
    await play.change(play[who], "roles" in changes ? { roles: [...changes.roles] } : changes);
    expect(await play.endedAt()).toEqual([DAWN + 10 * MINUTE_MS, "runs"]);
    const writes = [{ sequence: expect.any(Number) as number, action: "request.commented" }];
    expect(await play.ends()).toMatchObject([
      {
        targets: [{ id: play.ada.id }, { id: play.sam.id }],
        context: { because: "personChanged", mode: "act", reason: "Support", writes, hasMoreWrites: false },
      },
    ]);
    const told = (await play.world.rows("notifications")).filter(({ kind }) => kind === "security.impersonated");
    expect(told).toMatchObject([
      {
        recipientId: play.ada.id,
        isCritical: true,
        title: "A super admin acted in the portal as you",
        body: "Sam Tester, for 10 minutes, with 1 change. Reason: Support",
      },
    ]);
  });

  test("but not with a change that leaves status and roles as they are", async () => {
    const { change, ada, ends, endedAt } = await anImpersonation();
    await change(ada, { themePreference: "dark" });
    expect([await endedAt(), await ends()]).toEqual([[undefined, "runs"], []]);
  });
});

describe("the clock (I1, I4)", () => {
  test("writes the end of what is over, once, at the time it was over", async () => {
    const { world, ada, eve, sweep, ends, endedAt } = await anImpersonation();
    await sweep();
    expect(await endedAt()).toEqual([undefined, "runs"]);
    await world.advance(2 * HOUR_MS);
    await sweep();
    await sweep();
    expect(await endedAt()).toEqual([DAWN + HOUR_MS, DAWN + HOUR_MS]);
    expect((await ends()).map(({ context }) => context["because"])).toEqual(["expired", "expired"]);
    expect(await itemsOf(ada)).toMatchObject([{ body: "Sam Tester, for 60 minutes, with 1 change. Reason: Support" }]);
    expect(await itemsOf(eve)).toMatchObject([
      {
        title: "A super admin looked at the portal as you",
        body: "Una Tester, for 60 minutes, reading only. Reason: Support",
      },
    ]);
  });

  test("and of what runs on although its people changed in another way", async () => {
    const { world, ada, sweep, endedAt } = await anImpersonation();
    await world.run((ctx) => ctx.db.patch(ada.id, { status: "suspended" }));
    await sweep();
    expect(await endedAt()).toEqual([DAWN, "runs"]);
  });
});
