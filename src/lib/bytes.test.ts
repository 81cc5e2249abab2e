import { expect, test } from "vitest";
import { formatBytes } from "./bytes";

test.each([
  ["bytes are whole", 512, "512 B"],
  ["thousands are kilobytes", 1000, "1.0 kB"],
  ["small amounts keep one decimal", 24_120_000, "24.1 MB"],
  ["large amounts keep none", 240_000_000, "240 MB"],
  ["rounding never shows 1000 of a smaller unit", 999_950, "1.0 MB"],
  ["the largest unit takes what is above it", 5e15, "5000 TB"],
  ["nothing is nothing", 0, "0 B"],
  ["an unknown size is a dash", Number.NaN, "-"],
  ["a negative size is a dash", -1, "-"],
])("%s", (_guarantee, bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
