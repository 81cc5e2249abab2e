import { expect, test } from "vitest";
import { localInput } from "./local-input";

test("a time stands in a date field as its reader's clock shows it", () => {
  expect(new Date(localInput(1_772_000_040_000)).getTime()).toBe(1_772_000_040_000);
});
