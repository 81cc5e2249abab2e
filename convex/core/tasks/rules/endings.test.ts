import { expect, test } from "vitest";
import { endingOf, TASK_ENDINGS } from "./endings";

test("a decision that nobody made in time is no fault, and a system that did not answer is one", () => {
  const kindOf = (type: string, outcome: "timed_out" | "rejected" | "error" | "cancelled") => {
    const ending = endingOf({ type, outcome });
    return ending && TASK_ENDINGS[ending].kind;
  };
  expect(kindOf("approve_access", "timed_out")).toBe("decision");
  expect(kindOf("approve_access", "rejected")).toBe("decision");
  expect(kindOf("grant_access", "timed_out")).toBe("fault");
  expect(kindOf("grant_access", "error")).toBe("fault");
  expect(kindOf("grant_access", "cancelled")).toBe("decision");
  expect(endingOf({ type: "grant_access", outcome: undefined })).toBeNull();
});
