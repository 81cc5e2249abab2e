import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../lib/pure/time";
import { autoPolicyFor } from "./auto";
import { whyNotDelegate } from "./delegation";
import { countApprovals, rejectionsOf, requiredOf, stepStateAfter, type CountedDecision } from "./quorum";
import { dueEvents, nextTimerAt } from "./timers";

describe("how many have to approve", () => {
  test.each([
    [{ kind: "any" }, 5, 1],
    [{ kind: "all" }, 5, 5],
    [{ kind: "all" }, 0, 1],
    [{ kind: "count", count: 2 }, 5, 2],
    [{ kind: "count", count: 2 }, 1, 2],
    [{ kind: "percent", percent: 50 }, 5, 3],
    [{ kind: "percent", percent: 1 }, 3, 1],
    [{ kind: "percent", percent: 100 }, 4, 4],
    [{ kind: "percent", percent: 50 }, 0, 1],
    [{ kind: "majority" }, 1, 1],
    [{ kind: "majority" }, 2, 2],
    [{ kind: "majority" }, 3, 2],
    [{ kind: "majority" }, 4, 3],
    [{ kind: "majority" }, 5, 3],
  ] as const)("%j of %i is %i", (quorum, seats, required) => {
    expect(requiredOf(quorum, seats)).toBe(required);
  });
});

test("one rejection is a veto, except under a majority: there they have to make it impossible", () => {
  expect(
    ([{ kind: "any" }, { kind: "all" }, { kind: "count", count: 2 }, { kind: "percent", percent: 60 }] as const).map(
      (quorum) => rejectionsOf(quorum, 4),
    ),
  ).toEqual([1, 1, 1, 1]);
  expect([0, 1, 2, 3, 4, 5].map((seats) => rejectionsOf({ kind: "majority" }, seats))).toEqual([1, 1, 1, 2, 2, 3]);
});

const said = (decidedById: string, more: Partial<CountedDecision> = {}): CountedDecision => ({
  decidedById,
  human: decidedById,
  verdict: "approve",
  formHash: "f",
  at: 5,
  ...more,
});

describe("what counts (A2, R5)", () => {
  test.each<[string, CountedDecision[], number]>([
    ["two people", [said("ada"), said("bob")], 2],
    ["one person once", [said("ada"), said("ada")], 1],
    [
      "one human once, by whichever account",
      [said("ada", { human: "ada@ao.com" }), said("twin", { human: "ada@ao.com" })],
      1,
    ],
    ["a seat once, whoever decided from it", [said("ada"), said("zoe", { onBehalfOfId: "ada" })], 1],
    ["a delegate of two once", [said("zoe", { onBehalfOfId: "ada" }), said("zoe", { onBehalfOfId: "bob" })], 1],
    ["not what was about another form", [said("ada", { formHash: "g" })], 0],
    ["not what was before the step opened", [said("ada", { at: 1 })], 0],
    ["not questions", [said("ada", { verdict: "askInfo" })], 0],
    ["what is said in the moment the step opens", [said("ada", { at: 2 })], 1],
    ["not policies", [{ human: null, verdict: "approve", formHash: "f", at: 5 }], 0],
  ])("%s", (_name, decisions, count) => {
    expect(countApprovals(decisions, { formHash: "f", since: 2 })).toBe(count);
  });

  test("a rejection is a veto, whatever was approved", () => {
    const step = { required: 1, rejections: 1, formHash: "f", since: 2 };
    expect(stepStateAfter([said("ada")], step)).toBe("Approved");
    expect(stepStateAfter([said("ada"), said("bob", { verdict: "reject" })], step)).toBe("Rejected");
    expect(stepStateAfter([said("bob", { verdict: "reject", formHash: "old" })], step)).toBe("Active");
    expect(stepStateAfter([said("bob", { verdict: "reject", at: 1 })], step)).toBe("Active");
    expect(stepStateAfter([said("bob", { verdict: "reject", at: 2 })], step)).toBe("Rejected");
    expect(stepStateAfter([said("ada")], { ...step, required: 2 })).toBe("Active");
    const majority = { ...step, required: 2, rejections: 2 };
    const no = { verdict: "reject" as const };
    expect(stepStateAfter([said("ada", no)], majority)).toBe("Active");
    expect(stepStateAfter([said("ada", no), said("zoe", { ...no, onBehalfOfId: "ada" })], majority)).toBe("Active");
    expect(stepStateAfter([said("ada", no), said("bob", no)], majority)).toBe("Rejected");
  });
});

describe("timers (A4)", () => {
  const policy = { remindAfterHours: 1, escalateAfterHours: 2, expireAfterHours: 3 };
  const step = { policy, activatedAt: 0 };

  test.each([
    [0, []],
    [1, ["remind"]],
    [2, ["remind", "escalate"]],
    [3, ["expire"]],
    [9, ["expire"]],
  ] as const)("after %i hours: %j", (hours, events) => {
    expect(dueEvents(step, hours * HOUR_MS)).toEqual(events);
  });

  test("each fires once, is later by the time the clock stood still, and not at all while it does", () => {
    expect(dueEvents({ ...step, remindedAt: 1 }, HOUR_MS)).toEqual([]);
    expect(dueEvents({ ...step, pausedMs: HOUR_MS }, HOUR_MS)).toEqual([]);
    expect(dueEvents({ ...step, pausedAt: 1 }, 9 * HOUR_MS)).toEqual([]);
    expect(nextTimerAt({ ...step, remindedAt: 1, escalatedAt: 1 })).toBe(3 * HOUR_MS);
    expect(nextTimerAt({ ...step, pausedAt: 1 })).toBeUndefined();
  });
});

test("a policy approves only low risk with a duration it allows (A9)", () => {
  const own = { risk: "low", isThroughEyes: false } as const;
  const policy = { autoApprove: { policyId: "short", version: 1, maxDurationDays: 7 } };
  expect(autoPolicyFor(policy, { ...own, form: { durationDays: 7 } })).toEqual({ policyId: "short", version: 1 });
  for (const form of [{}, { durationDays: 8 }, { durationDays: 0 }, { durationDays: "7" }])
    expect(autoPolicyFor(policy, { ...own, form })).toBeNull();
  expect(autoPolicyFor({ ...policy, isHighRisk: true }, { ...own, form: { durationDays: 7 } })).toBeNull();
  expect(autoPolicyFor({}, { ...own, form: { durationDays: 7 } })).toBeNull();
  const looking = { autoApprove: { ...policy.autoApprove, where: [{ field: "license", values: ["viewer"] }] } };
  expect(autoPolicyFor(looking, { ...own, form: { durationDays: 7, license: "viewer" } })).toEqual({
    policyId: "short",
    version: 1,
  });
  for (const form of [{ durationDays: 7 }, { durationDays: 7, license: "creator" }])
    expect(autoPolicyFor(looking, { ...own, form })).toBeNull();
  expect(autoPolicyFor(policy, { ...own, isThroughEyes: true, form: { durationDays: 7 } })).toBeNull();
});

describe("a delegation", () => {
  const draft = {
    from: { id: "ada", status: "active" as const },
    to: { id: "zoe", status: "active" as const, name: "Zoe" },
    byId: "ada",
    reason: "Leave",
    startsAt: 10,
    endsAt: 20,
    others: { ofFrom: [], ofTo: [] },
    now: 5,
  };
  test.each([
    ["fine", {}, null],
    ["to oneself", { to: { ...draft.to, id: "ada" } }, "invalid-input"],
    ["for somebody else, to a colleague", { byId: "adam" }, null],
    ["for somebody else, to whoever arranges it", { byId: "zoe" }, "not-eligible"],
    ["to somebody suspended", { to: { ...draft.to, status: "suspended" as const } }, "not-eligible"],
    ["that ends before it starts", { endsAt: 10 }, "invalid-input"],
    ["that is over", { startsAt: 1, endsAt: 5 }, "invalid-input"],
    ["that is all but over", { startsAt: 1, endsAt: 6 }, null],
    ["for as long as allowed", { endsAt: 10 + 180 * DAY_MS }, null],
    ["with a reason as long as a book", { reason: "x".repeat(2001) }, "too-long"],
    ["from a time that is none", { startsAt: Number.NaN }, "invalid-input"],
    ["until a time that is none", { endsAt: Number.NaN }, "invalid-input"],
    ["from the beginning of time", { startsAt: Number.NEGATIVE_INFINITY }, "invalid-input"],
    ["for longer than allowed", { endsAt: 181 * DAY_MS }, "invalid-input"],
    ["without a reason", { reason: " " }, "reason-required"],
    ["beside another", { others: { ofFrom: [{ startsAt: 19, endsAt: 30 }], ofTo: [] } }, "duplicate"],
    ["after another", { others: { ofFrom: [{ startsAt: 20, endsAt: 30 }], ofTo: [] } }, null],
    [
      "beside one for other types",
      { typeKeys: ["a"], others: { ofFrom: [{ startsAt: 19, endsAt: 30, typeKeys: ["b"] }], ofTo: [] } },
      null,
    ],
    ["before another", { others: { ofFrom: [{ startsAt: 1, endsAt: 10 }], ofTo: [] } }, null],
    [
      "long before another for the same types",
      { typeKeys: ["a"], others: { ofFrom: [{ startsAt: 40, endsAt: 50, typeKeys: ["a"] }], ofTo: [] } },
      null,
    ],
    [
      "beside one for one of its types",
      { typeKeys: ["a", "b"], others: { ofFrom: [{ startsAt: 19, endsAt: 30, typeKeys: ["b", "c"] }], ofTo: [] } },
      "duplicate",
    ],
    ["to somebody who is away at another time", { others: { ofFrom: [], ofTo: [{ startsAt: 20, endsAt: 30 }] } }, null],
    ["to somebody who is away, too", { others: { ofFrom: [], ofTo: [{ startsAt: 12, endsAt: 13 }] } }, "not-eligible"],
  ])("%s", (_name, more, code) => {
    expect(whyNotDelegate({ ...draft, ...more })?.code ?? null).toBe(code);
  });
});
