import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { SHIPPED_TYPES, type ShippedTypeKey } from "../../core/catalog/types/index";
import { HOUR_MS } from "../../lib/pure/time";
import { codeOf, endWorld } from "../../testing/world.testing";

afterEach(endWorld);

const { submit } = api.requests.mutations;

const ACCESS = "snowflake-access";

/** What a call was refused with. */
async function refusalOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await call;
  } catch (error) {
    const data = (error as { data?: unknown }).data;
    return (typeof data === "string" ? JSON.parse(data) : data) as Record<string, unknown>;
  }
  throw new Error("The call was allowed");
}

describe("a submit", () => {
  test.each(Object.keys(SHIPPED_TYPES) as ShippedTypeKey[])(
    "of a good form makes a request with its tasks and approvals: %s",
    async (typeKey) => {
      const { world, ada, formOf } = await aCompany();
      const { id, key } = await ada.mutation(submit, { typeKey, form: formOf(typeKey), submitKey: aSubmitKey() });
      const request = (await world.rows("requests")).find(({ _id }) => _id === id)!;
      expect(request).toMatchObject({
        key,
        typeId: typeKey,
        templateVersion: 1,
        requesterId: ada.id,
        status: "Pending approval",
        isOpen: true,
      });
      expect(request.searchText).toContain(key);
      expect(request.dueAt).toBe(request.submittedAt! + SHIPPED_TYPES[typeKey].slaHours * HOUR_MS);
      const tasks = await world.rows("requestTasks");
      expect(tasks).toHaveLength(SHIPPED_TYPES[typeKey].tasks.length);
      const approvals = tasks.filter(({ type, outcome }) => type.startsWith("approve_") && outcome !== "skipped");
      expect((await world.rows("approvals")).map(({ taskId }) => taskId)).toEqual(approvals.map(({ _id }) => _id));
      expect((await world.rows("auditEvents")).map(({ action }) => action)).toContain("request.submitted");
      for (const { instructions, title } of tasks)
        expect(`${title} ${instructions}`).not.toMatch(/\{(form|request|requester|beneficiary|area)\./);
    },
  );

  test("takes domain, title, target and skipped tasks from the form, and asks the first approver", async () => {
    const { world, ada, person, formOf } = await aCompany();
    await ada.mutation(submit, {
      typeKey: ACCESS,
      form: { ...formOf(ACCESS), domain: "products", role: "PRODUCTS_READ" },
      submitKey: aSubmitKey(),
    });
    const [request] = await world.rows("requests");
    expect(request).toMatchObject({
      title: "Read Products for Ada Tester",
      ownTitle: "Read Products",
      target: "PRODUCTS_READ",
      domainKey: "products",
      form: { sensitivity: "public" },
      targetKey: `${ACCESS}|${ada.id}|production|products_read`,
    });
    const tasks = await world.rows("requestTasks");
    expect(tasks.find(({ key }) => key === "governance")).toMatchObject({
      status: "Complete",
      outcome: "skipped",
      output: { condition: "Not needed: it is for requests where “Sensitivity” is Personal data or Restricted" },
    });
    expect(tasks.find(({ key }) => key === "grant")?.input).toEqual({
      user: "ADA_TESTER",
      role: "PRODUCTS_READ",
      level: "read",
    });
    expect((await world.rows("approvalSeats")).map(({ personId }) => personId)).toEqual([person("mona").id]);
  });

  test("offers a manual task to those who may take it, and one that is not needed to nobody", async () => {
    const { world, ada, person, formOf } = await aCompany();
    const form = { ...formOf("service-user"), auth: "keyPair" };
    await ada.mutation(submit, { typeKey: "service-user", form, submitKey: aSubmitKey() });
    const tasks = await world.rows("requestTasks");
    const taken = (key: string) => {
      const { assigneeId, candidateIds } = tasks.find((task) => task.key === key) ?? {};
      return [assigneeId, ...(candidateIds ?? [])].filter((id) => id !== undefined);
    };
    expect(taken("network")).toContain(person("admin").id);
    expect(tasks.find(({ key }) => key === "createByHand")).toMatchObject({ outcome: "skipped" });
    expect(taken("createByHand")).toEqual([]);
  });

  test("sent twice with the same name makes one request, also when its form has become a duplicate of itself", async () => {
    const { world, ada, formOf } = await aCompany();
    const sent = { typeKey: ACCESS, form: formOf(ACCESS), submitKey: aSubmitKey() };
    const first = await ada.mutation(submit, sent);
    expect(await ada.mutation(submit, sent)).toEqual(first);
    expect(await world.rows("requests")).toHaveLength(1);
  });

  test("under somebody else's submit name is refused", async () => {
    const { ada, zoe, formOf } = await aCompany();
    const sent = { typeKey: ACCESS, form: formOf(ACCESS), submitKey: aSubmitKey() };
    await ada.mutation(submit, sent);
    expect(await codeOf(zoe.mutation(submit, sent))).toBe("invalid-input");
  });

  test("without a name of its own, or with one that is none, is refused", async () => {
    const { world, ada, formOf } = await aCompany();
    for (const submitKey of ["", "x".repeat(101)])
      expect(await refusalOf(ada.mutation(submit, { typeKey: ACCESS, form: formOf(ACCESS), submitKey }))).toMatchObject(
        {
          code: "invalid-input",
          message: "The submit needs a name.",
        },
      );
    expect(await world.rows("requests")).toEqual([]);
    await ada.mutation(submit, { typeKey: ACCESS, form: formOf(ACCESS), submitKey: "x".repeat(100) });
  });

  test("of a wrong form names the first message of each field, and leaves nothing behind", async () => {
    const { world, ada, formOf } = await aCompany();
    const form = { ...formOf(ACCESS), reason: "because", role: "PRODUCTS_READ", durationDays: 500 };
    expect(await refusalOf(ada.mutation(submit, { typeKey: ACCESS, form, submitKey: aSubmitKey() }))).toEqual({
      code: "invalid-form",
      fields: {
        role: "Role must be one of the list for the chosen environment",
        durationDays: "Duration must be at most 180 days",
        reason: "Reason must be at least 20 characters",
      },
    });
    for (const table of ["requests", "requestTasks", "approvals"] as const) expect(await world.rows(table)).toEqual([]);
  });

  test("names people who are there, and somebody else as the successor of who leaves", async () => {
    const { world, ada, person, formOf } = await aCompany();
    const gone = await world.person("gone", { status: "removed" });
    const fieldsOf = async (typeKey: ShippedTypeKey, form: Record<string, unknown>) =>
      (
        await refusalOf(
          ada.mutation(submit, { typeKey, form: { ...formOf(typeKey), ...form }, submitKey: aSubmitKey() }),
        )
      )["fields"];
    expect(await fieldsOf("service-user", { owner: gone.id })).toEqual({ owner: "Owner must be one of the list" });
    expect(await fieldsOf("leaver", { successor: person("bea").id })).toEqual({
      successor: "Successor must differ from “Person who leaves”",
    });
  });

  test("cannot lower the sensitivity of a domain", async () => {
    const { world, ada, formOf } = await aCompany();
    await ada.mutation(submit, {
      typeKey: ACCESS,
      form: { ...formOf(ACCESS), sensitivity: "public" },
      submitKey: aSubmitKey(),
    });
    expect((await world.rows("requests"))[0]?.form["sensitivity"]).toBe("pii");
    expect((await world.rows("requestTasks")).find(({ key }) => key === "governance")?.outcome).toBeUndefined();
  });
});

describe("whoever a request is for", () => {
  test("may be oneself, somebody of one's own area, and anybody for those who oversee", async () => {
    const { ada, zoe, person, formOf } = await aCompany();
    const ask = (asking: typeof ada, requestedFor: string) =>
      asking.mutation(submit, { typeKey: ACCESS, form: { ...formOf(ACCESS), requestedFor }, submitKey: aSubmitKey() });
    await ask(ada, person("bea").id);
    await person("admin").mutation(submit, {
      typeKey: ACCESS,
      form: { ...formOf(ACCESS), requestedFor: zoe.id, otherAreaReason: "Logistics pays for her work there." },
      submitKey: aSubmitKey(),
    });
    expect(await refusalOf(ask(ada, zoe.id))).toMatchObject({
      code: "invalid-form",
      fields: { requestedFor: "Zoe Tester is not in your business area. Ask them or an admin to make the request" },
    });
  });

  test("is nobody who is suspended, except when what they have is to end", async () => {
    const { world, ada, person, formOf } = await aCompany();
    await world.run((ctx) => ctx.db.patch(person("bea").id, { status: "suspended" }));
    const form = { ...formOf(ACCESS), requestedFor: person("bea").id };
    const problem = "Bea Tester is suspended. Nothing can be requested for them until they are back";
    expect((await ada.query(api.requests.queries.preview, { typeKey: ACCESS, form })).errors).toMatchObject({
      requestedFor: problem,
    });
    expect(await refusalOf(ada.mutation(submit, { typeKey: ACCESS, form, submitKey: aSubmitKey() }))).toMatchObject({
      code: "invalid-form",
      fields: { requestedFor: problem },
    });
    expect(await world.rows("requests")).toEqual([]);
    const leaving = { ...formOf("leaver"), requestedFor: person("bea").id };
    expect(
      (await ada.query(api.requests.queries.preview, { typeKey: "leaver", form: leaving })).errors,
    ).not.toHaveProperty("requestedFor");
  });

  test("needs what the tasks work with", async () => {
    const { world, ada, formOf } = await aCompany();
    await world.run((ctx) => ctx.db.patch(ada.id, { snowflakeUser: undefined }));
    expect(
      await refusalOf(ada.mutation(submit, { typeKey: ACCESS, form: formOf(ACCESS), submitKey: aSubmitKey() })),
    ).toMatchObject({
      fields: { requestedFor: "Ada Tester has no user in Snowflake yet. Ask for a new Snowflake user first" },
    });
  });
});

test("a request nobody could decide about is refused with the fix", async () => {
  const { world, ada, person, formOf } = await aCompany();
  for (const name of ["gus", "sue"]) await world.run((ctx) => ctx.db.patch(person(name).id, { status: "suspended" }));
  const refusal = await refusalOf(
    ada.mutation(submit, { typeKey: ACCESS, form: formOf(ACCESS), submitKey: aSubmitKey() }),
  );
  expect(refusal).toMatchObject({
    code: "no-approver",
    problem: expect.stringContaining("Data governance") as string,
    fix: expect.stringMatching(/\w+/) as string,
  });
  expect(await world.rows("requests")).toEqual([]);
});

describe("the same once more", () => {
  test("is refused while one is open, and sent when the sender wants it nevertheless", async () => {
    const { ada, formOf } = await aCompany();
    const { id, key } = await ada.mutation(submit, { typeKey: ACCESS, form: formOf(ACCESS), submitKey: aSubmitKey() });
    const again = (acceptsDuplicate: boolean) =>
      ada.mutation(submit, { typeKey: ACCESS, form: formOf(ACCESS), submitKey: aSubmitKey(), acceptsDuplicate });
    expect(await refusalOf(again(false))).toMatchObject({ code: "duplicate", requestId: id, key });
    expect((await again(true)).key).not.toBe(key);
  });

  test("is refused when the access is held already", async () => {
    const { world, ada, formOf } = await aCompany();
    const { id } = await ada.mutation(submit, {
      typeKey: ACCESS,
      form: { ...formOf(ACCESS), environment: "test", role: "ORDERS_TEST" },
      submitKey: aSubmitKey(),
    });
    const [task] = await world.rows("requestTasks");
    await world.run((ctx) =>
      ctx.db.insert("grants", {
        requestId: id,
        taskId: task!._id,
        beneficiaryId: ada.id,
        system: "snowflake",
        description: "Role ORDERS_READ in Snowflake",
        accessKey: "snowflake|ADA_TESTER|ORDERS_READ",
        typeKey: ACCESS,
        state: "Active",
        startsAt: 0,
        noticesGiven: [],
        removalAttempts: 0,
        updatedAt: 0,
        version: 1,
      }),
    );
    expect(
      await refusalOf(ada.mutation(submit, { typeKey: ACCESS, form: formOf(ACCESS), submitKey: aSubmitKey() })),
    ).toMatchObject({
      code: "duplicate",
      message: "Ada Tester already has this: Role ORDERS_READ in Snowflake.",
    });
  });
});
