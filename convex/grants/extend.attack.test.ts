import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { anExtendableGrantOf } from "../lib/publicApi.scene.testing";
import { codeOf, endWorld } from "../testing/world.testing";

afterEach(endWorld);

const { extend } = api.grants.mutations;
const REASON = "I would rather like to have this for a little longer.";

test("somebody else's access is not extended, by a colleague, a manager, an admin or a super admin, and its form is not shown", async () => {
  const { world, ada, zoe, person } = await aCompany();
  const grantId = await anExtendableGrantOf({ world, personId: ada.id });
  for (const other of [zoe, person("mona"), person("admin"), person("sue")]) {
    expect(await codeOf(other.mutation(extend, { grantId, days: 30, reason: REASON, submitKey: aSubmitKey() }))).toBe(
      "not-found",
    );
    expect(await other.query(api.grants.queries.extension, { grantId })).toBeNull();
  }
  expect((await world.rows("requests")).filter(({ extension }) => extension !== undefined)).toEqual([]);
});

test("an extension without a reason, or with one that says nothing, is refused", async () => {
  const { world, ada } = await aCompany();
  const grantId = await anExtendableGrantOf({ world, personId: ada.id });
  for (const reason of ["", "because", " ".repeat(40)]) {
    expect(await codeOf(ada.mutation(extend, { grantId, days: 30, reason, submitKey: aSubmitKey() }))).toBe(
      "invalid-form",
    );
  }
});

test("two extensions sent at once are one", async () => {
  const { world, ada } = await aCompany();
  const grantId = await anExtendableGrantOf({ world, personId: ada.id });
  const sent = ["a", "b"].map(() =>
    ada.mutation(extend, { grantId, days: 30, reason: REASON, submitKey: aSubmitKey() }),
  );
  expect((await Promise.allSettled(sent)).map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect((await world.rows("requests")).filter(({ extension }) => extension !== undefined)).toHaveLength(1);
});
