/** What could do harm is decided one at a time: the server refuses it among others, whatever a screen offers. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import type { DataDomain } from "../core/domains/table";
import { endWorld } from "../testing/world.testing";

afterEach(endWorld);

const ACCESS = "snowflake-access";
const PRODUCTS = { domain: "products", role: "PRODUCTS_READ" };
type Company = Awaited<ReturnType<typeof aCompany>>;

async function asked(
  { world, ada, formOf }: Company,
  form: Record<string, unknown> = PRODUCTS,
  typeKey: typeof ACCESS | "bi-access" | "dbt-airflow" = ACCESS,
) {
  const { id } = await ada.mutation(api.requests.mutations.submit, {
    typeKey,
    form: { ...formOf(typeKey), ...form },
    submitKey: aSubmitKey(),
  });
  return (await world.rows("approvals")).find(({ requestId, openedAt }) => requestId === id && openedAt)!._id;
}

const changed = async ({ world }: Company, change: Partial<DataDomain>) =>
  await world.run(async (ctx) => {
    const domains = await ctx.db.query("dataDomains").take(10);
    await ctx.db.patch(domains.find(({ key }) => key === "products")!._id, change);
  });

async function togetherWith(
  { person }: Company,
  approvalId: string,
  verdict: "approve" | "reject" = "approve",
  typeKey: string = ACCESS,
) {
  const items = [{ approvalId }];
  const [one] = await person("mona").mutation(api.approvals.mutations.decideMany, {
    items,
    verdict,
    comment: "The same for all of them",
    withoutPlan: true,
    typeKey,
  });
  return (one?.refusal as { message: string } | null)?.message ?? one?.result?.state;
}

const ALONE = (why: string) => `${why}: decide it on its own page.`;

test("reading what is neither personal nor restricted is decided with others", async () => {
  const company = await aCompany();
  expect(await togetherWith(company, await asked(company))).toBe("Approved");
});

test("write access is not, be it to approve or to reject", async () => {
  const company = await aCompany();
  await changed(company, { roles: [{ name: "PRODUCTS_WRITE", description: "Write", level: "write" }] });
  const approvalId = await asked(company, { ...PRODUCTS, role: "PRODUCTS_WRITE" });
  expect(await togetherWith(company, approvalId)).toBe(ALONE("Write access"));
  expect(await togetherWith(company, approvalId, "reject")).toBe(ALONE("Write access"));
  expect((await company.world.rows("approvalDecisions")).length).toBe(0);
});

test("nor is an answer that asks to change something in a report", async () => {
  const company = await aCompany();
  const bi = { tool: "sigma", license: "viewer", durationDays: 90, content: "Margin" };
  const read = await asked(company, { ...bi, level: "view" }, "bi-access");
  const write = await asked(company, { ...bi, content: "Returns", level: "edit" }, "bi-access");
  expect(await togetherWith(company, write, "approve", "bi-access")).toBe(ALONE("Write access"));
  expect(await togetherWith(company, read, "approve", "bi-access")).toBe("Approved");
});

test.each([
  ["pii", "Personal data"],
  ["restricted", "Restricted data"],
] as const)("data that became %s after the request was sent is not", async (sensitivity, why) => {
  const company = await aCompany();
  const approvalId = await asked(company);
  await changed(company, { sensitivity });
  expect(await togetherWith(company, approvalId)).toBe(ALONE(why));
});

test("what its condition leaves out is no access that a request would give, as to its approvers", async () => {
  const company = await aCompany();
  const change = { tool: "dbt", project: "margins", durationDays: 90 };
  const job = { job: "margin_daily", window: "Sunday" };
  const givenBy = async (form: Record<string, unknown>) => {
    const approvalId = await asked(company, { ...change, ...form }, "dbt-airflow");
    const decider = company.person("olga");
    const page = await decider.query(api.approvals.queries.get, { approvalId });
    return page?.request.gives?.description ?? null;
  };
  expect(await givenBy({ kind: "access", level: "viewer" })).toBe("Access to margins in dbt Cloud");
  expect(await givenBy({ kind: "rerun", ...job })).toBeNull();
});

test("the list says why, for how long, and what would be opened, so that the row is enough to decide from", async () => {
  const company = await aCompany();
  await asked(company, { ...PRODUCTS, durationDays: 90 });
  const { rows } = await company.person("mona").query(api.approvals.queries.mine, {});
  expect(rows).toMatchObject([
    {
      reason: company.formOf(ACCESS)["reason"],
      duration: "90 days",
      sensitivity: "public",
      level: "read",
      capacity: "as manager",
    },
  ]);
});
