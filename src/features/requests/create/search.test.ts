import { expect, test } from "vitest";
import { parseCreateSearch } from "./search";

test("the URL holds type, draft, words and answers; anything else is left out", () => {
  expect(
    parseCreateSearch({ type: "warehouse", draft: 3, q: "", "field.days": 30, "field.list": [1], other: "x" }),
  ).toEqual({ type: "warehouse", "field.days": 30 });
});
