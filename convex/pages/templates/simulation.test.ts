import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { aCompany } from "../../catalog/company.testing";
import type { ShippedTypeKey } from "../../core/catalog/types/index";
import { codeOf, DAWN, endWorld } from "../../testing/world.testing";

afterEach(endWorld);

const ACCESS = "snowflake-access";

/** A company with one who simulates, and a way to do it. */
async function aTestBench() {
  const company = await aCompany();
  const run = (
    key: ShippedTypeKey,
    personId: typeof company.ada.id,
    change: Record<string, unknown> = {},
    version = 1,
  ) =>
    company
      .person("sue")
      .query(api.catalog.queries.simulate, { key, version, personId, form: { ...company.formOf(key), ...change } });
  return { ...company, run };
}

const namesOf = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name);

describe("a simulation", () => {
  test("names who decides each step, how many must, and whom an escalation reaches", async () => {
    const { ada, run } = await aTestBench();
    const { title, errors, tasks } = await run(ACCESS, ada.id);
    expect({ title, errors }).toEqual({ title: "Read Orders for Ada Tester", errors: {} });
    const steps = tasks.flatMap((task) => task.steps);
    expect(steps.map(({ seats, required }) => [namesOf(seats), required])).toEqual([
      [["Mona Tester"], 1],
      [["Dora Tester"], 1],
      [["Gina Tester", "Gus Tester"], 2],
    ]);
    expect(steps.map(({ escalation }) => namesOf(escalation?.seats ?? []))).toEqual([
      ["Admin Tester"],
      ["Gina Tester", "Gus Tester"],
      ["Sue Tester"],
    ]);
    expect(steps[0]).toMatchObject({ remindAfterHours: 24, escalateAfterHours: 48, expireAfterHours: 120 });
  });

  test("leaves out a task with the condition and what the form says", async () => {
    const { ada, run } = await aTestBench();
    const { tasks } = await run(ACCESS, ada.id, { domain: "products", role: "PRODUCTS_READ" });
    expect(tasks.find(({ key }) => key === "governance")).toMatchObject({
      skipped: {
        because: "Not needed: it is for requests where “Sensitivity” is Personal data or Restricted",
        values: [{ label: "Sensitivity", value: "Public" }],
      },
      steps: [],
    });
  });

  test("excludes a party to the request with the reason, and falls back", async () => {
    const { person, run } = await aTestBench();
    const { tasks } = await run(ACCESS, person("dora").id);
    const [step] = tasks.find(({ key }) => key === "domain")!.steps;
    expect(step?.exclusions).toEqual([{ name: "Dora Tester", reason: "Made the request" }]);
    expect(step?.seats.map(({ name, source }) => [name, source])).toEqual([
      ["Gina Tester", "fallback"],
      ["Gus Tester", "fallback"],
    ]);
    expect(step?.problem).toBeNull();
  });

  test("says when too few may decide, and how to repair it", async () => {
    const { world, ada, person, run } = await aTestBench();
    await world.run(async (ctx) => {
      for (const name of ["gina", "gus"]) await ctx.db.patch(person(name).id, { status: "suspended" });
    });
    const { tasks } = await run(ACCESS, ada.id);
    expect(tasks.find(({ key }) => key === "governance")?.steps[0]).toMatchObject({
      required: 2,
      problem: { message: "Data governance needs 2 people to approve, and only 1 person may." },
    });
  });

  test("adds whoever stands in for somebody who is away", async () => {
    const { world, ada, person, run } = await aTestBench();
    await world.run((ctx) =>
      ctx.db.insert("delegations", {
        fromId: person("mona").id,
        toId: person("olga").id,
        startsAt: DAWN - 1,
        endsAt: DAWN + 86_400_000,
        createdById: person("mona").id,
        reason: "Away",
        phase: "inEffect",
      }),
    );
    const { tasks } = await run(ACCESS, ada.id);
    expect(tasks[0]?.steps[0]?.seats).toMatchObject([
      { name: "Mona Tester", source: "rule", insteadOf: null },
      { name: "Olga Tester", source: "delegation", insteadOf: "Mona Tester" },
    ]);
  });

  test("shows what a submit would say about the form", async () => {
    const { ada, run } = await aTestBench();
    expect((await run(ACCESS, ada.id, { reason: "no" })).errors).toEqual({
      reason: "Reason must be at least 20 characters",
    });
  });

  test("of a draft shows the draft, and writes nothing", async () => {
    const { world, ada, person, run } = await aTestBench();
    const sue = person("sue");
    const version = await sue.mutation(api.catalog.mutations.createDraft, { key: ACCESS, from: 1 });
    const { definition } = (await sue.query(api.catalog.queries.getVersion, { key: ACCESS, version }))!;
    await sue.mutation(api.catalog.mutations.saveDraft, {
      key: ACCESS,
      version,
      revision: 0,
      definition: { ...definition, tasks: definition.tasks.filter(({ key }) => key !== "manager") },
    });
    const written = async () =>
      [
        await world.rows("requests"),
        await world.rows("approvals"),
        await world.rows("notifications"),
        await world.rows("auditEvents"),
      ].map(({ length }) => length);
    const before = await written();
    expect((await run(ACCESS, ada.id, {}, version)).tasks[0]?.key).toBe("domain");
    expect(await written()).toEqual(before);
  });

  test("is for super admins only", async () => {
    const { ada } = await aTestBench();
    expect(
      await codeOf(ada.query(api.catalog.queries.simulate, { key: ACCESS, version: 1, personId: ada.id, form: {} })),
    ).toBe("not-allowed");
  });
});
