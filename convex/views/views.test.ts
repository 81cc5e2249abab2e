import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { aWorld, codeOf, endWorld } from "../testing/world.testing";

afterEach(endWorld);

async function aBench() {
  const world = await aWorld();
  const ada = await world.person("ada", { roles: ["staff", "admin"] });
  const bea = await world.person("bea", { roles: ["staff", "finops"] });
  const save = (fields = {}) =>
    ada.mutation(api.views.mutations.save, {
      screen: "requests",
      name: "Blocked",
      search: { status: "Blocked" },
      isShared: false,
      ...fields,
    });
  const seen = async (person: typeof ada) =>
    (await person.query(api.views.queries.list, { screen: "requests" })).views.map(({ name, isOwn }) => [name, isOwn]);
  return { world, ada, bea, save, seen };
}

test("a view is its owner's alone until it is shared, and then only with those who see the list", async () => {
  const { world, ada, bea, save, seen } = await aBench();
  const staff = await world.person("someone");
  const id = await save();
  expect([await seen(ada), await seen(bea)]).toEqual([[["Blocked", true]], []]);
  await save({ id, isShared: true });
  expect([await seen(ada), await seen(bea), await seen(staff)]).toEqual([
    [["Blocked", true]],
    [["Blocked", false]],
    [],
  ]);
});

test("shared views of the support queue are seen by those who answer tickets", async () => {
  const { world, save } = await aBench();
  await save({ screen: "tickets", name: "Late", search: { show: "overdue" }, isShared: true });
  const namesFor = async (name: string, roles: readonly ("staff" | "admin" | "finops")[]) => {
    const person = await world.person(name, { roles: [...roles] });
    return (await person.query(api.views.queries.list, { screen: "tickets" })).views.map((view) => view.name);
  };
  expect(await namesFor("cyd", ["staff", "admin"])).toEqual(["Late"]);
  expect(await namesFor("dee", ["staff", "finops"])).toEqual([]);
});

test("only its owner changes or removes a view", async () => {
  const { bea, save } = await aBench();
  const id = await save({ isShared: true });
  expect(
    await codeOf(
      bea.mutation(api.views.mutations.save, { id, screen: "requests", name: "Mine", search: {}, isShared: false }),
    ),
  ).toBe("not-found");
  expect(await codeOf(bea.mutation(api.views.mutations.remove, { id }))).toBe("not-found");
});

test("everybody has their own default, which goes with the view", async () => {
  const { ada, bea, save } = await aBench();
  const id = await save({ isShared: true });
  await bea.mutation(api.views.mutations.setDefault, { screen: "requests", viewId: id });
  const defaultOf = async (person: typeof ada) =>
    (await person.query(api.views.queries.list, { screen: "requests" })).defaultId;
  expect([await defaultOf(ada), await defaultOf(bea)]).toEqual([null, id]);
  await save({ id, isShared: false });
  expect(await defaultOf(bea)).toBeNull();
  expect(await codeOf(bea.mutation(api.views.mutations.setDefault, { screen: "requests", viewId: id }))).toBe(
    "not-found",
  );
  await ada.mutation(api.views.mutations.remove, { id });
  expect(await ada.query(api.views.queries.list, { screen: "requests" })).toEqual({ views: [], defaultId: null });
});

test("names are unique per person, and a view has bounds", async () => {
  const { save } = await aBench();
  await save();
  expect(await codeOf(save())).toBe("duplicate");
  expect(await codeOf(save({ name: " " }))).toBe("invalid-input");
  expect(await codeOf(save({ name: "x".repeat(61) }))).toBe("too-long");
  expect(await codeOf(save({ name: "Long", search: { q: "x".repeat(600) } }))).toBe("too-long");
  const parts = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, part) => [`p${part}`, "x"]));
  expect(await codeOf(save({ name: "Many", search: parts(21) }))).toBe("too-many");
  await save({ name: "Many", search: parts(20) });
});
