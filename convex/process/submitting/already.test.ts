/** What somebody who asks for a colleague learns of what that colleague asks for or holds already. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { refusalIn } from "../../lib/errors";
import { endWorld } from "../../testing/world.testing";

afterEach(endWorld);

const { submit } = api.requests.mutations;
const { cart, get, preview } = api.requests.queries;
const ACCESS = "snowflake-access";
const NOTHING = { duplicates: [], held: [], hasHiddenDuplicate: false, hasHiddenGrant: false };

/** Ada asks for a role and holds it already; her colleague Bea may ask for her, Zoe of another area may not. */
async function aRepeatedWish() {
  const { world, ada, zoe, person, formOf } = await aCompany();
  const { id, key } = await ada.mutation(submit, { typeKey: ACCESS, form: formOf(ACCESS), submitKey: aSubmitKey() });
  const form = { ...formOf(ACCESS), requestedFor: ada.id };
  const hold = async () => {
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
        expiresAt: 1,
        noticesGiven: [],
        removalAttempts: 0,
        updatedAt: 0,
        version: 1,
      }),
    );
  };
  const end = () => world.run((ctx) => ctx.db.patch(id, { status: "Completed", isOpen: false }));
  return { world, ada, bea: person("bea"), zoe, id, key, form, hold, end };
}

async function refusalOf(call: Promise<unknown>) {
  return await call.then(() => null, refusalIn);
}

describe("who asks for a colleague", () => {
  test("learns that the same is open or held, and nothing of requests they cannot open", async () => {
    const { ada, bea, form, key, hold } = await aRepeatedWish();
    await hold();
    await expect(bea.query(get, { request: key })).rejects.toThrow();
    expect(await bea.query(preview, { typeKey: ACCESS, form })).toMatchObject({
      ...NOTHING,
      hasHiddenDuplicate: true,
      hasHiddenGrant: true,
    });
    expect(await ada.query(preview, { typeKey: ACCESS, form })).toMatchObject({
      duplicates: [{ key }],
      held: [{ description: "Role ORDERS_READ in Snowflake" }],
      hasHiddenDuplicate: false,
      hasHiddenGrant: false,
    });
  });

  test("learns nothing when they may not ask for that person", async () => {
    const { zoe, form, hold } = await aRepeatedWish();
    await hold();
    const shown = await zoe.query(preview, { typeKey: ACCESS, form });
    expect(shown.errors["requestedFor"]).toContain("not in your business area");
    expect(shown).toMatchObject(NOTHING);
  });

  test("learns no more in the cart", async () => {
    const { bea, form } = await aRepeatedWish();
    await bea.mutation(api.requests.mutations.addToCart, { typeKey: ACCESS, form });
    expect((await bea.query(cart, {}))[0]?.preview).toMatchObject({ ...NOTHING, hasHiddenDuplicate: true });
  });

  test("is refused the same once more without a word about the other request, and sends it when they want it nevertheless", async () => {
    const { bea, form, key, hold, end } = await aRepeatedWish();
    const again = (acceptsDuplicate: boolean) =>
      bea.mutation(submit, { typeKey: ACCESS, form, submitKey: aSubmitKey(), acceptsDuplicate });
    expect(await refusalOf(again(false))).toEqual({
      code: "duplicate",
      message: "The same request is already open for Ada Tester.",
    });
    await hold();
    await end();
    expect(await refusalOf(again(false))).toEqual({ code: "duplicate", message: "Ada Tester already has this." });
    expect((await again(true)).key).not.toBe(key);
  });
});
