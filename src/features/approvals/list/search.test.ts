import { expect, test } from "vitest";
import { parseApprovalsSearch } from "./search";

test("what the URL cannot say is the default", () => {
  expect(parseApprovalsSearch({ tab: "nonsense", risk: "huge", q: 5 })).toEqual({});
  expect(parseApprovalsSearch({ tab: "decided", q: "ada", risk: "high", type: "x" })).toEqual({
    tab: "decided",
    q: "ada",
    risk: "high",
    type: "x",
  });
});
