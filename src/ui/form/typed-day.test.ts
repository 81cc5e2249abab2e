import { expect, test } from "vitest";
import { shownDay, typedDay } from "./typed-day";

test.each([
  ["22/11/2026", false, "2026-11-22"],
  ["2/3/27", false, "2027-03-02"],
  ["2.3.2027", false, "2027-03-02"],
  [" 2 3 2027 ", false, "2027-03-02"],
  ["2026-11-22", false, "2026-11-22"],
  ["", false, ""],
  ["29/02/2028", false, "2028-02-29"],
  ["29/02/2027", false, null],
  ["11/22/2026", false, null],
  ["22/11", false, null],
  ["22/11/2026 14:00", false, null],
  ["22/11/2026 14:00", true, "2026-11-22T14:00"],
  ["22/11/2026, 9.05", true, "2026-11-22T09:05"],
  ["2026-11-22T14:00", true, "2026-11-22T14:00"],
  ["22/11/2026", true, null],
  ["22/11/2026 24:00", true, null],
  ["22/11/2026 tea", true, null],
] as const)("%j, timed %s, is kept as %j", (typed, isTimed, kept) => {
  expect(typedDay(typed, isTimed)).toBe(kept);
});

test("what is kept is shown the way it is typed, and read again as it was", () => {
  for (const kept of ["2026-11-22", "2026-11-22T14:00", "2028-02-29"]) {
    expect(typedDay(shownDay(kept), kept.includes("T"))).toBe(kept);
  }
  expect(shownDay("2026-11-22T14:00")).toBe("22/11/2026 14:00");
  expect(shownDay("")).toBe("");
});
