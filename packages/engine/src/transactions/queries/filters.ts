/**
 * Filter expressions of `.filter(q => ...)`, evaluated on a document. Comparisons use Convex order
 * across types; arithmetic wants two numbers of one type; logic wants booleans.
 */

import { displayValue } from "../../values/display.ts";
import {
  floatJson,
  integerJson,
  isJsonObject,
  isUndefinedJson,
  unwrap,
  valueAtPath,
  wrapperKey,
} from "../../values/json.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import { compareJson } from "../../values/keys.ts";

type Result = Json | undefined;
type Evaluate = (document: JsonObject) => Result;

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  $eq: (order) => order === 0,
  $neq: (order) => order !== 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
};

const ARITHMETIC: Readonly<Record<string, { float(a: number, b: number): number; int(a: bigint, b: bigint): bigint }>> =
  {
    $add: { float: (a, b) => a + b, int: (a, b) => a + b },
    $sub: { float: (a, b) => a - b, int: (a, b) => a - b },
    $mul: { float: (a, b) => a * b, int: (a, b) => a * b },
    $div: { float: (a, b) => a / b, int: (a, b) => a / b },
    $mod: { float: (a, b) => a % b, int: (a, b) => a % b },
  };

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

function numberOf(value: Result): number | bigint | null {
  if (typeof value === "number") return value;
  if (!isJsonObject(value)) return null;
  const wrapper = wrapperKey(value);
  const scalar = wrapper === null ? null : unwrap(value, wrapper);
  return scalar?.kind === "int64" || scalar?.kind === "float64" ? scalar.value : null;
}

function int64(value: bigint, operator: string): Json {
  if (value < MIN_INT64 || value > MAX_INT64) throw new Error(`Integer overflow in filter expression: ${operator}`);
  return integerJson(value);
}

function arithmetic(operator: string, left: Result, right: Result): Json {
  const [a, b] = [numberOf(left), numberOf(right)];
  const how = ARITHMETIC[operator] as { float(a: number, b: number): number; int(a: bigint, b: bigint): bigint };
  if (typeof a === "number" && typeof b === "number") return floatJson(how.float(a, b));
  if (typeof a === "bigint" && typeof b === "bigint") {
    if (b === 0n && (operator === "$div" || operator === "$mod")) {
      throw new Error(`Division by zero in filter expression: ${operator}`);
    }
    return int64(how.int(a, b), operator);
  }
  throw new Error(
    `Filter expression ${operator} expects two numbers of the same type, got ${displayValue(left)} and ${displayValue(right)}`,
  );
}

function negate(value: Result): Json {
  const number = numberOf(value);
  if (typeof number === "number") return floatJson(-number);
  if (typeof number === "bigint") return int64(-number, "$neg");
  throw new Error(`Filter expression $neg expects a number, got ${displayValue(value)}`);
}

function boolean(operator: string, value: Result): boolean {
  if (typeof value === "boolean") return value;
  throw new Error(`Filter expression ${operator} expects booleans, got ${displayValue(value)}`);
}

function compileField(path: Json): Evaluate {
  if (typeof path !== "string") throw new Error("Filter expression $field expects a field path");
  const steps = path.split(".");
  return (document) => valueAtPath(document, steps);
}

function compileList(operator: string, operand: Json, length?: number): Evaluate[] {
  if (!Array.isArray(operand) || (length !== undefined && operand.length !== length)) {
    throw new Error(`Malformed filter expression ${operator}`);
  }
  return operand.map(compile);
}

function compile(expression: Json): Evaluate {
  const operators = isJsonObject(expression) ? Object.keys(expression) : [];
  const operator = operators[0];
  if (!isJsonObject(expression) || operators.length !== 1 || operator === undefined) {
    throw new Error("Malformed filter expression");
  }
  const operand = expression[operator] as Json;
  const comparison = COMPARISONS[operator];
  if (comparison !== undefined) {
    const [left, right] = compileList(operator, operand, 2) as [Evaluate, Evaluate];
    return (document) => comparison(compareJson(left(document), right(document)));
  }
  if (operator in ARITHMETIC) {
    const [left, right] = compileList(operator, operand, 2) as [Evaluate, Evaluate];
    return (document) => arithmetic(operator, left(document), right(document));
  }
  switch (operator) {
    case "$field":
      return compileField(operand);
    case "$literal": {
      const literal = isUndefinedJson(operand) ? undefined : operand;
      return () => literal;
    }
    case "$neg":
    case "$not": {
      const inner = compile(operand);
      if (operator === "$neg") return (document) => negate(inner(document));
      return (document) => !boolean(operator, inner(document));
    }
    case "$and": {
      const all = compileList(operator, operand);
      return (document) => all.every((inner) => boolean(operator, inner(document)));
    }
    case "$or": {
      const any = compileList(operator, operand);
      return (document) => any.some((inner) => boolean(operator, inner(document)));
    }
    default:
      throw new Error(`Unknown filter expression ${operator}`);
  }
}

/** Turns a filter expression into a test of documents. */
export function compileFilter(expression: Json): (document: JsonObject) => boolean {
  const evaluate = compile(expression);
  return (document) => {
    const result = evaluate(document);
    if (typeof result === "boolean") return result;
    throw new Error(`Filter expressions must evaluate to a boolean, got ${displayValue(result)}`);
  };
}
