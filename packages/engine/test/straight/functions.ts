/** Functions that do what a program says, whatever it says: arguments are steps, results tell how each ended. */

import {
  actionGeneric as action,
  anyApi,
  componentsGeneric,
  defineSchema,
  defineTable,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";

/** One step of a program. */
export interface Step {
  readonly do: string;
  readonly [field: string]: any;
}

/** What a program consists of. */
export interface Program {
  readonly steps: readonly Step[];
  /** Ids that steps name by number. */
  readonly ids: readonly string[];
  /** The first step that fails ends the function; otherwise its failure is told and the next one runs. */
  readonly isStrict: boolean;
}

export const schema = defineSchema({
  items: defineTable(v.any())
    .index("by_rank", ["rank"])
    .index("by_group", ["group", "rank", "deep.at"])
    .searchIndex("by_text", { searchField: "text", filterFields: ["group"] }),
  typed: defineTable({ name: v.string(), rank: v.optional(v.number()), of: v.optional(v.id("items")) }).index(
    "by_name",
    ["name"],
  ),
});

/** A component with the same functions and tables of its own. */
const child = (componentsGeneric() as any)["child"];

/** What no Convex value is, or only just. */
const ODD: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  date: () => new Date(0),
  map: () => new Map([["a", 1]]),
  set: () => new Set([1]),
  function: () => () => 1,
  symbol: () => Symbol("s"),
  huge: () => 2n ** 64n,
  instance: () =>
    new (class Thing {
      a = 1;
    })(),
  bare: () => Object.assign(Object.create(null), { b: 1, a: undefined }),
  holes: () => Object.assign([1], { 2: 3 }),
  gap: () => [1, undefined],
  getter: () => ({
    z: 1,
    get a() {
      return 2;
    },
  }),
  dollar: () => ({ $x: 1 }),
  accent: () => ({ é: 1 }),
  proto: () => JSON.parse('{"__proto__":{"a":1}}') as unknown,
  protoWithId: () => JSON.parse('{"__proto__":{"_id":1}}') as unknown,
  protoOfNumber: () => Object.defineProperty({}, "__proto__", { value: 1n, enumerable: true }),
  buffer: () => new Uint8Array([1, 2]),
  long: () => ({ ["z".repeat(1025)]: 1 }),
  empty: () => ({ "": 1 }),
  del: () => ({ "\u007f": 1 }),
  list: () => class extends Array {}.of(1, 2),
  boxed: () => new String("s"),
  bytesOfMore: () => new Uint8Array([1, 2, 3]).buffer,
  circle: () => {
    const circle: Record<string, unknown> = {};
    return (circle["again"] = circle);
  },
  deep: () => nested(17),
  deeper: () => nested(66),
  many: () => Array.from({ length: 8193 }, (_, i) => i),
  wide: () => Object.fromEntries(Array.from({ length: 1025 }, (_, i) => [`f${i}`, i])),
  twoFaults: () => ({ z: nested(17), a: Array.from({ length: 8193 }, () => 1) }),
  full: () => "é".repeat(524_250),
};

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { in: value };
  return value;
}

/** Puts in what a program cannot hold: `{odd}` stands for it, and `{idAt}` for an id. */
function real(given: unknown, ids: readonly string[] = []): unknown {
  if (Array.isArray(given)) return given.map((one) => real(one, ids));
  if (typeof given !== "object" || given === null || given instanceof ArrayBuffer) return given;
  const { odd, idAt } = given as { odd?: unknown; idAt?: unknown };
  if (typeof odd === "string" && odd in ODD) return ODD[odd]?.();
  if (typeof idAt === "number") return ids[idAt % ids.length];
  return Object.fromEntries(Object.entries(given).map(([field, value]) => [field, real(value, ids)]));
}

type Act = (ctx: any, step: any, ids: readonly string[]) => Promise<unknown>;

const idOf = (given: unknown, ids: readonly string[]): any =>
  typeof given === "number" && ids.length > 0 ? ids[given % ids.length] : real(given);

function filterOf(q: any, given: any): any {
  if (!Array.isArray(given)) return real(given);
  const [operator, ...operands] = given as [string, ...unknown[]];
  if (operator === "field") return q.field(operands[0]);
  return q[operator](...operands.map((operand) => filterOf(q, operand)));
}

function queryOf(ctx: any, step: any): any {
  const db = step.isSystem === true ? ctx.db.system : ctx.db;
  let made = step.isByTable === true ? db.table(step.table).query() : db.query(step.table);
  if (step.index !== undefined)
    made = made.withIndex(step.index, (q: any) =>
      (step.range ?? []).reduce(
        (range: any, [op, field, value]: [string, string, unknown]) => range[op](field, real(value)),
        q,
      ),
    );
  if (step.search !== undefined)
    made = made.withSearchIndex(step.search.index, (q: any) => {
      const found = q.search("text", step.search.words);
      return step.search.group === undefined ? found : found.eq("group", real(step.search.group));
    });
  if (step.order !== undefined) made = made.order(real(step.order));
  for (const operator of step.operators ?? [])
    made =
      operator.limit === undefined
        ? made.filter((q: any) => filterOf(q, operator.filter))
        : made.limit(real(operator.limit));
  return made;
}

/** Changes what was read, which must be nobody else's. */
function changed(value: any): any {
  for (const one of Array.isArray(value) ? value : [value]) {
    if (typeof one !== "object" || one === null) continue;
    one.changed = true;
    delete one._creationTime;
    if (typeof one.deep === "object" && one.deep !== null) one.deep.changed = true;
  }
  return value;
}

async function ended(made: any, { end, count = 2, paging }: any): Promise<unknown> {
  switch (end) {
    case "take":
      return await made.take(real(count));
    case "each": {
      const seen: unknown[] = [];
      for await (const one of made) {
        seen.push(one);
        if (seen.length >= count) break;
      }
      return seen;
    }
    case "next":
      return [await made.next(), await made.next()];
    case "page":
      return await made.paginate(real(paging));
    case "twice":
      return [await made.collect(), await made.collect()];
    case "reused":
      return [made.limit(3), await made.collect()];
    case "late": {
      const iterator = made[Symbol.asyncIterator]();
      return [await iterator.next(), await iterator.return(), await iterator.next()];
    }
    case "returned":
      return made;
    default:
      return await made[end]();
  }
}

/** A change of one document, by the table's object, with the table's name, or by the id alone. */
async function inTable(
  ctx: any,
  { id, table, isByTable, isPadded }: any,
  ids: readonly string[],
  method: string,
  ...more: unknown[]
) {
  if (isByTable === true) return await ctx.db.table(table ?? "items")[method](idOf(id, ids), ...more);
  if (isPadded === true) return await ctx.db[method](idOf(id, ids), ...more, undefined);
  if (table === undefined) return await ctx.db[method](idOf(id, ids), ...more);
  return await ctx.db[method](real(table), idOf(id, ids), ...more);
}

const ACTS: Readonly<Record<string, Act>> = {
  get: async (ctx, { id, table, isSystem, isByTable }, ids) => {
    const db = isSystem === true ? ctx.db.system : ctx.db;
    if (isByTable === true) return changed(await db.table(table).get(idOf(id, ids)));
    return changed(table === undefined ? await db.get(idOf(id, ids)) : await db.get(real(table), idOf(id, ids)));
  },
  query: async (ctx, step) => changed(await ended(queryOf(ctx, step), step)),
  normalize: async (ctx, { table, id }, ids) => ctx.db.normalizeId(table, idOf(id, ids)),
  insert: async (ctx, { table, value, isByTable }, ids) =>
    isByTable === true
      ? await ctx.db.table(table).insert(real(value, ids))
      : await ctx.db.insert(real(table), real(value, ids)),
  stamp: async (ctx, { value }) =>
    await ctx.db.insert("items", { ...(real(value) as object), at: ctx.db.vars.commitTs }),
  patch: async (ctx, step, ids) => await inTable(ctx, step, ids, "patch", real(step.value, ids)),
  replace: async (ctx, step, ids) => {
    const current = step.isSame === true ? await ctx.db.get(idOf(step.id, ids)) : {};
    const given = real(step.value, ids);
    const next = typeof given === "object" && !Array.isArray(given) ? { ...current, ...given } : given;
    return await inTable(ctx, step, ids, "replace", next);
  },
  delete: async (ctx, step, ids) => await inTable(ctx, step, ids, "delete"),
  changeAfter: async (ctx, { value }) => {
    const given = { ...(real(value) as object), deep: {} } as any;
    const inserted = ctx.db.insert("items", given);
    given.rank = "changed after";
    given.deep.rank = "changed after";
    return await inserted;
  },
  queued: async (ctx, { value, program }) => {
    const given = { ...(real(value) as object), deep: {} } as any;
    const nested = ctx.runMutation(anyApi["functions"]!["write"], program);
    const inserted = ctx.db.insert("items", given);
    given.deep.rank = "changed after";
    const ends = await Promise.allSettled([nested, inserted]);
    return ends.map((end: any) => end.value ?? messageOf(end.reason));
  },
  together: async (ctx, { steps }, ids) =>
    (await Promise.allSettled(steps.map((step: Step) => act(ctx, step, ids)))).map((end: any) =>
      end.status === "fulfilled" ? told(end.value) : String(end.reason.message),
    ),
  inChild: async (ctx, { program, kind }) =>
    kind === "write"
      ? await ctx.runMutation(child.functions.write, program)
      : await ctx.runQuery(child.functions.read, program),
  nested: async (ctx, { program, limits, kind }) =>
    kind === "write"
      ? await ctx.runMutation(
          anyApi["functions"]!["write"],
          program,
          ...(limits === undefined ? [] : [{ transactionLimits: limits }]),
        )
      : await ctx.runQuery(
          anyApi["functions"]!["read"],
          program,
          ...(limits === undefined ? [] : [{ transactionLimits: limits }]),
        ),
  metrics: async (ctx) => await ctx.meta.getTransactionMetrics(),
  about: async (ctx) => await ctx.meta.getFunctionMetadata(),
  log: async (_ctx, { value }) => console.log(real(value)),
};

async function act(ctx: any, step: Step, ids: readonly string[]): Promise<unknown> {
  return await (ACTS[step.do] as Act)(ctx, step, ids);
}

/** Undefined is no result; a step's may be. */
function told(value: unknown): unknown {
  return value === undefined ? "undefined" : value;
}

/** Without the frames of what was called. */
function messageOf(error: unknown): string {
  return (error as Error).message.replaceAll(/^ {4}at .*$/gm, "").trimEnd();
}

async function run(ctx: any, { steps, ids, isStrict }: Program): Promise<unknown> {
  const results: unknown[] = [];
  for (const step of steps) {
    if (step.do === "answer") return real(step["value"]);
    if (step.do === "query" && step["end"] === "returned") return queryOf(ctx, step);
    try {
      results.push(told(await act(ctx, step, ids)));
    } catch (error) {
      if (isStrict) throw error;
      results.push({ failed: messageOf(error), name: (error as Error).name });
    }
  }
  return results;
}

const args = { steps: v.any(), ids: v.array(v.string()), isStrict: v.boolean() };
export const read = query({ args, handler: run as never });
export const write = mutation({ args, handler: run as never });
export const typed = query({
  args: { ...args, answer: v.any() },
  returns: v.object({ a: v.optional(v.number()), list: v.array(v.union(v.string(), v.id("items"))) }),
  handler: async (_ctx, { answer }) => real(answer) as never,
});

/** What functions left behind, and what was said to it. */
export const left = {
  ctx: null as any,
  said: [] as unknown[],
  opened: Promise.withResolvers<void>(),
};

/** Asks everything of a database, whoever's it is. */
export async function askAll(db: any, iterator: any): Promise<unknown[]> {
  const asked = [
    () => db.get("items", "no id"),
    () => db.query("items").collect(),
    () => db.query("items").first(),
    () => db.query("items").next(),
    () => db.query("items").paginate({ numItems: 1, cursor: null }),
    () => iterator.next(),
    () => iterator.return(),
    () => db.insert?.("items", {}),
    () => db.patch?.("no id", {}),
    () => db.replace?.("no id", {}),
    () => db.delete?.("no id"),
  ];
  const said: unknown[] = [];
  for (const ask of asked)
    said.push(
      await (async () => (await ask()) as unknown)().then(told, (error: Error) => `${error.name}: ${error.message}`),
    );
  return said;
}

async function leave(ctx: any): Promise<null> {
  const iterator = ctx.db.query("items")[Symbol.asyncIterator]();
  await iterator.next();
  left.ctx = ctx;
  void (async () => {
    await left.opened.promise;
    left.said.push(await askAll(ctx.db, iterator));
  })();
  return null;
}
export const leaveRead = query({ args: {}, handler: leave });
export const leaveWrite = mutation({ args: {}, handler: leave });
export const askOthers = action({
  args: {},
  handler: async () => (await askAll(left.ctx.db, left.ctx.db.query("items"))) as any,
});

/** Fails in one place of each call. */
export const fails = mutation({
  args: { step: v.any() },
  handler: async (ctx, { step }) => {
    return (await act(ctx, step, [])) as any;
  },
});
