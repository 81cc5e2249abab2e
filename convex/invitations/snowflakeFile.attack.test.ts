/** Many Snowflake users asked for by one file: one word of a second person, a request for each, and no way past either. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { SYSTEM } from "../core/audit/model";
import { createGrant } from "../core/grants/model";
import { DAY_MS } from "../lib/pure/time";
import { submitted, taskAt } from "../process/requests.testing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { anInvitingCompany } from "./inviting.testing";

afterEach(endWorld);

const { inviteFile } = api.invitations.mutations;
const { colleague, files, previewFile } = api.invitations.queries;

/** A user that the portal created for nobody of its own. */
async function heldUser(ctx: MutationCtx, name: string, requesterId: Id<"people">): Promise<void> {
  const request = await submitted(ctx, requesterId, [{ type: "create_person" }]);
  const { _id: taskId } = await taskAt(ctx, request, 0);
  const facts = { requestId: request._id, taskId, typeKey: "snowflake-user", beneficiaryId: requesterId };
  const access = { system: "snowflake", description: `User ${name}`, accessKey: `snowflake|${name}` };
  await createGrant(ctx, { ...facts, ...access }, { ...SYSTEM, at: Date.now() });
}

const FILE =
  "snowflake_email,first_name,last_name,business_area\ngrace@ao.com,Grace,Hopper,PRC\nada@ao.com,Ada,Byron,pricing\n";

async function aCompanyWithSnowflakeFile() {
  const company = await anInvitingCompany({ SNOWFLAKE_USER: "PORTAL_SVC" });
  const { world, gina } = company;
  const preview = (text = FILE, by: TestPerson = gina) => by.query(previewFile, { text, target: "snowflake" });
  const send = async (by: TestPerson = gina, text = FILE) => {
    await by.stepUp();
    const { hash } = await preview(text, by);
    return await by.mutation(inviteFile, { text, hash, target: "snowflake" });
  };
  const run = async () => {
    for (let turn = 0; turn < 20; turn++) await world.advance(0);
    await company.settle();
  };
  const approvals = async () =>
    (await world.rows("requestTasks")).filter(({ type }) => type === "approve_access").map(({ outcome }) => outcome);
  return { ...company, preview, send, run, approvals };
}

describe("a file of Snowflake users (U13)", () => {
  test("asks for nothing until a second person confirms it; then for each by a request that asks nobody else", async () => {
    const company = await aCompanyWithSnowflakeFile();
    const { world, gina, ada, sam, areaId, send, run, open, confirm, approvals } = company;
    expect(await send()).toMatchObject({ state: "proposed", proposed: 2, skipped: [] });
    await run();
    expect(await world.rows("requests")).toEqual([]);
    expect(await open()).toMatchObject({
      title: "Invite 2 people to Snowflake",
      lines: [
        { field: "Grace Hopper", after: "grace@ao.com, GRACE_HOPPER, Pricing" },
        { field: "Ada Byron", after: "ada@ao.com, ADA_BYRON, Pricing" },
      ],
    });
    expect(await codeOf(confirm(gina))).toBe("not-eligible");
    await confirm(sam);
    await run();
    expect(await world.rows("requests")).toMatchObject([
      {
        typeId: "snowflake-user",
        requesterId: gina.id,
        beneficiaryId: gina.id,
        businessAreaId: areaId,
        form: {
          snowflake_email: "grace@ao.com",
          user_name: "GRACE_HOPPER",
          default_role: "ANALYST",
          reason: expect.stringContaining("Sam"),
        },
      },
      { typeId: "snowflake-user", requesterId: gina.id, beneficiaryId: ada.id, form: { user_name: "ADA_BYRON" } },
    ]);
    expect(await approvals()).toEqual(["skipped", "skipped"]);
    expect(await gina.query(files, {})).toMatchObject([{ target: "snowflake", people: 2, done: 2, skipped: [] }]);
    expect(await company.noticesOf(gina)).toContain("Your file was processed: 2 of 2 people invited");
    expect(await company.noticesOf(company.owner)).toEqual(["2 Snowflake users for Pricing"]);
  });

  test("leads whoever decides for the area to the requests where they oversee them, and nobody to a page that is closed", async () => {
    const { world, owner, gina, sam, areaId, setRoles, send, run, confirm } = await aCompanyWithSnowflakeFile();
    const places = async () =>
      (await world.rows("notifications")).filter(({ kind }) => kind === "area.usersApproved").map(({ to }) => to);
    await setRoles(owner, "governance");
    await send(gina, `${FILE.split("\n", 2).join("\n")}\n`);
    await confirm(sam);
    await run();
    expect(await places()).toEqual(["/"]);
    await world.run((ctx) => ctx.db.patch(owner.id, { businessAreaId: areaId }));
    await send(gina, FILE);
    await confirm(sam);
    await run();
    expect(await places()).toEqual(["/", `/admin/requests?person=${gina.id}`]);
  });

  test("where the owner of the area has left, its deputy hears what was confirmed", async () => {
    const company = await aCompanyWithSnowflakeFile();
    const { world, owner, sam, areaId, send, run, confirm } = company;
    const deputy = await world.person("dee");
    await world.run(async (ctx) => {
      await ctx.db.patch(areaId, { deputyId: deputy.id });
      await ctx.db.patch(owner.id, { status: "suspended" });
    });
    await send();
    await confirm(sam);
    await run();
    expect(await company.noticesOf(deputy)).toEqual(["2 Snowflake users for Pricing"]);
  });

  test("where nobody is there to confirm it, the owner of the area decides about each", async () => {
    const { world, gina, una, kim, setRoles, send, run, turn, approvals } = await aCompanyWithSnowflakeFile();
    for (const who of [una, kim]) await setRoles(who);
    await send(gina);
    await world.advance(DAY_MS);
    await turn();
    await run();
    expect(await world.rows("requests")).toHaveLength(2);
    expect(await approvals()).toEqual([undefined, undefined]);
  });

  test("another step than that of the area's owner is not stood for", async () => {
    const { world, sam, send, run, confirm, approvals } = await aCompanyWithSnowflakeFile();
    await world.run(async (ctx) => {
      const type = (await ctx.db.query("requestTypeVersions").take(100)).find(
        ({ typeKey }) => typeKey === "snowflake-user",
      );
      if (!type) throw new Error("No such type");
      const tasks = type.definition.tasks.map((task) =>
        task.key === "area" && task.policy
          ? {
              ...task,
              policy: {
                ...task.policy,
                steps: [
                  ...task.policy.steps,
                  {
                    ...task.policy.steps[0]!,
                    title: "Security",
                    rule: { kind: "role" as const, role: "superAdmin" as const },
                  },
                ],
              },
            }
          : task,
      );
      await ctx.db.patch(type._id, { definition: { ...type.definition, tasks } });
    });
    await send();
    await confirm(sam);
    await run();
    expect(await approvals()).toEqual([undefined, undefined]);
  });

  test("whoever gets a user by it does not confirm it", async () => {
    const { adam, sam, send, confirm } = await aCompanyWithSnowflakeFile();
    await send(undefined, `${FILE}adam@ao.com,Adam,Admin,PRC\n`);
    expect(await codeOf(confirm(adam))).toBe("not-eligible");
    await confirm(sam);
  });

  test("leaves out who has a user, whose name is taken, and who is not here, and does nothing twice", async () => {
    const { world, gina, ada, adam, fay, sam, preview, send, run, confirm } = await aCompanyWithSnowflakeFile();
    await world.run(async (ctx) => {
      await ctx.db.patch(ada.id, { snowflakeUser: "ADA_OLD" });
      await ctx.db.patch(fay.id, { snowflakeUser: "FAY_FINN" });
      await ctx.db.patch(adam.id, { status: "suspended" });
    });
    await world.run((ctx) => heldUser(ctx, "MADE_BEFORE", gina.id));
    const text = `${FILE}adam@ao.com,Adam,Admin,PRC\nother@ao.com,Fay,Finn,PRC\nportal@ao.com,Portal,Svc,PRC\nmade@ao.com,Made,Before,PRC\n`;
    expect((await preview(text)).rows.map(({ does, detail, changes }) => [does, changes ?? detail])).toEqual([
      ["create", "grace@ao.com, GRACE_HOPPER, Pricing"],
      ["nothing", "Ada Tester already has the user ADA_OLD"],
      ["nothing", expect.stringContaining("Adam Tester is suspended")],
      ["nothing", "FAY_FINN is taken"],
      ["nothing", "PORTAL_SVC is taken"],
      ["nothing", "MADE_BEFORE was already created"],
    ]);
    expect(await send(gina, text)).toMatchObject({ proposed: 1 });
    await confirm(sam);
    await run();
    const [again] = (await preview(text)).rows;
    expect(again).toMatchObject({ does: "nothing", changes: expect.stringMatching(/^REQ-\d+ asks for the same/) });
    expect((await preview(text, sam)).rows[0]).toMatchObject({ does: "create" });
    expect((await world.rows("requests")).filter(({ typeId }) => typeId === "snowflake-user")).toHaveLength(1);
  });

  test("says of a request that is open for a colleague no more than that, to whoever cannot open it", async () => {
    const { world, ada, fay, preview } = await aCompanyWithSnowflakeFile();
    await world.run(async (ctx) => {
      const request = await submitted(ctx, fay.id, [{ type: "create_person" }]);
      await ctx.db.patch(request._id, { targetKey: `snowflake-user|${ada.id}|ada@ao.com` });
    });
    expect((await preview()).rows.map(({ changes }) => changes)).toEqual([
      null,
      "The same request is already open for Ada Tester",
    ]);
  });

  test("leaves out who was asked for while it waited", async () => {
    const { world, gina, sam, send, run, confirm } = await aCompanyWithSnowflakeFile();
    await send(gina);
    await world.run(async (ctx) => {
      const request = await submitted(ctx, gina.id, [{ type: "create_person" }]);
      await ctx.db.patch(request._id, { targetKey: `snowflake-user|${gina.id}|grace@ao.com` });
    });
    await confirm(sam);
    await run();
    expect((await gina.query(files, {}))[0]).toMatchObject({
      skipped: [{ row: 2, reason: expect.stringContaining("still open") }],
    });
  });
});

describe("what a file of Snowflake users says before it is sent (U13)", () => {
  test("with one wrong row does nothing, and every problem names its row and column", async () => {
    const { gina, preview } = await aCompanyWithSnowflakeFile();
    const text = [
      "snowflake_email,first_name,last_name,business_area",
      "grace@elsewhere.org,Grace,Hopper,PRC",
      "alan@ao.com,,Turing,NONE",
      "kay@ao.com,Kay,Mc,PRC",
      "Kay+list@ao.com,Kay,Other,PRC",
      "kim2@ao.com,Kay,Mc,PRC",
      "joan@ao.com,Joan,Clarke,",
      "li@ao.com,李,王x,PRC",
    ].join("\n");
    expect((await preview(text)).problems).toEqual([
      { row: 2, column: "snowflake_email", message: "Email must be @ao.com domain" },
      { row: 3, column: "first_name", message: expect.any(String) },
      { row: 3, column: "business_area", message: "No business area has this code or name." },
      { row: 5, column: "snowflake_email", message: "Row 4 has the same mailbox." },
      { row: 6, column: "last_name", message: expect.stringContaining("Row 4 would be called KAY_MC, too") },
      { row: 7, column: "business_area", message: "Business area selection is required" },
      { row: 8, column: "first_name", message: expect.any(String) },
    ]);
    expect((await preview("email,first_name,last_name\na@ao.com,A,B\n")).problems).not.toEqual([]);
    await gina.stepUp();
    expect(await codeOf(gina.mutation(inviteFile, { text, hash: "", target: "snowflake" }))).toBe("invalid-input");
  });

  test("a row without an area is paid for by the colleague's own, or else by that of who asks", async () => {
    const { world, gina, ada, areaId, preview } = await aCompanyWithSnowflakeFile();
    const otherId = await world.run((ctx) =>
      ctx.db.insert("businessAreas", { name: "Logistics", code: "LOG", costCentre: "1", mergedIntoId: areaId }),
    );
    const financeId = await world.run((ctx) =>
      ctx.db.insert("businessAreas", { name: "Finance", code: "FIN", costCentre: "2" }),
    );
    await world.run(async (ctx) => {
      await ctx.db.patch(ada.id, { businessAreaId: otherId });
      await ctx.db.patch(gina.id, { businessAreaId: financeId });
    });
    const text = "snowflake_email,first_name,last_name\nada@ao.com,Ada,Byron\ngrace@ao.com,Grace,Hopper\n";
    expect((await preview(text)).rows.map(({ detail }) => detail)).toEqual([
      "ada@ao.com, ADA_BYRON, Pricing",
      "grace@ao.com, GRACE_HOPPER, Finance",
    ]);
  });

  test("is no file of the portal: what was shown of one kind is not sent as the other", async () => {
    const { world, gina, preview } = await aCompanyWithSnowflakeFile();
    const { hash } = await preview();
    await gina.stepUp();
    expect(await codeOf(gina.mutation(inviteFile, { text: FILE, hash }))).toBe("invalid-input");
    expect(await world.rows("proposals")).toEqual([]);
  });
});

test("whose address it is tells those who invite alone whose the user will be", async () => {
  const { world, gina, ada, fay, areaId } = await aCompanyWithSnowflakeFile();
  await world.run((ctx) => ctx.db.patch(ada.id, { businessAreaId: areaId, snowflakeUser: "ADA_OLD" }));
  expect(await gina.query(colleague, { email: "Ada@ao.com" })).toEqual({
    personId: ada.id,
    name: "Ada Tester",
    areaId,
    whyNot: "Ada Tester already has the user ADA_OLD",
  });
  expect(await gina.query(colleague, { email: "nobody@ao.com" })).toBeNull();
  expect(await codeOf(fay.query(colleague, { email: "ada@ao.com" }))).toBe("not-allowed");
});
