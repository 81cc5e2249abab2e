import { describe, expect, test } from "vitest";
import { breakWords } from "./chain";
import { concernOf, isInScope, auditScopeOf } from "./concern";
import { actionWords, fieldWords, targetName } from "./eventWords";

describe("words", () => {
  test.each([
    ["session.signInFailed", "Sign-in failed"],
    ["request.submitted", "Request submitted"],
    ["dataProduct.ownerChanged", "Data product owner changed"],
    ["", ""],
  ])("%s reads %j", (action, words) => {
    expect(actionWords(action)).toBe(words);
  });

  test.each([
    ["startedAt", "Started at"],
    ["ip", "IP"],
    ["business_area_id", "Business area ID"],
  ])("field %s reads %j", (field, words) => {
    expect(fieldWords(field)).toBe(words);
  });

  test("a target without a name is told by its id", () => {
    expect([
      targetName({ type: "task", id: "t1", label: "Grant role" }),
      targetName({ type: "request", id: "r1" }),
    ]).toEqual(["Task Grant role", "Request r1"]);
  });

  test.each([
    ["missing", "Event 4 is missing."],
    ["unhashed", "Event 4 has no hash although the chain had begun."],
  ] as const)("a break by what is %s names the event", (problem, words) => {
    expect(breakWords({ sequence: 4, problem })).toBe(words);
  });
});

describe("concern", () => {
  test.each([
    ["domain.archived", [], "domains"],
    ["budget.raised", [], "cost"],
    ["approval.decided", [{ type: "approval" }, { type: "domain" }], "domains"],
    ["task.started", [{ type: "task" }], "general"],
  ] as const)("%s about %j concerns %s", (action, targets, concern) => {
    expect(concernOf(action, targets)).toBe(concern);
  });

  test.each([
    [["staff"], "general", "other", false],
    [["staff"], "domains", "me", true],
    [["staff", "governance"], "domains", "other", true],
    [["staff", "governance"], "cost", "other", false],
    [["staff", "finops"], "cost", "other", true],
    [["staff", "admin"], "general", "other", true],
    [["staff", "superAdmin"], "cost", "other", true],
  ] as const)("%j reads an event of concern %s by %s: %s", (roles, concern, personId, is) => {
    expect(isInScope(auditScopeOf(roles, "me"), { concern, actor: { personId } })).toBe(is);
  });

  test("what somebody did through another's eyes is their own, too", () => {
    expect(
      isInScope(auditScopeOf(["staff"], "me"), { actor: { personId: "other" }, impersonator: { personId: "me" } }),
    ).toBe(true);
  });
});
