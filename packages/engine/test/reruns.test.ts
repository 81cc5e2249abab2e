/** What a document's fields have to do with who runs again. */

import { defineSchema, defineTable, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { v, type GenericId } from "convex/values";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { createTestEngine } from "../src/testing/index.ts";
import { eventually } from "./support.ts";

const schema = defineSchema({
  people: defineTable({
    name: v.string(),
    theme: v.optional(v.string()),
    seenAt: v.optional(v.number()),
    address: v.optional(v.object({ street: v.string(), city: v.string() })),
  }).index("by_name", ["name"]),
});

type Person = Record<string, unknown> & { name: string };
type Get = (ctx: any, id: string) => Promise<Person | null>;

const GETS: Readonly<Record<string, Get>> = {
  get: (ctx, id) => ctx.db.get(id),
  "get of a table": (ctx, id) => ctx.db.get("people", id),
  unique: (ctx) => byName(ctx).unique(),
  first: (ctx) => byName(ctx).first(),
  take: async (ctx) => (await byName(ctx).take(2))[0] ?? null,
};

const byName = (ctx: any): any => ctx.db.query("people").withIndex("by_name", (q: any) => q.eq("name", "Ada"));

/** Ways to look at a document. Those of the first kind see one field, those of the second all of them. */
const NAMES: Readonly<Record<string, (person: Person) => unknown>> = {
  "a field": (person) => person.name,
  "taken apart": ({ name }) => name,
  "a descriptor": (person) => Object.getOwnPropertyDescriptor(person, "name")?.value as unknown,
  "whether it is there": (person) => "name" in person,
  "awaited once more": async (person) => (await Promise.resolve(person)).name,
};
const WHOLES: Readonly<Record<string, (person: Person) => unknown>> = {
  answered: (person) => person,
  "answered within": (person) => ({ list: [person] }),
  spread: (person) => ({ ...person }),
  "the rest": ({ name: _name, ...rest }) => rest,
  text: (person) => JSON.stringify(person),
  fields: (person) => Object.keys(person).length,
  "a loop": (person) => {
    const seen: string[] = [];
    for (const field in person) seen.push(String(person[field]));
    return seen;
  },
  copied: (person) => structuredClone({ list: [person] }),
  logged: (person) => (console.log("a person", person), 1),
  thrown: (person) => {
    // What is told of it is what it holds.
    throw person;
  },
};

const read = queryGeneric({
  args: { get: v.string(), look: v.string(), id: v.id("people") },
  handler: async (ctx, { get, look, id }) => {
    const person = await (GETS[get] as Get)(ctx, id);
    return person === null ? "nobody" : await ((NAMES[look] ?? WHOLES[look]) as (person: Person) => unknown)(person);
  },
});

const functions = {
  read,
  nested: queryGeneric({
    handler: async (ctx, args: any) => {
      try {
        return (await ctx.runQuery(makeFunctionReference<"query">("functions:read"), args)) as unknown;
      } catch (error) {
        return (error as Error).message.includes("light") ? "light" : "dark";
      }
    },
  }),
  filtered: queryGeneric(
    async (ctx) =>
      (
        await ctx.db
          .query("people")
          .filter((q) => q.neq(q.field("theme"), "dark"))
          .first()
      )?.["name"] as string,
  ),
  twice: queryGeneric(async (ctx, { id }: any) => [
    ((await ctx.db.get(id)) as any).name as string,
    ((await ctx.db.get(id)) as any).theme as string,
  ]),
  some: queryGeneric(async (ctx, { id, fields }: any) => {
    const person: any = await ctx.db.get(id);
    return (fields as string[]).map((field) => (person?.[field] ?? null) as unknown);
  }),
  add: mutationGeneric(async (ctx, fields: any) => await ctx.db.insert("people", fields)),
  patch: mutationGeneric(async (ctx, { id, ...changes }: any) => await ctx.db.patch(id, changes)),
  unset: mutationGeneric(async (ctx, { id, field }: any) => await ctx.db.patch(id, { [field]: undefined })),
  remove: mutationGeneric(async (ctx, { id }: any) => await ctx.db.delete(id)),
};

const query = (name: string) => makeFunctionReference<"query", any, any>(`functions:${name}`);
const mutation = (name: string) => makeFunctionReference<"mutation", any, any>(`functions:${name}`);

const worlds: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function aWorld() {
  const served = await createTestEngine({
    modules: { functions: async () => functions, schema: async () => ({ default: schema }) },
  });
  worlds.push(served);
  await served.serve();
  const { engine } = served;
  const client = served.connect();
  const id: GenericId<"people"> = await client.mutation(mutation("add"), { name: "Ada", theme: "light" });
  /** Watches a query; gives how often it has run since it was shown first, and what it shows. */
  const watch = async (name: string, args: object) => {
    let shown: unknown;
    let isThere = false;
    const note = (value: unknown): void => {
      shown = value instanceof Error ? value.message : value;
      isThere = true;
    };
    client.onUpdate(query(name), args, note, note);
    await eventually(() => isThere, "the first result");
    return () => shown;
  };
  /** How many runs a mutation causes; when it resolved they have been. */
  const runsOf = async (name: string, args: object): Promise<number> => {
    const before = engine.figures().executions;
    await client.mutation(mutation(name), args);
    return engine.figures().executions - before;
  };
  return { engine, client, id, watch, runsOf };
}

for (const get of Object.keys(GETS)) {
  test.each(Object.keys(NAMES))(
    `[SYN15] a write of other fields does not run a query again: ${get}, %s`,
    async (look) => {
      const { id, watch, runsOf } = await aWorld();
      const shown = await watch("read", { get, look, id });
      expect(await runsOf("patch", { id, theme: "dark" })).toBe(0);
      expect(await runsOf("patch", { id, seenAt: 1 })).toBe(0);
      expect(await runsOf("unset", { id, field: "theme" })).toBe(0);
      expect(await runsOf("patch", { id, name: "Grace" })).toBe(1);
      expect(shown()).toBe(get.startsWith("get") ? (look.startsWith("whether") ? true : "Grace") : "nobody");
    },
  );
}

test.each(Object.keys(WHOLES))("[SYN15] what sees all of a document depends on all of it: %s", async (look) => {
  const { id, watch, runsOf } = await aWorld();
  const args = { get: "get", look, id };
  const shown = await watch("read", args);
  const inside = await watch("nested", args);
  const before = JSON.stringify([shown(), inside()]);
  expect(await runsOf("patch", { id, theme: "dark" })).toBe(2);
  if (!["fields", "logged", "thrown"].includes(look)) expect(JSON.stringify([shown(), inside()])).not.toBe(before);
  expect(await runsOf("patch", { id, seenAt: 1 })).toBe(2);
});

test("[SYN15] a field is used with all it holds, and by everything that reads the document", async () => {
  const { id, watch, runsOf } = await aWorld();
  const shown = await watch("some", { id, fields: ["address"] });
  const twice = await watch("twice", { id });
  expect(await runsOf("patch", { id, address: { street: "A", city: "B" } })).toBe(1);
  expect(await runsOf("patch", { id, address: { street: "A", city: "C" } })).toBe(1);
  expect(shown()).toEqual([{ street: "A", city: "C" }]);
  expect(await runsOf("patch", { id, theme: "dark" })).toBe(1);
  expect(twice()).toEqual(["Ada", "dark"]);
  expect(await runsOf("patch", { id, name: "Grace" })).toBe(1);
  expect(twice()).toEqual(["Grace", "dark"]);
  expect(await runsOf("patch", { id, seenAt: 3 })).toBe(0);
});

test("[SYN15] what a filter looked at runs a query again, and so does what comes, goes and moves", async () => {
  const { id, watch, runsOf } = await aWorld();
  const filtered = await watch("filtered", {});
  expect(await runsOf("patch", { id, theme: "dark" })).toBe(1);
  expect(filtered()).toBeNull();
  const first = await watch("read", { get: "first", look: "a field", id });
  await watch("read", { get: "unique", look: "a field", id });
  expect(await runsOf("patch", { id, name: "Grace" })).toBe(3);
  expect(first()).toBe("nobody");
  expect(await runsOf("patch", { id, name: "Ada" })).toBe(3);
  expect(first()).toBe("Ada");
  expect(await runsOf("remove", { id })).toBe(3);
  expect(first()).toBe("nobody");
});

const FIELDS = ["name", "theme", "seenAt"] as const;

test("[SYN15] in any history every watched query shows what it would answer now, and only used fields ran it", async () => {
  const { engine, client, id, watch } = await aWorld();
  const watched: { fields: readonly string[]; shown: () => unknown }[] = [];
  for (const fields of fc.sample(fc.subarray([...FIELDS]), { numRuns: 12, seed: 7 }))
    watched.push({ fields, shown: await watch("some", { id, fields }) });
  const distinct = new Set(watched.map(({ fields }) => fields.join()));
  const change = fc.record({ field: fc.constantFrom(...FIELDS), to: fc.nat(2) });
  const current: Record<string, unknown> = { name: "Ada", theme: "light", seenAt: null };
  for (const changes of fc.sample(fc.array(change, { minLength: 1, maxLength: 3 }), { numRuns: 40, seed: 11 })) {
    const before = engine.figures().executions;
    const patch = Object.fromEntries(
      changes.map(({ field, to }) => [field, field === "seenAt" ? to : `${field} ${to}`]),
    );
    const changed = Object.keys(patch).filter((field) => patch[field] !== current[field]);
    Object.assign(current, patch);
    await client.mutation(mutation("patch"), { id, ...patch });
    const expected = [...distinct].filter((fields) => changed.some((field) => fields.split(",").includes(field)));
    expect(engine.figures().executions - before).toBe(expected.length);
    for (const { fields, shown } of watched) expect(shown()).toEqual(fields.map((field) => current[field]));
  }
});
