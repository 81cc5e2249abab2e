import { expect, test } from "vitest";
import { linesOf } from "./icon-lines.ts";

test("each shape becomes a line of the one path", () => {
  expect(
    linesOf([
      ["path", { d: "M3 3v16", key: "a" }],
      ["line", { x1: "1", y1: "2", x2: "3", y2: "4" }],
    ]),
  ).toBe("M3 3v16M1 2L3 4");
  expect(linesOf([["circle", { cx: "12", cy: "12", r: "10" }]])).toBe("M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0Z");
  expect(linesOf([["ellipse", { cx: "12", cy: "5", rx: "9", ry: "3" }]])).toBe("M3 5a9 3 0 1 0 18 0a9 3 0 1 0 -18 0Z");
  expect(linesOf([["rect", { x: "3", y: "4", width: "8", height: "6" }]])).toBe("M3 4h8v6h-8Z");
  expect(linesOf([["rect", { x: "3", y: "4", width: "8", height: "6", rx: "1" }]])).toBe(
    "M4 4h6a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1Z",
  );
  expect(linesOf([["polyline", { points: "1 2 3 4" }]])).toBe("M1 2 3 4");
  expect(linesOf([["polygon", { points: "1 2 3 4 5 6" }]])).toBe("M1 2 3 4 5 6Z");
});

test("a line begins where its own shape does, whatever stands before it", () => {
  expect(
    linesOf([
      ["path", { d: "M3 3v16" }],
      ["path", { d: "m9 9 2 2" }],
    ]),
  ).toBe("M3 3v16M0 0m9 9 2 2");
});

test("a shape with a colour of its own is left to the library", () => {
  expect(linesOf([["circle", { cx: "12", cy: "12", r: "1", fill: "currentColor" }]])).toBeNull();
  expect(
    linesOf([
      ["path", { d: "M3 3v16" }],
      ["g", {}],
    ]),
  ).toBeNull();
});
