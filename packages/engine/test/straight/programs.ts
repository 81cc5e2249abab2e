/** Random programs. */

import fc from "fast-check";
import type { Step } from "./functions.ts";

const odd = fc
  .constantFrom(
    "undefined",
    "date",
    "map",
    "set",
    "function",
    "symbol",
    "huge",
    "instance",
    "bare",
    "holes",
    "gap",
    "getter",
    "dollar",
    "accent",
    "proto",
    "protoOfNumber",
    "buffer",
    "long",
    "empty",
    "del",
    "list",
    "boxed",
    "bytesOfMore",
    "circle",
    "deep",
    "deeper",
  )
  .map((name) => ({ odd: name }));
const scalar = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 2, arbitrary: fc.constantFrom("a", "b", "one two", "$x", "é\u0000\ud800", "") },
  fc.constantFrom(null, true, false, -0, Number.NaN, Infinity, 0.5, 1e300),
  fc.bigInt({ min: -3n, max: 3n }),
  fc.uint8Array({ maxLength: 3 }).map((bytes) => bytes.slice().buffer as ArrayBuffer),
);
const field = fc.constantFrom(
  "rank",
  "group",
  "text",
  "deep",
  "at",
  "Upper",
  "10",
  "9",
  "a b",
  "_x",
  "_id",
  "__proto_",
);
const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 8, arbitrary: scalar },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 3 }) },
    { weight: 2, arbitrary: fc.dictionary(field, tie("value"), { maxKeys: 3 }) },
  ),
})).value;
const document = fc
  .record(
    {
      rank: value,
      group: fc.constantFrom("a", "b", null, 1),
      text: fc.constantFrom("one", "one two", "three"),
      deep: value,
      more: fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constant({ odd: "undefined" }) }),
      _id: fc.oneof(
        fc.nat(30).map((idAt) => ({ idAt })),
        scalar,
      ),
      _creationTime: scalar,
    },
    { requiredKeys: [] },
  )
  .chain(({ _id, _creationTime, ...rest }) =>
    fc.nat(15).map((dice) => ({
      ...rest,
      ...(dice === 0 && _id !== undefined ? { _id } : {}),
      ...(dice === 1 && _creationTime !== undefined ? { _creationTime } : {}),
    })),
  )
  .chain((fields) =>
    fc.oneof(
      { weight: 10, arbitrary: fc.constant(fields as unknown) },
      { weight: 2, arbitrary: value },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom("many", "wide", "full", "twoFaults")
          .map((name) => ({ ...fields, more: { odd: name } })),
      },
    ),
  );
/** Mostly what the table `typed` takes. */
const typedDocument = fc.record(
  {
    name: fc.oneof({ weight: 5, arbitrary: fc.constantFrom<unknown>("a", "b") }, value),
    rank: fc.oneof({ weight: 2, arbitrary: fc.integer({ max: 3 }) as fc.Arbitrary<unknown> }, scalar),
    of: fc.oneof({ weight: 3, arbitrary: fc.nat(30).map((idAt) => ({ idAt }) as unknown) }, value),
  },
  { requiredKeys: ["name"] },
);
const fields = fc.oneof({ weight: 3, arbitrary: document }, { weight: 1, arbitrary: typedDocument });
const table = fc.oneof(
  { weight: 8, arbitrary: fc.constant("items") },
  fc.constantFrom("typed", "missing", "_storage", "a/b", "a.b"),
);
const id = fc.oneof(
  { weight: 8, arbitrary: fc.nat(30) as fc.Arbitrary<unknown> },
  fc.constantFrom("no id", "", null),
  odd,
);

const bound = fc.tuple(
  fc.constantFrom("eq", "gt", "gte", "lt", "lte"),
  fc.constantFrom("rank", "group", "deep.at", "nothing"),
  value,
);
const goodRange = fc.oneof(
  fc.tuple(fc.constant("eq"), fc.constant("group"), fc.constantFrom("a", "b", null)).map((one) => [one]),
  fc.tuple(fc.constantFrom("gt", "lte"), fc.constant("group"), scalar).map((one) => [one]),
  fc.constant([]),
);
const filter: fc.Arbitrary<unknown> = fc.letrec<{ filter: unknown }>((tie) => ({
  filter: fc.oneof(
    { depthSize: "small" },
    fc.tuple(
      fc.constantFrom("eq", "neq", "lt", "gte"),
      fc.tuple(fc.constant("field"), fc.constantFrom("rank", "group", "deep.at")),
      value,
    ),
    fc.tuple(fc.constantFrom("and", "or"), tie("filter"), tie("filter")),
    fc.tuple(fc.constant("not"), tie("filter")),
    fc.tuple(fc.constantFrom("add", "div"), scalar, scalar),
    fc.constantFrom(true, 1),
  ),
})).filter;
const operator = fc.oneof(
  filter.map((given) => ({ filter: given })),
  fc.oneof(fc.nat(4) as fc.Arbitrary<unknown>, fc.constantFrom(-1, 0.5, Number.NaN, "2")).map((limit) => ({ limit })),
);
const paging = fc.record(
  {
    numItems: fc.oneof(
      { weight: 6, arbitrary: fc.nat(6) as fc.Arbitrary<unknown> },
      fc.constantFrom(-1, Number.NaN, Infinity, "3", 0.5),
    ),
    cursor: fc.oneof({ weight: 6, arbitrary: fc.constant(null as unknown) }, fc.constantFrom("bad", 3), odd),
    endCursor: fc.constantFrom(null, "bad"),
    maximumRowsRead: fc.constantFrom(null, 1, 3, Number.NaN),
    maximumBytesRead: fc.constantFrom(null, 1, 1000),
    id: fc.nat(3),
    query: fc.constant("not this one"),
    pageSize: fc.constant(1),
  },
  { requiredKeys: ["numItems", "cursor"] },
);
const end = fc.oneof(
  { weight: 3, arbitrary: fc.constant("collect") },
  fc.constantFrom("first", "unique", "take", "each", "next", "twice", "reused", "late", "returned", "count"),
  { weight: 2, arbitrary: fc.constant("page") },
);
const query = fc
  .record({
    table,
    source: fc.oneof(
      { weight: 2, arbitrary: fc.constant({}) },
      { weight: 3, arbitrary: goodRange.map((range) => ({ index: "by_group", range })) },
      fc.array(bound, { maxLength: 3 }).map((range) => ({ index: "by_group", range })),
      fc.constantFrom(
        { index: "by_rank" },
        { index: "missing" },
        { index: "by_creation_time" },
        { index: "by_text" },
        {},
      ),
      fc
        .record({
          index: fc.constantFrom("by_text", "by_rank"),
          words: fc.constantFrom("one", "tw", ""),
          group: fc.constantFrom(undefined, "a", 1),
        })
        .map((search) => ({ search })),
    ),
    order: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom<unknown>(undefined, "asc", "desc") },
      fc.constantFrom<unknown>("up", { odd: "function" }, 1),
    ),
    operators: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(operator, { maxLength: 3 })),
    end,
    count: fc.oneof({ weight: 5, arbitrary: fc.nat(4) as fc.Arbitrary<unknown> }, fc.constantFrom(-1, "1", 0.5)),
    paging,
    isByTable: fc.boolean(),
    isSystem: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
  })
  .map(({ source, ...rest }): Step => ({ do: "query", ...rest, ...source }));
const get = fc
  .record({
    id,
    table: fc.oneof({ weight: 4, arbitrary: fc.constant<unknown>(undefined) }, table, odd),
    isByTable: fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0),
    isSystem: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
  })
  .map((given): Step => ({
    do: "get",
    ...given,
    ...(given.isByTable && typeof given.table !== "string" ? { table: "items" } : {}),
  }));
const budget = fc.oneof(
  { weight: 2, arbitrary: fc.constant<unknown>(undefined) },
  fc.record({ documentsRead: fc.nat(4) }),
  fc.record({ databaseQueries: fc.nat(2), documentsWritten: fc.nat(1) }),
);

const programOf = (step: fc.Arbitrary<Step>) =>
  fc.record({ steps: fc.array(step, { maxLength: 3 }), isStrict: fc.boolean(), ids: fc.constant<string[]>([]) });

const simpleRead: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: query },
  { weight: 4, arbitrary: get },
  fc.record({ table, id }).map((given) => ({ do: "normalize", ...given })),
  fc.constantFrom<Step>({ do: "metrics" }, { do: "about" }),
  value.map((given) => ({ do: "log", value: given })),
  { weight: 1, arbitrary: value.map((given) => ({ do: "answer", value: given })) },
);
/** One step of a query. */
export const reading: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: simpleRead },
  // A query among them comes last: through text its rows are read in turn with what was asked after it.
  fc
    .tuple(fc.array(get, { minLength: 1, maxLength: 3 }), fc.oneof(get, query))
    .map(([gets, last]) => ({ do: "together", steps: [...gets, last] })),
  fc.record({ program: programOf(simpleRead), limits: budget }).map((given) => ({ do: "nested", ...given })),
  fc.record({ program: programOf(simpleRead) }).map((given) => ({ do: "inChild", ...given })),
);
const anyTable = fc.oneof({ weight: 5, arbitrary: table as fc.Arbitrary<unknown> }, odd);
const change = {
  id,
  table: fc.oneof({ weight: 3, arbitrary: fc.constant<unknown>(undefined) }, { weight: 3, arbitrary: anyTable }),
  isByTable: fc.integer({ min: 0, max: 4 }).map((dice) => dice === 0),
};
const simpleWrite: fc.Arbitrary<Step> = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant("insert"), table: anyTable, value: fields, isByTable: fc.boolean() }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant("insert"), table: fc.constant("typed"), value: typedDocument }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("patch"), ...change, value: fields }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("replace"), ...change, value: fields, isSame: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("delete"), ...change }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("changeAfter", "stamp"), value: document }) },
  )
  .map((given): Step => given);
/** One step of a mutation. */
export const writing: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: simpleWrite },
  { weight: 2, arbitrary: simpleRead },
  fc
    .record({ program: programOf(fc.oneof(simpleWrite, simpleRead)), limits: budget })
    .map((given) => ({ do: "nested", kind: "write", ...given })),
  fc.record({ program: programOf(simpleWrite), value: document }).map((given) => ({ do: "queued", ...given })),
  fc
    .record({ program: programOf(fc.oneof(simpleWrite, simpleRead)) })
    .map((given) => ({ do: "inChild", kind: "write", ...given })),
);
/** Any value, also what is none. */
export const anything = value;
