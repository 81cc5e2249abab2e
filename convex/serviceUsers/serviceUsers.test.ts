/** Service users: how they come to be, who asks for them, who decides, and what becomes of them when people leave. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { SYSTEM } from "../core/audit/model";
import { updatePerson } from "../core/people/model";
import { createServiceUser } from "../core/serviceUsers/model";
import { DAY_MS } from "../lib/pure/time";
import { grantAccess } from "../process/ending/granting";
import { stepNow, tasksNow } from "../process/requests.testing";
import { heldDaysBefore } from "../process/seating/heldBefore";
import { codeOf, endWorld } from "../testing/world.testing";

afterEach(endWorld);

const { submit } = api.requests.mutations;
const NAME = "SVC_LOG_FORECAST";

/** A company with a service user: bea owns it, mona is its deputy unless told otherwise. */
async function aServedCompany({ owner = "bea", deputy = "mona" } = {}) {
  const company = await aCompany();
  const { world, person, formOf } = company;
  const fields = { name: NAME, system: "snowflake" as const, ownerId: person(owner).id, deputyId: person(deputy).id };
  await world.run((ctx) => createServiceUser(ctx, fields, { ...SYSTEM, at: world.now() }));
  const row = async () => (await world.rows("serviceUsers")).find(({ name }) => name === NAME)!;
  const { _id } = await row();
  const askAs = (name: string, typeKey: "snowflake-access" | "sandbox" | "leaver" = "snowflake-access") =>
    person(name).mutation(submit, {
      typeKey,
      form: { ...formOf(typeKey), requestedFor: _id },
      submitKey: aSubmitKey(),
    });
  /** The request is carried out without its system. */
  const grantFor = (id: Id<"requests">) =>
    world.run(async (ctx) => {
      await ctx.db.patch(id, { status: "Completed", isOpen: false });
      const request = (await ctx.db.get(id))!;
      return (await grantAccess(stepNow(ctx), request, await tasksNow(ctx, request)))!;
    });
  /** Somebody stops being active, and the clock comes by. */
  const leaves = async (name: string) => {
    await world.run(async (ctx) => {
      const leaving = (await ctx.db.get(person(name).id))!;
      await updatePerson(ctx, leaving, { status: "removed" }, { ...SYSTEM, action: "person.removed", at: world.now() });
    });
    await world.internal(internal.approvals.internal.runTimers, {});
    await world.advance(0);
  };
  return { ...company, serviceUserId: _id, row, askAs, grantFor, leaves };
}

describe("a service user", () => {
  test("is answered for by two humans: its owner, by whatever account, is not its deputy", async () => {
    const { world, ada, person, formOf } = await aCompany();
    const twin = await world.person("twin", { email: "bea+2@ao.com" });
    const askWith = (deputy: Id<"people">) =>
      ada.mutation(submit, {
        typeKey: "service-user",
        form: { ...formOf("service-user"), owner: person("bea").id, deputy },
        submitKey: aSubmitKey(),
      });
    for (const deputy of [person("bea").id, twin.id])
      await expect(askWith(deputy)).rejects.toThrow(/A deputy has to be somebody else/);
    await askWith(person("mona").id);
  });

  test("has its row once the request that makes it was carried out, and keeps it when it is extended", async () => {
    const { world, ada, person, formOf } = await aCompany();
    const { id } = await ada.mutation(submit, {
      typeKey: "service-user",
      form: formOf("service-user"),
      submitKey: aSubmitKey(),
    });
    expect(await world.rows("serviceUsers")).toEqual([]);
    const carryOut = () =>
      world.run(async (ctx) => {
        const request = (await ctx.db.get(id))!;
        const grants = await ctx.db.query("grants").collect();
        for (const { _id } of grants) await ctx.db.delete(_id);
        await grantAccess(stepNow(ctx), request, await tasksNow(ctx, request));
      });
    await carryOut();
    await carryOut();
    expect(await world.rows("serviceUsers")).toMatchObject([
      {
        name: formOf("service-user")["userName"],
        system: "snowflake",
        ownerId: person("bea").id,
        deputyId: person("mona").id,
        state: "Active",
      },
    ]);
  });

  test("is retired with the end of the access that made it, and its name is never used again", async () => {
    const { world, ada, formOf, person } = await aCompany();
    const form = formOf("service-user");
    const ask = () => ada.mutation(submit, { typeKey: "service-user", form, submitKey: aSubmitKey() });
    const { id } = await ask();
    await world.run(async (ctx) => {
      await ctx.db.patch(id, { status: "Completed", isOpen: false });
      const request = (await ctx.db.get(id))!;
      await grantAccess(stepNow(ctx), request, await tasksNow(ctx, request));
    });
    await expect(ask()).rejects.toThrow(/is taken/);
    await world.advance(400 * DAY_MS);
    await world.internal(internal.grants.internal.check, {});
    await world.advance(0);
    const [grant] = await world.rows("grants");
    await person("admin").mutation(api.grants.mutations.confirmRemoved, {
      grantId: grant!._id,
      evidence: "DESCRIBE USER shows it disabled",
    });
    expect(await world.rows("serviceUsers")).toMatchObject([{ state: "Retired" }]);
    await expect(ask()).rejects.toThrow(/is retired, and its name stays/);
  });
});

describe("a request for a service user", () => {
  test("is offered to its owner and its deputy, and to nobody else", async () => {
    const { person, ada, askAs } = await aServedCompany();
    const { mine } = api.serviceUsers.queries;
    expect(await person("bea").query(mine, {})).toMatchObject([{ name: NAME, isOwner: true }]);
    expect(await person("mona").query(mine, {})).toMatchObject([{ name: NAME, isOwner: false }]);
    for (const name of ["admin", "sue", "olga"]) {
      expect(await person(name).query(mine, {})).toEqual([]);
      expect(await codeOf(askAs(name))).toBe("invalid-form");
    }
    expect(await ada.query(mine, {})).toEqual([]);
  });

  test("works on its user and is named after it; whoever asks answers for the access and gets no account by it", async () => {
    const { world, person, askAs, grantFor } = await aServedCompany();
    const { id } = await askAs("mona");
    const [request] = await world.rows("requests");
    expect(request).toMatchObject({
      title: `Read Orders for ${NAME}`,
      ownTitle: `Read Orders for ${NAME}`,
      beneficiaryId: person("mona").id,
    });
    const grantTask = (await world.rows("requestTasks")).find(({ type }) => type === "grant_role");
    expect(grantTask?.input).toEqual({ user: NAME, role: "ORDERS_READ", level: "read" });
    const grant = await grantFor(id);
    expect(grant).toMatchObject({
      description: `Role ORDERS_READ in Snowflake, for ${NAME}`,
      accessKey: `snowflake|${NAME}|ORDERS_READ`,
      beneficiaryId: person("mona").id,
    });
    expect(grant.account).toBeUndefined();
    expect(await person("bea").query(api.requests.queries.get, { request: id })).toMatchObject({ key: request?.key });
  });

  test("asked by the one is a repetition of what the other has open", async () => {
    const { askAs } = await aServedCompany();
    await askAs("mona");
    expect(await codeOf(askAs("bea"))).toBe("duplicate");
  });

  test("counts what it holds already, whoever of them asked for it", async () => {
    const { world, person, askAs, grantFor } = await aServedCompany();
    await grantFor((await askAs("bea")).id);
    await world.advance(10 * DAY_MS);
    const { typeId: typeKey, targetKey, form } = (await world.rows("requests"))[0]!;
    const asked = { typeKey, targetKey, form, beneficiaryId: person("mona").id };
    expect(await world.run((ctx) => heldDaysBefore(ctx, asked, world.now()))).toBe(10);
  });

  test.each(["sandbox", "leaver"] as const)("is refused where nothing is given to a user: %s", async (typeKey) => {
    const { askAs } = await aServedCompany();
    await expect(askAs("bea", typeKey)).rejects.toThrow(/cannot be requested for a service user/);
  });

  test("of a retired one is refused", async () => {
    const { world, askAs, serviceUserId } = await aServedCompany();
    await world.run((ctx) => ctx.db.patch(serviceUserId, { state: "Retired" }));
    await expect(askAs("bea")).rejects.toThrow(/is retired/);
  });

  // Olga owns the area, so she would decide first.
  test.each([
    ["its owner when its deputy asks", { owner: "olga", deputy: "bea" }, `Owns ${NAME}`],
    ["its deputy when its owner asks", { owner: "bea", deputy: "olga" }, `Is the deputy for ${NAME}`],
  ])("[A1] is not decided by %s", async (_who, answering, reason) => {
    const { world, person, askAs } = await aServedCompany(answering);
    await askAs("bea");
    await world.advance(0);
    const exclusions = (await world.rows("approvalSteps")).flatMap((row) => row.exclusions);
    expect(exclusions).toContainEqual({ personId: person("olga").id, reason });
    expect((await world.rows("approvalSeats")).map(({ personId }) => personId)).not.toContain(person("olga").id);
  });
});

describe("when people leave", () => {
  test("the deputy takes over from the owner, with what it was given, and the admins find another deputy", async () => {
    const { world, person, askAs, grantFor, leaves, row } = await aServedCompany();
    await grantFor((await askAs("bea")).id);
    await leaves("bea");
    const after = await row();
    expect([after.ownerId, after.deputyId]).toEqual([person("mona").id, undefined]);
    expect(await world.rows("grants")).toMatchObject([{ beneficiaryId: person("mona").id }]);
    const titles = async (name: string) =>
      (await world.rows("notifications"))
        .filter((row) => row.recipientId === person(name).id)
        .map(({ title }) => title);
    expect(await titles("mona")).toContain(`You now own the service user ${NAME}`);
    expect(await titles("admin")).toContain(`The service user ${NAME} needs another deputy`);
  });

  test("a deputy who leaves is none any more, and the owner stays", async () => {
    const { person, leaves, row } = await aServedCompany();
    await leaves("mona");
    const after = await row();
    expect([after.ownerId, after.deputyId]).toEqual([person("bea").id, undefined]);
  });

  test("nobody left to answer for it stays visible to the admins", async () => {
    const { world, person, leaves, row } = await aServedCompany();
    await leaves("mona");
    await leaves("bea");
    expect((await row()).ownerId).toBe(person("bea").id);
    expect((await world.rows("notifications")).map(({ title }) => title)).toContain(
      `Nobody answers for the service user ${NAME} any more`,
    );
  });
});
