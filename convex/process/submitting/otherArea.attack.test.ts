/** Somebody tries to choose who approves their request by choosing its business area. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { anExtendableGrantOf } from "../../lib/publicApi.scene.testing";
import { codeOf, endWorld } from "../../testing/world.testing";

afterEach(endWorld);

const { submit, saveDraft, submitCart, addToCart, edit, submitAgain } = api.requests.mutations;
const WAREHOUSE = "warehouse";
const WHY = "Pricing pays for it until the summer.";

/** A company in which pedro, whom ada would rather ask, owns the area that is not hers. */
async function aChoice() {
  const company = await aCompany();
  const { world, ada, otherAreaId, formOf, areaId } = company;
  const pedro = await world.person("pedro", { businessAreaId: otherAreaId });
  await world.run((ctx) => ctx.db.patch(otherAreaId, { ownerId: pedro.id }));
  const form = { ...formOf(WAREHOUSE), hoursPerMonth: 10, size: "XSMALL", creditLimit: 100 };
  const elsewhere = { ...form, businessArea: otherAreaId };
  const send = (sent: Record<string, unknown>, by = ada) =>
    by.mutation(submit, { typeKey: WAREHOUSE, form: sent, submitKey: aSubmitKey() });
  const asked = async () => (await world.rows("approvalSeats")).map(({ personId }) => personId);
  return { ...company, pedro, form, elsewhere, areaId, send, asked };
}

describe("another business area than one's own", () => {
  test("is refused without a reason, with one that says nothing, and with one that only looks like one", async () => {
    const { world, elsewhere, send } = await aChoice();
    for (const otherAreaReason of [
      undefined,
      "",
      "please",
      " ".repeat(40),
      ["long enough to count"],
      "x".repeat(501),
    ]) {
      expect(
        await codeOf(send({ ...elsewhere, ...(otherAreaReason !== undefined && { otherAreaReason }) })),
        String(otherAreaReason),
      ).toBe("invalid-form");
    }
    expect(await world.rows("requests")).toEqual([]);
  });

  test("needs no reason where it is not another: the owner of one's own decides, and a reason given is not kept", async () => {
    const { world, form, send, asked, person } = await aChoice();
    await send({ ...form, otherAreaReason: "Left over from what was chosen before." });
    expect(await asked()).toEqual([person("olga").id]);
    expect((await world.rows("requests"))[0]?.form).not.toHaveProperty("otherAreaReason");
  });

  test("with a reason asks the other owner, who reads it where they decide, in the list and in the audit trail", async () => {
    const { world, elsewhere, send, asked, pedro } = await aChoice();
    const { id } = await send({ ...elsewhere, otherAreaReason: `  ${WHY}  ` });
    expect(await asked()).toEqual([pedro.id]);
    const [approval] = await world.rows("approvals");
    const page = await pedro.query(api.approvals.queries.get, { approvalId: approval!._id });
    expect(page?.request).toMatchObject({
      otherAreaReason: WHY,
      businessArea: "Pricing",
      beneficiary: { area: "Logistics" },
    });
    expect((await pedro.query(api.approvals.queries.mine, {})).rows).toMatchObject([{ otherAreaReason: WHY }]);
    const told = (await pedro.query(api.requests.queries.get, { request: id })) as {
      form: { label: string; value: string }[];
    };
    expect(told.form).toContainEqual({
      name: "otherAreaReason",
      label: "Why this business area",
      value: WHY,
      code: null,
    });
    expect(
      (await world.rows("auditEvents")).find(({ action }) => action === "request.submitted")?.context,
    ).toMatchObject({ otherAreaReason: WHY });
  });

  test("is one's own area for nobody who has none", async () => {
    const { world, form, send, asked, person } = await aChoice();
    const stray = await world.person("stray", { snowflakeUser: "STRAY" });
    expect(await codeOf(send(form, stray))).toBe("invalid-form");
    await send({ ...form, otherAreaReason: "I help logistics until I have an area." }, stray);
    expect(await asked()).toEqual([person("olga").id]);
  });

  test("is measured by the person it is for, not by who asks, wherever the form asks for them", async () => {
    const { world, elsewhere, form, send, pedro, zoe, person, asked, areaId } = await aChoice();
    const admin = person("admin");
    await world.run((ctx) => ctx.db.patch(admin.id, { businessAreaId: areaId }));
    expect(await codeOf(send({ ...form, requestedFor: zoe.id }, admin))).toBe("invalid-form");
    expect(await codeOf(send({ ...form, requestedFor: ` ${zoe.id} ` }, admin))).toBe("invalid-form");
    await world.run(async (ctx) => {
      const version = await ctx.db
        .query("requestTypeVersions")
        .withIndex("by_type", (q) => q.eq("typeKey", WAREHOUSE))
        .first();
      const fields = version!.definition.fields;
      await ctx.db.patch(version!._id, {
        definition: {
          ...version!.definition,
          fields: [
            ...fields.filter(({ name }) => name !== "requestedFor"),
            ...fields.filter(({ name }) => name === "requestedFor"),
          ],
        },
      });
    });
    expect(await codeOf(send({ ...form, requestedFor: zoe.id }, admin))).toBe("invalid-form");
    await send({ ...elsewhere, requestedFor: zoe.id }, admin);
    expect(await asked()).toEqual([pedro.id]);
  });
});

describe("no way around it:", () => {
  test("a draft keeps anything and is sent by the same rule, alone and from the cart", async () => {
    const { world, ada, elsewhere } = await aChoice();
    const draft = await ada.mutation(saveDraft, { typeKey: WAREHOUSE, form: { ...elsewhere, otherAreaReason: "x" } });
    expect((await world.rows("requests"))[0]?.form).toMatchObject({ otherAreaReason: "x" });
    expect(
      await codeOf(
        ada.mutation(submit, { typeKey: WAREHOUSE, form: elsewhere, requestId: draft.id, submitKey: aSubmitKey() }),
      ),
    ).toBe("invalid-form");
    const item = await ada.mutation(addToCart, { typeKey: WAREHOUSE, form: elsewhere });
    const items = [{ requestId: item.id, version: item.version, acceptsDuplicate: true }];
    expect(
      await codeOf(
        ada.mutation(submitCart, {
          submitKey: aSubmitKey(),
          justification: "All of this is for the forecast of the autumn.",
          items,
        }),
      ),
    ).toBe("cart-not-ready");
    expect((await world.rows("requests")).map(({ status }) => status)).toEqual(["Draft", "Draft"]);
  });

  test("an edit of answers that were sent", async () => {
    const { world, ada, form, elsewhere, send, asked, pedro } = await aChoice();
    const { id } = await send(form);
    const hash = async () => (await world.rows("requests")).find(({ _id }) => _id === id)!.formHash;
    const change = async (changed: Record<string, unknown>) =>
      await ada.mutation(edit, {
        requestId: id,
        form: changed,
        formHash: await hash(),
        editKey: aSubmitKey(),
        acceptsDuplicate: true,
      });
    expect(await codeOf(change(elsewhere))).toBe("invalid-form");
    await change({ ...elsewhere, otherAreaReason: WHY });
    expect(await asked()).toContain(pedro.id);
  });

  test("a copy of a request whose sender has moved to another area since", async () => {
    const { world, ada, form, send, otherAreaId } = await aChoice();
    const { id } = await send(form);
    await ada.mutation(api.requests.mutations.cancel, { requestId: id, reason: "Not needed" });
    const copy = await ada.mutation(submitAgain, { requestId: id });
    await world.run((ctx) => ctx.db.patch(ada.id, { businessAreaId: otherAreaId }));
    const draft = (await world.rows("requests")).find(({ _id }) => _id === copy.id)!;
    expect(
      await codeOf(
        ada.mutation(submit, { typeKey: WAREHOUSE, form: draft.form, requestId: draft._id, submitKey: aSubmitKey() }),
      ),
    ).toBe("invalid-form");
  });

  test("an extension asks the owner of the area its holder is in by now", async () => {
    const { world, ada, otherAreaId } = await aChoice();
    const grantId = await anExtendableGrantOf({ world, personId: ada.id });
    await world.run((ctx) => ctx.db.patch(ada.id, { businessAreaId: otherAreaId }));
    const { id } = await ada.mutation(api.grants.mutations.extend, {
      grantId,
      days: 30,
      reason: "I would rather like to have this for a little longer.",
      submitKey: aSubmitKey(),
    });
    expect((await world.rows("requests")).find(({ _id }) => _id === id)?.businessAreaId).toBe(otherAreaId);
  });
});
