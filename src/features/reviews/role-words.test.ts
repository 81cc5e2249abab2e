import { expect, test } from "vitest";
import { reviewName, reviewTitle } from "./role-words";

const domain = "Cloud cost";
const role = { name: "CLOUD_COST_READ", description: "", level: "read" } as const;

test.each([
  [null, "Cloud cost", "Access to Cloud cost"],
  [role, "Read Cloud cost", "Who can read Cloud cost"],
  [{ ...role, level: "write", environment: "production" }, "Write to Cloud cost", "Who can write to Cloud cost"],
  [{ ...role, environment: "test" }, "Read Cloud cost (test)", "Who can read Cloud cost (test)"],
  [{ ...role, level: null }, "CLOUD_COST_READ", "Who has CLOUD_COST_READ"],
] as const)("a review of %j is called by what it opens", (of, name, title) => {
  expect(reviewName({ role: of, domain })).toBe(name);
  expect(reviewTitle({ role: of, domain })).toBe(title);
});
