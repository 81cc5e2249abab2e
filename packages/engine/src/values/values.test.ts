import { convexToJson, getConvexSize } from "convex/values";
import type { Value } from "convex/values";
import { v } from "convex/values";
import { describe, expect, test } from "vitest";
import { displayValue } from "./display.ts";
import type { Json } from "./json.ts";
import { checkDocumentFields, checkValue } from "./limits.ts";
import { valueSize } from "./size.ts";
import { checkArgs, checkReturns, checkValidator } from "./validators.ts";
import type { ValidatorJson } from "./validators.ts";

const TABLES = {
  tableOfId: (id: string): string | null => (id.startsWith("note") ? "notes" : id.startsWith("user") ? "users" : null),
};

function json(validator: unknown): ValidatorJson {
  return (validator as { json: ValidatorJson }).json;
}

const SAMPLES: Value[] = [
  null,
  true,
  1,
  -0,
  NaN,
  5n,
  "",
  "aé€😀",
  new Uint8Array([1, 2, 3]).buffer,
  new ArrayBuffer(0),
  [],
  [1, "a"],
  {},
  { a: 1, b: { c: [null] } },
];

describe("sizes", () => {
  test.each(SAMPLES.map((value) => convexToJson(value) as Json).map((json, i) => ({ json, i })))(
    "[VAL6] the size of $json is Convex's",
    ({ json: sample, i }) => {
      expect(valueSize(sample)).toBe(getConvexSize(SAMPLES[i]));
      expect(checkValue(sample).size).toBe(getConvexSize(SAMPLES[i]));
    },
  );
});

describe("canonical form", () => {
  test("[VAL7] a canonical value is handed back as it is", () => {
    const value: Json = { a: [1, { b: "x" }], c: { $integer: "AQAAAAAAAAA=" } };
    expect(checkValue(value).value).toBe(value);
  });

  test("[VAL7] fields are sorted at every level and needless or missing wrappers mended", () => {
    const { value } = checkValue({ b: [{ z: 1, a: { $float: "AAAAAAAA8D8=" } }], a: -0 });
    expect(JSON.stringify(value)).toBe('{"a":{"$float":"AAAAAAAAAIA="},"b":[{"a":1,"z":1}]}');
  });

  test("[VAL7] a field named __proto__ stays a field", () => {
    const { value } = checkValue(JSON.parse('{"b":1,"__proto__":{"x":1}}') as Json);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1},"b":1}');
  });

  test("[VAL8] the commit timestamp placeholder becomes the timestamp", () => {
    expect(checkDocumentFields({ at: { $commitTs: null } }, 1n).value).toEqual({ at: { $integer: "AQAAAAAAAAA=" } });
  });

  test("[VAL8] undefined is no value", () => {
    expect(() => checkValue([{ $undefined: null }])).toThrow("undefined is not a valid Convex value");
  });
});

describe("validators", () => {
  const accepted: [string, ValidatorJson, Json][] = [
    ["null", json(v.null()), null],
    ["number", json(v.number()), 1.5],
    ["wrapped number", json(v.number()), { $float: "AAAAAAAAAIA=" }],
    ["bigint", json(v.int64()), { $integer: "AQAAAAAAAAA=" }],
    ["bytes", json(v.bytes()), { $bytes: "AQ==" }],
    ["any", json(v.any()), { a: [1] }],
    ["literal", json(v.literal("a")), "a"],
    ["bigint literal", json(v.literal(1n)), { $integer: "AQAAAAAAAAA=" }],
    ["id", json(v.id("notes")), "note1"],
    ["array", json(v.array(v.string())), ["a"]],
    ["record", json(v.record(v.string(), v.number())), { a: 1 }],
    ["record of ids", json(v.record(v.id("notes"), v.number())), { note1: 1 }],
    ["union", json(v.union(v.string(), v.null())), null],
    ["optional absent", json(v.object({ a: v.optional(v.string()) })), {}],
  ];
  test.each(accepted)("[VAL9] %s matches", (_name, validator, value) => {
    expect(checkValidator(validator, value, TABLES)).toBeNull();
  });

  const refused: [string, ValidatorJson, Json, string][] = [
    [
      "a wrong scalar",
      json(v.object({ a: v.array(v.number()) })),
      { a: [1, "x"] },
      'Value does not match validator.\nPath: .a[1]\nValue: "x"\nValidator: v.float64()',
    ],
    ["a float for an int", json(v.int64()), 1, "Value does not match validator.\nValue: 1.0\nValidator: v.int64()"],
    [
      "an object for bytes",
      json(v.object({})),
      { $bytes: "AQ==" },
      "Value does not match validator.\nValue: [1 bytes]\nValidator: v.object({})",
    ],
    [
      "no member of a union",
      json(v.union(v.literal("a"), v.literal(2))),
      "b",
      'Value does not match validator.\nValue: "b"\nValidator: v.union(v.literal("a"), v.literal(2.0))',
    ],
    [
      "a missing field",
      json(v.object({ name: v.string(), age: v.optional(v.number()) })),
      { age: 3 },
      "Object is missing the required field `name`. Consider wrapping the field validator in `v.optional(...)` if this is expected.\n\nObject: {age: 3.0}\nValidator: v.object({age: v.optional(v.float64()), name: v.string()})",
    ],
    [
      "an extra field",
      json(v.object({ o: v.object({}) })),
      { o: { b: null } },
      "Object contains extra field `b` that is not in the validator.\n\nPath: .o\nObject: {b: null}\nValidator: v.object({})",
    ],
    [
      "an id of another table",
      json(v.object({ a: v.id("notes") })),
      { a: "user1" },
      'Found ID "user1" from table `users`, which does not match the table name in validator `v.id("notes")`.\nPath: .a',
    ],
    ["no id", json(v.id("notes")), "x", 'Value does not match validator.\nValue: "x"\nValidator: v.id("notes")'],
    [
      "a record key",
      json(v.record(v.id("notes"), v.any())),
      { x: 1 },
      'Value does not match validator.\nPath: .x\nValue: "x"\nValidator: v.id("notes")',
    ],
  ];
  test.each(refused)("[VAL10] %s is refused naming path, value and validator", (_name, validator, value, message) => {
    expect(checkValidator(validator, value, TABLES)).toBe(message);
  });

  test("[VAL11] arguments and results are refused under their own names", () => {
    expect(() => checkArgs(json(v.object({})), { a: 1 }, TABLES)).toThrow(
      /^ArgumentValidationError: Object contains extra field `a`/,
    );
    expect(() => checkReturns(json(v.string()), 1, TABLES)).toThrow(
      /^ReturnsValidationError: Value does not match validator/,
    );
    expect(() => checkReturns(null, 1, TABLES)).not.toThrow();
  });

  test("[VAL11] long values are cut in messages", () => {
    expect(displayValue("x".repeat(50_000)).length).toBe(16_384);
  });
});
