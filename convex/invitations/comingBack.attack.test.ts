/** Inviting whoever was here before: restored while that is possible, the same person with nothing of theirs after it. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { anInvitingCompany } from "./inviting.testing";

afterEach(endWorld);

/** Ada was removed that many days ago; before that she had an end, a manager and a role with an end. */
async function aCompanyWithout(days: number) {
  const company = await anInvitingCompany();
  const { world, ada, fay } = company;
  const removedAt = world.now() - days * DAY_MS;
  await world.run((ctx) =>
    ctx.db.patch(ada.id, { status: "removed", removedAt, endsAt: removedAt - DAY_MS, managerId: fay.id }),
  );
  return { ...company, form: { email: "ada@ao.com", firstName: "Ada", lastName: "Byron" } };
}

describe("the address of somebody who was removed", () => {
  test("is restored, not invited, for 30 days (U4)", async () => {
    const { gina, sam, invite, form } = await aCompanyWithout(29);
    await expect(invite(gina, form)).rejects.toMatchObject({
      data: { fields: { email: expect.stringContaining("A super admin can still restore them") } },
    });
    const asked = { email: "ADA@ao.com " };
    expect(await sam.query(api.invitations.queries.restorable, asked)).toMatchObject({
      status: "removed",
      whyNot: null,
    });
    expect(await gina.query(api.invitations.queries.restorable, asked)).toMatchObject({
      whyNot: { code: "not-eligible" },
    });
  });

  test("is invited anew only once their sign-in is deleted, also where they could be restored for less (U4)", async () => {
    const { world, gina, invite, form, ada } = await aCompanyWithout(10);
    const removedAt = (await world.rows("people")).find(({ _id }) => _id === ada.id)?.removedAt ?? 0;
    const option = { key: "people.restoreDays", version: 1, value: 5, reason: "Tried", setAt: removedAt, byIds: [] };
    await world.run((ctx) => ctx.db.insert("configVersions", option));
    await expect(invite(gina, form)).rejects.toMatchObject({
      data: {
        fields: { email: expect.stringMatching(/was removed\. They can be invited again from \d\d\/\d\d\/\d{4}/) },
      },
    });
  });

  test("is offered to those who invite alone", async () => {
    const { fay } = await aCompanyWithout(1);
    expect(await codeOf(fay.query(api.invitations.queries.restorable, { email: "ada@ao.com" }))).toBe("not-allowed");
  });

  test("after them is invited under the same id, with nothing from before", async () => {
    const { ada, gina, sam, invite, rowOf, accept, areaId, form } = await aCompanyWithout(30);
    expect(await sam.query(api.invitations.queries.restorable, { email: "ada@ao.com" })).toBeNull();
    await invite(gina, form);
    const row = await rowOf("ada@ao.com");
    expect(row).toMatchObject({ _id: ada.id, status: "invited", roles: ["staff"], businessAreaId: areaId });
    for (const field of ["removedAt", "managerId", "endsAt"] as const) expect(row?.[field]).toBeUndefined();
    expect(await accept("ada@ao.com")).toMatchObject({ _id: ada.id, status: "active", roles: ["staff"] });
    expect((await rowOf("ada@ao.com"))?.onlyByInvitation).toBeUndefined();
  });

  test("comes in by the link alone: the sign-in is told to forget what they had, and it opens nothing meanwhile", async () => {
    const { world, ada, gina, invite, rowOf, form } = await aCompanyWithout(30);
    await invite(gina, form);
    expect(await world.internalQuery(internal.invitations.internal.orders, {})).toMatchObject([
      { email: "ada@ao.com", isReturn: true },
    ]);
    const account = { tokenIdentifier: null, email: "ada@ao.com" };
    expect(await world.internalQuery(internal.people.internal.accountStateOf, account)).toBe("closed");
    expect(await codeOf(ada.mutation(api.people.mutations.signedIn, {}))).toBe("not-eligible");
    expect((await rowOf("ada@ao.com"))?.status).toBe("invited");
  });

  test("somebody new has nothing to forget", async () => {
    const { world, gina, invite } = await aCompanyWithout(30);
    await invite(gina);
    expect(await world.internalQuery(internal.invitations.internal.orders, {})).toMatchObject([{ isReturn: false }]);
  });

  test.each(["Active", "Expiring"] as const)(
    "is not invited while access is left that would revive: %s",
    async (state) => {
      const { world, ada, gina, invite, form } = await aCompanyWithout(31);
      await invite(gina);
      const [request] = await world.rows("requests");
      const [task] = await world.rows("requestTasks");
      await world.run((ctx) =>
        ctx.db.insert("grants", {
          requestId: request!._id,
          taskId: task!._id,
          beneficiaryId: ada.id,
          system: "snowflake",
          description: "Role ORDERS_READ in Snowflake",
          accessKey: "snowflake|ADA_BYRON|ORDERS_READ",
          typeKey: "snowflake-access",
          state,
          startsAt: 0,
          noticesGiven: [],
          removalAttempts: 0,
          updatedAt: 0,
          version: 1,
        }),
      );
      await expect(invite(gina, form)).rejects.toMatchObject({
        data: { fields: { email: expect.stringContaining("still has access to data") } },
      });
    },
  );
});
