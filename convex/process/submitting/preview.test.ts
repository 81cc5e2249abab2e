import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { HOUR_MS } from "../../lib/pure/time";
import { endWorld } from "../../testing/world.testing";

afterEach(endWorld);

const { submit } = api.requests.mutations;

const ACCESS = "snowflake-access";

describe("an approval by policy", () => {
  const look = { license: "viewer", durationDays: 30 };

  test("is told before the request is sent, and asks nobody for it", async () => {
    const { world, ada, formOf } = await aCompany();
    const form = { ...formOf("bi-access"), ...look };
    expect(await ada.query(api.requests.queries.preview, { typeKey: "bi-access", form })).toMatchObject({
      steps: [],
      policies: [{ task: "Approve access", policy: "bi-short-look v1" }],
    });
    await ada.mutation(submit, { typeKey: "bi-access", form, submitKey: aSubmitKey() });
    expect(await world.rows("approvalSeats")).toEqual([]);
    expect(await world.rows("approvals")).toMatchObject([{ state: "Approved" }]);
    expect(await world.rows("approvalDecisions")).toMatchObject([
      { decidedByPolicy: { policyId: "bi-short-look", version: 1 } },
    ]);
    expect((await world.rows("requests"))[0]?.status).toBe("In progress");
  });

  test.each([
    ["a longer time", { durationDays: 31 }],
    ["a paid seat", { license: "creator" }],
  ])("leaves %s to people", async (_name, change) => {
    const { ada, formOf } = await aCompany();
    const preview = await ada.query(api.requests.queries.preview, {
      typeKey: "bi-access",
      form: { ...formOf("bi-access"), ...look, ...change },
    });
    expect(preview.policies).toEqual([]);
    expect(preview.steps.length).toBeGreaterThan(0);
  });
});

describe("the preview", () => {
  test("names who decides each step, how many of them, and what the portal does by itself", async () => {
    const { ada, formOf } = await aCompany();
    const preview = await ada.query(api.requests.queries.preview, { typeKey: ACCESS, form: formOf(ACCESS) });
    expect(preview.errors).toEqual({});
    expect(
      preview.steps.map(
        ({ title, people, required, quorum }) =>
          `${title}: ${people
            .map(({ name }) => name)
            .toSorted()
            .join(", ")} (${required}, ${quorum})`,
      ),
    ).toEqual([
      "Manager or business area: Mona Tester (1, any of them)",
      "Owner of the domain: Dora Tester (1, any of them)",
      "Data governance: Gina Tester, Gus Tester (2, 2 of them)",
    ]);
    expect(preview.tasks.map(({ by }) => by)).toEqual([
      "people",
      "people",
      "people",
      "portal",
      "portal",
      "portal",
      "portal",
    ]);
    expect(preview).toMatchObject({
      title: "Read Orders",
      medianMs: null,
      counted: 0,
      slaHours: 48,
      duplicates: [],
      held: [],
    });
  });

  test("of an empty form says what it waits for, and no problem that is none yet", async () => {
    const { ada } = await aCompany();
    const { steps, errors } = await ada.query(api.requests.queries.preview, { typeKey: ACCESS, form: {} });
    expect(steps.map(({ awaits, problem }) => [awaits, problem])).toEqual([
      [null, null],
      ["Data domain", null],
    ]);
    expect(errors).toMatchObject({ domain: "Data domain selection is required" });
  });

  test("shows what is open already, and the median of what was completed", async () => {
    const { world, ada, formOf } = await aCompany();
    const { key } = await ada.mutation(submit, { typeKey: ACCESS, form: formOf(ACCESS), submitKey: aSubmitKey() });
    for (const [index, hours] of [1, 5, 30].entries()) {
      const done = await ada.mutation(submit, {
        typeKey: ACCESS,
        form: formOf(ACCESS),
        submitKey: aSubmitKey(),
        acceptsDuplicate: true,
      });
      await world.run((ctx) =>
        ctx.db.patch(done.id, {
          status: "Completed",
          isOpen: false,
          submittedAt: index,
          endedAt: index + hours * HOUR_MS,
        }),
      );
    }
    const preview = await ada.query(api.requests.queries.preview, { typeKey: ACCESS, form: formOf(ACCESS) });
    expect(preview.duplicates.map((duplicate) => duplicate.key)).toEqual([key]);
    expect(preview).toMatchObject({ medianMs: 5 * HOUR_MS, counted: 3 });
  });
});
