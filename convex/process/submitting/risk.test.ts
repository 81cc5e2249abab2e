/**
 * One request has one risk: that of its type, or high because of what the answers ask for, the same in every place that
 * tells it.
 */

import { afterEach, expect, test } from "vitest";
import { tellRequest } from "../../../src/features/requests/page/story/story";
import { api } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { endWorld } from "../../testing/world.testing";

afterEach(endWorld);

const ACCESS = "snowflake-access";
const PUBLIC = { domain: "products", role: "PRODUCTS_READ" };

test.each([
  ["of its type", PUBLIC, "medium"],
  ["high, for the data it asks for is personal", {}, "high"],
] as const)("a request's risk is %s, wherever somebody looks", async (_name, change, risk) => {
  const { world, ada, person, formOf } = await aCompany();
  const [admin, mona] = [person("admin"), person("mona")];
  const { id } = await ada.mutation(api.requests.mutations.submit, {
    typeKey: ACCESS,
    form: { ...formOf(ACCESS), ...change },
    submitKey: aSubmitKey(),
  });
  expect((await world.rows("requests"))[0]).toMatchObject({ risk });
  const mine = await ada.query(api.requests.queries.mine, {});
  expect(JSON.stringify(mine)).toContain(`"risk":"${risk}"`);
  const detail = await ada.query(api.requests.queries.get, { request: id });
  expect(detail.risk).toBe(risk);
  expect(tellRequest(detail)).toContain(`Its risk is ${risk}.`);
  const listed = await admin.query(api.requests.queries.listAll, { filter: {}, sort: "newest", size: 25 });
  expect(JSON.stringify(listed)).toContain(`"risk":"${risk}"`);
  const waiting = await mona.query(api.approvals.queries.mine, {});
  expect(JSON.stringify(waiting)).toContain(`"risk":"${risk}"`);
  expect(JSON.stringify(waiting)).toContain(`"isHighRisk":${risk === "high"}`);
  const approvalId = (await world.rows("approvals")).find(({ openedAt }) => openedAt !== undefined)!._id;
  expect(await mona.query(api.approvals.queries.get, { approvalId })).toMatchObject({
    isHighRisk: risk === "high",
    request: { risk },
  });
  expect(JSON.stringify(await mona.query(api.home.queries.waitingOnMe, {}))).toContain(
    `"isHighRisk":${risk === "high"}`,
  );
  const submitted = (await world.rows("auditEvents")).filter(({ targets }) =>
    targets.some((target) => target.id === id),
  );
  expect(JSON.stringify(submitted)).not.toContain(`"${risk === "high" ? "medium" : "high"}"`);
});

test("answers that change the risk change it everywhere", async () => {
  const { world, ada, formOf } = await aCompany();
  const form = formOf(ACCESS);
  const { id } = await ada.mutation(api.requests.mutations.submit, {
    typeKey: ACCESS,
    form: { ...form, ...PUBLIC },
    submitKey: aSubmitKey(),
  });
  const { formHash } = (await world.rows("requests"))[0]!;
  await ada.mutation(api.requests.mutations.edit, {
    requestId: id,
    form,
    formHash,
    editKey: "to personal data",
    acceptsDuplicate: true,
  });
  expect((await ada.query(api.requests.queries.get, { request: id })).risk).toBe("high");
});

test("a request of high risk is decided on its own page, also by whoever is asked first", async () => {
  const { world, ada, person, formOf } = await aCompany();
  await ada.mutation(api.requests.mutations.submit, { typeKey: ACCESS, form: formOf(ACCESS), submitKey: aSubmitKey() });
  const approvalId = (await world.rows("approvals")).find(({ openedAt }) => openedAt !== undefined)!._id;
  const results = await person("mona").mutation(api.approvals.mutations.decideMany, {
    items: [{ approvalId }],
    verdict: "approve",
    comment: "Fine",
    typeKey: ACCESS,
  });
  expect(results).toMatchObject([{ refusal: { message: "High risk: decide it on its own page." }, result: null }]);
});
