import { describe, expect, test } from "vitest";
import {
  MAX_CART_ITEMS,
  needsJustification,
  sentForm,
  whyNotAddToCart,
  whyNotJustification,
  whyNotKeepJustification,
} from "./cart";

test.each([
  ["", "Justification is required"],
  ["   \n ", "Justification is required"],
  ["because", "Justification must be at least 20 characters"],
  ["x".repeat(2001), "Justification must be less than 2000 characters"],
  [`${"x".repeat(30)}\u202E`, "Justification must not contain characters that change the writing direction"],
  ["x".repeat(20), null],
  ["x".repeat(2000), null],
])("a justification is held to the rule of a reason: %j", (text, said) => {
  expect(whyNotJustification(text)).toBe(said);
});

describe("the reason an item is sent with", () => {
  test("is its own, unless it has none or the justification was chosen", () => {
    expect(needsJustification({ form: { reason: "Own" }, takesJustification: false })).toBe(false);
    expect(needsJustification({ form: { reason: "Own" }, takesJustification: true })).toBe(true);
    expect(needsJustification({ form: { reason: "  " }, takesJustification: false })).toBe(true);
    expect(sentForm({ form: { a: 1, reason: "Own" }, takesJustification: false }, "Shared")).toEqual({
      a: 1,
      reason: "Own",
    });
    expect(sentForm({ form: { a: 1 }, takesJustification: false }, "Shared")).toEqual({ a: 1, reason: "Shared" });
  });
});

test("a cart is full at twenty", () => {
  expect(whyNotAddToCart(MAX_CART_ITEMS - 1)).toBeNull();
  expect(whyNotAddToCart(MAX_CART_ITEMS)).toMatchObject({ code: "too-many", max: 20 });
});

test("what is written is kept, right or wrong, within bounds", () => {
  expect(whyNotKeepJustification("x".repeat(5000))).toBeNull();
  expect(whyNotKeepJustification("x".repeat(20_001))).toMatchObject({ code: "too-long" });
  expect(whyNotKeepJustification("\uD800")).toMatchObject({ code: "invalid-input" });
});
