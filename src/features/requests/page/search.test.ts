import { expect, test } from "vitest";
import { parseDetailSearch } from "./search";

test("a link to a tab opens it; the default and what is unknown are left out", () => {
  expect(parseDetailSearch({ tab: "history" })).toEqual({ tab: "history" });
  expect(parseDetailSearch({ tab: "conversation" })).toEqual({});
  expect(parseDetailSearch({ tab: ["history"], x: 1 })).toEqual({});
});
