import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import type { ShippedTypeKey } from "../../core/catalog/types/index";
import { MAX_CART_ITEMS } from "../../core/shared/rules/cart";
import { codeOf, endWorld, type TestPerson } from "../../testing/world.testing";

afterEach(endWorld);

const { addToCart, removeFromCart, chooseReason, saveDraft, saveJustification, submit, submitCart } =
  api.requests.mutations;
const { cart, cartSummary, draft, get } = api.requests.queries;
const ACCESS = "snowflake-access";
const JUSTIFICATION = "The team of the delay report begins on Monday and needs all of this.";

/** What a call was refused with. */
async function refusalOf(call: Promise<unknown>): Promise<{ code: string; items: Record<string, string> }> {
  try {
    await call;
  } catch (error) {
    const data = (error as { data?: unknown }).data;
    return (typeof data === "string" ? JSON.parse(data) : data) as { code: string; items: Record<string, string> };
  }
  throw new Error("The call was allowed");
}

/** A company, and ada's cart with what a test puts into it. */
async function aCart() {
  const company = await aCompany();
  const { ada, formOf } = company;
  /** Puts a form into somebody's cart, without a reason of its own unless told. */
  const put = async (
    typeKey: ShippedTypeKey,
    changes: Record<string, unknown> = {},
    person: TestPerson = ada,
  ): Promise<Id<"requests">> => {
    const { reason: _reason, ...form } = formOf(typeKey);
    return (await person.mutation(addToCart, { typeKey, form: { ...form, ...changes } })).id;
  };
  const send = async (
    person: TestPerson = ada,
    changes: { submitKey?: string; justification?: string; accepts?: boolean } = {},
  ) => {
    const { submitKey = aSubmitKey(), justification = JUSTIFICATION, accepts = false } = changes;
    const items = (await person.query(cart, {})).map(({ id, version }) => ({
      requestId: id,
      version,
      acceptsDuplicate: accepts,
    }));
    return await person.mutation(submitCart, { submitKey, justification, items });
  };
  const requests = () => company.world.rows("requests");
  return { ...company, put, send, requests };
}

describe("a cart", () => {
  test("becomes requests of their own, each with its tasks and approvals, that know of each other", async () => {
    const { world, ada, put, send, requests } = await aCart();
    await put(ACCESS);
    await put("bi-access");
    await put("warehouse");
    expect((await ada.query(cart, {})).map(({ target }) => target)).toEqual(["ORDERS_READ", null, "WH_LOG_REPORTS"]);
    await ada.mutation(saveJustification, { justification: JUSTIFICATION });
    const sent = await send();
    expect(sent.map(({ title }) => title)).toEqual((await requests()).map(({ title }) => title));
    for (const request of await requests()) {
      expect(request).toMatchObject({
        status: "Pending approval",
        isOpen: true,
        sentWith: expect.any(String) as string,
        form: { reason: JUSTIFICATION },
      });
      expect(request.cart).toBeUndefined();
      const tasks = (await world.rows("requestTasks")).filter(({ requestId }) => requestId === request._id);
      expect(tasks.length).toBeGreaterThan(2);
    }
    const events = (await world.rows("auditEvents")).filter(({ action }) => action === "request.submitted");
    expect(events.map(({ targets }) => targets[0]?.label)).toEqual(sent.map(({ key }) => key));
    expect(await ada.query(cartSummary, {})).toEqual({ count: 0, justification: "" });
    const page = await ada.query(get, { request: sent[0]!.key });
    expect(page.sentTogether).toEqual(sent.slice(1).map(({ key, title }) => ({ key, title })));
  });

  test("shows each item with its answers, who decides, and what is in the way, without a complaint about the shared reason", async () => {
    const { ada, put } = await aCart();
    await put(ACCESS);
    await put("bi-access", { team: "", reason: "because" });
    const [access, bi] = await ada.query(cart, {});
    expect(access).toMatchObject({
      typeName: "Snowflake data access",
      ownReason: null,
      takesJustification: true,
      problem: null,
      repeats: null,
      preview: { title: "Read Orders", errors: {} },
    });
    expect(access?.lines).toContainEqual({
      name: "domain",
      label: "Data domain",
      section: "What you need",
      value: "Orders",
    });
    expect(access?.preview?.steps.map(({ title }) => title)).toContain("Data governance");
    expect(bi?.preview?.errors).toMatchObject({
      team: expect.stringContaining("required") as string,
      reason: "Reason must be at least 20 characters",
    });
  });

  test("is its owner's alone: nobody sees it, changes it or sends from it", async () => {
    const { ada, zoe, put, send, requests } = await aCart();
    const id = await put(ACCESS);
    expect(await zoe.query(cart, {})).toEqual([]);
    const [item] = await ada.query(cart, {});
    const calls = [
      zoe.mutation(submitCart, {
        submitKey: aSubmitKey(),
        justification: JUSTIFICATION,
        items: [{ requestId: id, version: item!.version, acceptsDuplicate: false }],
      }),
      zoe.mutation(removeFromCart, { requestId: id }),
      zoe.mutation(chooseReason, { requestId: id, takesJustification: true }),
      zoe.mutation(addToCart, { typeKey: ACCESS, form: {}, requestId: id }),
    ];
    for (const call of calls) expect(await codeOf(call)).toBe("not-found");
    expect((await requests()).map(({ status }) => status)).toEqual(["Draft"]);
    const submitKey = aSubmitKey();
    await send(ada, { submitKey });
    expect(await codeOf(send(zoe, { submitKey }))).toBe("invalid-input");
  });

  test("holds a draft until it is taken out, and an edit keeps its place", async () => {
    const { ada, put } = await aCart();
    const first = await put(ACCESS);
    const second = await put("bi-access");
    const { version } = await ada.query(draft, { requestId: first });
    await ada.mutation(saveDraft, { typeKey: ACCESS, form: { durationDays: 30 }, requestId: first, version });
    expect((await ada.query(cart, {})).map(({ id }) => id)).toEqual([first, second]);
    await ada.mutation(removeFromCart, { requestId: first });
    expect((await ada.query(cart, {})).map(({ id }) => id)).toEqual([second]);
    expect(await ada.query(draft, { requestId: first })).toMatchObject({ isInCart: false, form: { durationDays: 30 } });
  });

  test("refuses the twenty-first item and says so", async () => {
    const { ada, put } = await aCart();
    for (let count = 0; count < MAX_CART_ITEMS; count++) await put(ACCESS);
    expect(await refusalOf(put(ACCESS))).toMatchObject({
      code: "too-many",
      max: 20,
      message: "Your cart holds 20 requests, and more cannot be sent together. Send it or remove one first.",
    });
    expect(await ada.query(cartSummary, {})).toMatchObject({ count: 20 });
    const all = [...(await ada.query(cart, {})), await ada.mutation(saveDraft, { typeKey: ACCESS, form: {} })];
    const items = all.map(({ id, version }) => ({ requestId: id, version, acceptsDuplicate: true }));
    expect(
      await codeOf(ada.mutation(submitCart, { submitKey: aSubmitKey(), justification: JUSTIFICATION, items })),
    ).toBe("too-many");
  });
});

describe("the submit of a cart", () => {
  test("with one item that cannot be sent sends none, and says per item why", async () => {
    const { world, ada, put, send, requests } = await aCart();
    const good = await put("bi-access");
    const wrong = await put(ACCESS, { role: "PRODUCTS_READ", durationDays: 500 });
    const refusal = await refusalOf(send());
    expect(refusal).toEqual({
      code: "cart-not-ready",
      items: { [wrong]: "Role must be one of the list for the chosen environment. Duration must be at most 180 days" },
    });
    expect((await requests()).map(({ status, sentWith }) => [status, sentWith])).toEqual([
      ["Draft", undefined],
      ["Draft", undefined],
    ]);
    for (const table of ["requestTasks", "approvals", "approvalSeats", "notifications"] as const)
      expect(await world.rows(table)).toEqual([]);
    expect((await ada.query(cart, {})).map(({ id }) => id)).toEqual([good, wrong]);
  });

  test("sent twice with the same name makes each request once", async () => {
    const { ada, put, requests } = await aCart();
    await put(ACCESS);
    await put("bi-access");
    const items = (await ada.query(cart, {})).map(({ id, version }) => ({
      requestId: id,
      version,
      acceptsDuplicate: false,
    }));
    const input = { submitKey: aSubmitKey(), justification: JUSTIFICATION, items };
    const first = await ada.mutation(submitCart, input);
    expect(await ada.mutation(submitCart, input)).toEqual(first);
    expect(await requests()).toHaveLength(2);
  });

  test("asks for a justification by the rule of a reason, unless every item has its own", async () => {
    const { put, send, requests } = await aCart();
    await put("bi-access");
    for (const [justification, message] of [
      ["", "Justification is required"],
      ["because", "Justification must be at least 20 characters"],
      ["x".repeat(2001), "Justification must be less than 2000 characters"],
    ]) {
      expect(await refusalOf(send(undefined, { justification }))).toEqual({
        code: "invalid-form",
        fields: { justification: message },
      });
    }
    expect((await requests()).map(({ status }) => status)).toEqual(["Draft"]);
  });

  test("keeps an item's own reason until the person chooses the justification, and back again", async () => {
    const own = "My own reason is longer than twenty characters.";
    const { ada, put, send, requests } = await aCart();
    await put(ACCESS, { reason: own });
    const changed = await put("bi-access", { reason: own });
    const back = await put("warehouse", { reason: own });
    await ada.mutation(chooseReason, { requestId: changed, takesJustification: true });
    for (const takesJustification of [true, false])
      await ada.mutation(chooseReason, { requestId: back, takesJustification });
    expect(
      (await ada.query(cart, {})).map(({ ownReason, takesJustification }) => [ownReason, takesJustification]),
    ).toEqual([
      [own, false],
      [own, true],
      [own, false],
    ]);
    await send();
    expect((await requests()).map(({ form }) => form["reason"] as string)).toEqual([own, JUSTIFICATION, own]);
  });

  test("needs no justification when every item has a reason of its own", async () => {
    const { put, send } = await aCart();
    await put(ACCESS, { reason: "My own reason is longer than twenty characters." });
    expect(await send(undefined, { justification: "" })).toHaveLength(1);
  });

  test("finds the same asked for twice in the cart as it finds what is open, and sends both when that is wanted", async () => {
    const { ada, put, send, requests } = await aCart();
    await put(ACCESS);
    const twin = await put(ACCESS);
    expect((await ada.query(cart, {})).map(({ repeats }) => repeats)).toEqual([null, "Read Orders"]);
    expect(await refusalOf(send())).toEqual({
      code: "cart-not-ready",
      items: { [twin]: "“Read Orders” in this cart asks for the same." },
    });
    await send(undefined, { accepts: true });
    expect((await requests()).map(({ status }) => status)).toEqual(["Pending approval", "Pending approval"]);
  });

  test("finds what is open already", async () => {
    const { ada, formOf, put, send } = await aCart();
    const { key } = await ada.mutation(submit, { typeKey: ACCESS, form: formOf(ACCESS), submitKey: aSubmitKey() });
    const twin = await put(ACCESS);
    expect((await ada.query(cart, {}))[0]?.preview?.duplicates.map((duplicate) => duplicate.key)).toEqual([key]);
    expect(await refusalOf(send())).toEqual({
      code: "cart-not-ready",
      items: { [twin]: `${key} asks for the same and is still open.` },
    });
  });

  test("refuses an item nobody could decide about, with the fix", async () => {
    const { world, person, put, send } = await aCart();
    const id = await put(ACCESS);
    for (const name of ["gus", "sue"]) await world.run((ctx) => ctx.db.patch(person(name).id, { status: "suspended" }));
    expect((await refusalOf(send())).items[id]).toContain("Data governance");
  });

  test("refuses an item for somebody of another area, and one whose type is no longer offered", async () => {
    const { world, ada, zoe, put, send } = await aCart();
    const foreign = await put(ACCESS, { requestedFor: zoe.id, otherAreaReason: "Logistics pays for her work there." });
    const gone = await put("bi-access");
    await world.run(async (ctx) => {
      const type = await ctx.db
        .query("requestTypes")
        .withIndex("by_key", (q) => q.eq("key", "bi-access"))
        .unique();
      if (type) await ctx.db.patch(type._id, { isOffered: false });
    });
    const { items } = await refusalOf(send());
    expect(items[foreign]).toBe("Zoe Tester is not in your business area. Ask them or an admin to make the request");
    const shown = (await ada.query(cart, {})).find(({ id }) => id === gone);
    expect(shown).toMatchObject({ preview: null, typeName: "BI access", problem: items[gone] });
    expect(items[gone]).toMatch(/\w+/);
  });

  test("refuses an item that was written elsewhere since it was seen, and one that left the cart", async () => {
    const { ada, put, requests } = await aCart();
    const requestId = await put(ACCESS);
    const [seen] = await ada.query(cart, {});
    const sendSeen = () =>
      ada.mutation(submitCart, {
        submitKey: aSubmitKey(),
        justification: JUSTIFICATION,
        items: [{ requestId, version: seen!.version, acceptsDuplicate: false }],
      });
    await ada.mutation(saveDraft, { typeKey: ACCESS, form: { durationDays: 3 }, requestId, version: seen!.version });
    expect((await refusalOf(sendSeen())).items[requestId]).toContain("changed in another window");
    await ada.mutation(removeFromCart, { requestId });
    expect(await codeOf(sendSeen())).toBe("changed-meanwhile");
    expect((await requests()).map(({ status }) => status)).toEqual(["Draft"]);
  });

  test("of twenty items is one transaction", async () => {
    const { put, send, requests } = await aCart();
    for (let count = 0; count < MAX_CART_ITEMS; count++) await put("bi-access", { team: `Team ${count}` });
    expect(await send(undefined, { accepts: true })).toHaveLength(MAX_CART_ITEMS);
    expect(new Set((await requests()).map(({ sentWith }) => sentWith)).size).toBe(1);
  });
});

test("whoever sees one request of a cart learns of the others only as far as they may see them", async () => {
  const { person, put, send } = await aCart();
  await put("warehouse");
  await put(ACCESS);
  const [warehouse, access] = await send();
  const page = await person("fay").query(get, { request: warehouse!.key });
  expect(page.sentTogether).toEqual([]);
  expect((await person("admin").query(get, { request: warehouse!.key })).sentTogether.map(({ key }) => key)).toEqual([
    access!.key,
  ]);
});

test("a draft in the cart that is sent alone leaves the cart", async () => {
  const { ada, put, formOf } = await aCart();
  const requestId = await put(ACCESS);
  const { version } = await ada.query(draft, { requestId });
  await ada.mutation(submit, { typeKey: ACCESS, form: formOf(ACCESS), requestId, version, submitKey: aSubmitKey() });
  expect(await ada.query(cartSummary, {})).toMatchObject({ count: 0 });
});

test("a draft keeps its type when it is sent", async () => {
  const { ada, put, formOf } = await aCart();
  const requestId = await put(ACCESS);
  expect(
    await codeOf(
      ada.mutation(submit, { typeKey: "bi-access", form: formOf("bi-access"), requestId, submitKey: aSubmitKey() }),
    ),
  ).toBe("invalid-input");
});
