import { expect, test } from "vitest";
import { formatMoney } from "./money";

test("money is written the American way, in dollars unless told otherwise", () => {
  expect(formatMoney(1234.5)).toBe("$1,234.50");
  expect(formatMoney(-3)).toBe("-$3.00");
  expect(formatMoney(0)).toBe("$0.00");
  expect(formatMoney(10, "EUR")).toBe("€10.00");
});

test("what is not a number is a dash", () => {
  expect([Number.NaN, null, undefined].map((amount) => formatMoney(amount))).toEqual(["-", "-", "-"]);
});
