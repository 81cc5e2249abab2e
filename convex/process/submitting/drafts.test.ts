import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { codeOf, endWorld } from "../../testing/world.testing";

afterEach(endWorld);

const { submit, saveDraft, deleteDraft, submitAgain } = api.requests.mutations;

const ACCESS = "snowflake-access";

describe("a draft", () => {
  test("keeps what was typed, right or wrong, until it is sent as it then is", async () => {
    const { world, ada, formOf } = await aCompany();
    const { id, version } = await ada.mutation(saveDraft, {
      typeKey: ACCESS,
      form: { reason: "so", durationDays: "many" },
    });
    expect(await ada.query(api.requests.queries.draft, { requestId: id })).toMatchObject({
      form: { reason: "so", durationDays: "many" },
      version,
    });
    await ada.mutation(saveDraft, { typeKey: ACCESS, form: formOf(ACCESS), requestId: id, version });
    const sent = await ada.mutation(submit, {
      typeKey: ACCESS,
      form: formOf(ACCESS),
      requestId: id,
      submitKey: aSubmitKey(),
    });
    expect(sent.id).toBe(id);
    expect(await world.rows("requests")).toHaveLength(1);
    expect(await codeOf(ada.mutation(saveDraft, { typeKey: ACCESS, form: {}, requestId: id }))).toBe("wrong-state");
  });

  test("of a type that nobody offers is not begun, as a request of it is not sent", async () => {
    const { world, ada } = await aCompany();
    expect(await codeOf(ada.mutation(saveDraft, { typeKey: "nonsense", form: {} }))).toBe("not-found");
    expect(await codeOf(ada.mutation(submit, { typeKey: "nonsense", form: {}, submitKey: aSubmitKey() }))).toBe(
      "not-found",
    );
    expect(await world.rows("requests")).toEqual([]);
  });

  test("written in two windows is not overwritten unseen", async () => {
    const { ada } = await aCompany();
    const { id, version } = await ada.mutation(saveDraft, { typeKey: ACCESS, form: { reason: "one" } });
    await ada.mutation(saveDraft, { typeKey: ACCESS, form: { reason: "two" }, requestId: id, version });
    expect(
      await codeOf(ada.mutation(saveDraft, { typeKey: ACCESS, form: { reason: "three" }, requestId: id, version })),
    ).toBe("changed-meanwhile");
  });

  test("is its writer's alone, and only a draft can be deleted", async () => {
    const { world, ada, zoe, formOf } = await aCompany();
    const { id } = await ada.mutation(saveDraft, { typeKey: ACCESS, form: {} });
    for (const call of [
      zoe.query(api.requests.queries.draft, { requestId: id }),
      zoe.mutation(deleteDraft, { requestId: id }),
      zoe.mutation(submit, { typeKey: ACCESS, form: formOf(ACCESS), requestId: id, submitKey: aSubmitKey() }),
    ]) {
      expect(await codeOf(call)).toBe("not-found");
    }
    await ada.mutation(deleteDraft, { requestId: id });
    expect(await world.rows("requests")).toEqual([]);
    const sent = await ada.mutation(submit, { typeKey: ACCESS, form: formOf(ACCESS), submitKey: aSubmitKey() });
    expect(await codeOf(ada.mutation(deleteDraft, { requestId: sent.id }))).toBe("wrong-state");
  });

  test("begins with the answers of an earlier request, linked to it", async () => {
    const { world, ada, zoe, formOf } = await aCompany();
    const { id, key } = await ada.mutation(submit, { typeKey: ACCESS, form: formOf(ACCESS), submitKey: aSubmitKey() });
    const copy = await ada.mutation(submitAgain, { requestId: id });
    expect(await ada.query(api.requests.queries.draft, { requestId: copy.id })).toMatchObject({
      typeKey: ACCESS,
      clonedFrom: key,
      form: { role: "ORDERS_READ", durationDays: 90 },
    });
    expect((await world.rows("requests")).find(({ _id }) => _id === copy.id)?.form).not.toHaveProperty("sensitivity");
    expect(await codeOf(zoe.mutation(submitAgain, { requestId: id }))).toBe("not-found");
  });

  test("is not the thirty-first", async () => {
    const { ada } = await aCompany();
    for (let count = 0; count < 30; count++) await ada.mutation(saveDraft, { typeKey: ACCESS, form: {} });
    expect(await codeOf(ada.mutation(saveDraft, { typeKey: ACCESS, form: {} }))).toBe("too-many");
  });
});
