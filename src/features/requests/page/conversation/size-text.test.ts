import { expect, test } from "vitest";
import { sizeText } from "./size-text";

test("sizes of files", () => {
  expect([sizeText(10), sizeText(20_480), sizeText(1_572_864)]).toEqual(["10 B", "20 kB", "1.5 MB"]);
});
