import { describe, expect, test } from "vitest";
import { HOUR_MS } from "../../../lib/pure/time";
import { seatToDecideFrom, whyNotDecide, type DecideFacts, type DecisionView, type SeatView } from "./guard";

const seat = (personId: string, more: Partial<SeatView> = {}): SeatView => ({
  id: `seat-${personId}`,
  personId,
  source: "rule",
  activeFrom: 0,
  ...more,
});
const approvedBy = (decidedById: string, more: Partial<DecisionView> = {}): DecisionView => ({
  decidedById,
  human: decidedById,
  byName: decidedById,
  verdict: "approve",
  formHash: "f",
  at: 5,
  ...more,
});

function facts(more: Partial<DecideFacts> = {}, decider: Partial<DecideFacts["decider"]> = {}): DecideFacts {
  const id = decider.id ?? "ada";
  return {
    verdict: "approve",
    comment: "",
    now: 10,
    decider: {
      id,
      human: id,
      status: "active",
      isSuperAdmin: false,
      isAdministrator: false,
      isImpersonating: false,
      ...decider,
    },
    approval: { state: "Pending", formHash: "f" },
    request: { formHash: "f", hasOpenQuestion: false },
    shownFormHash: "f",
    step: { state: "Active", activatedAt: 1 },
    conflicts: new Map(),
    earlierDeciders: new Set(),
    seats: [seat("ada"), seat("bob")],
    decisions: [],
    ...more,
  };
}

const codeFor = (more: Partial<DecideFacts>, decider: Partial<DecideFacts["decider"]> = {}) =>
  whyNotDecide(facts(more, decider))?.code ?? null;

test("somebody with an unused seat in an open step of the form they saw decides", () => {
  expect(whyNotDecide(facts())).toBeNull();
});

describe("nobody decides", () => {
  test.each<[string, string, Partial<DecideFacts>, Partial<DecideFacts["decider"]>]>([
    ["while they impersonate somebody", "not-while-impersonating", {}, { isImpersonating: true }],
    ["when they are not active", "not-active", {}, { status: "suspended" }],
    [
      "when they are party to it, seat or not",
      "not-eligible",
      { conflicts: new Map([["ada", "Made the request"]]) },
      {},
    ],
    ["who decided an earlier step of distinct ones", "not-eligible", { earlierDeciders: new Set(["ada"]) }, {}],
    ["without a seat", "not-eligible", { seats: [seat("bob")] }, {}],
    ["from a seat that is over", "not-eligible", { seats: [seat("ada", { activeTo: 10 })] }, {}],
    ["from a seat that has not begun", "not-eligible", { seats: [seat("ada", { activeFrom: 11 })] }, {}],
    ["twice", "already-decided", { decisions: [approvedBy("ada")] }, {}],
    ["after their delegate did", "already-decided", { decisions: [approvedBy("zoe", { onBehalfOfId: "ada" })] }, {}],
    [
      "when the step is settled",
      "already-decided",
      { step: { state: "Approved", activatedAt: 1 }, decisions: [approvedBy("bob")] },
      {},
    ],
    [
      "when the step expired",
      "wrong-state",
      { step: { state: "Expired", activatedAt: 1 }, approval: { state: "Expired", formHash: "f" } },
      {},
    ],
    ["about a step to come", "wrong-state", { step: { state: "Waiting", activatedAt: 1 } }, {}],
    ["about a form they did not see", "form-changed", { shownFormHash: "g" }, {}],
    [
      "about a form that is no longer the request's",
      "form-changed",
      { request: { formHash: "g", hasOpenQuestion: false } },
      {},
    ],
    ["against it without a word", "reason-required", { verdict: "reject" }, {}],
    ["with too many words", "too-long", { comment: "x".repeat(2001) }, {}],
    [
      "asking while a question is open",
      "wrong-state",
      { verdict: "askInfo", comment: "?", request: { formHash: "f", hasOpenQuestion: true } },
      {},
    ],
    ["by break-glass without being a super admin", "not-allowed", { verdict: "breakGlass", comment: "!" }, {}],
    [
      "by break-glass about their own",
      "not-eligible",
      { verdict: "breakGlass", comment: "!", conflicts: new Map([["ada", "The request is for them"]]) },
      { isSuperAdmin: true },
    ],
    ["back what was not approved", "wrong-state", { verdict: "takeBack", comment: "!" }, {}],
    [
      "back what others approved, without a seat",
      "not-eligible",
      { verdict: "takeBack", comment: "!", approval: { state: "Approved", formHash: "f" }, seats: [] },
      {},
    ],
  ])("%s", (_name, code, more, decider) => {
    expect(codeFor(more, decider)).toBe(code);
  });
});

describe("somebody still decides", () => {
  test.each<[string, Partial<DecideFacts>, Partial<DecideFacts["decider"]>]>([
    ["after a decision about an earlier opening of the step", { decisions: [approvedBy("ada", { at: 0 })] }, {}],
    [
      "who rejects although they decided an earlier step",
      { verdict: "reject", comment: "No", earlierDeciders: new Set(["ada"]) },
      {},
    ],
    ["by break-glass without a seat", { verdict: "breakGlass", comment: "!", seats: [] }, { isSuperAdmin: true }],
    [
      "back what was approved, as an administrator",
      { verdict: "takeBack", comment: "!", approval: { state: "Approved", formHash: "f" }, seats: [] },
      { isAdministrator: true },
    ],
  ])("%s", (_name, more, decider) => {
    expect(codeFor(more, decider)).toBeNull();
  });
});

test("who says no names the one who decided, and when", () => {
  expect(
    whyNotDecide(
      facts({
        step: { state: "Approved", activatedAt: 1 },
        decisions: [approvedBy("bob", { byName: "Bob Fisher", at: 0 + 9 * HOUR_MS })],
      }),
    ),
  ).toMatchObject({
    by: "Bob Fisher",
    at: 32_400_000,
    message: "Bob Fisher approved this at 09:00 UTC.",
  });
});

test("one's own seat is used before one held for somebody else, and that one when one's own is used", () => {
  const held = seat("ada", { id: "for-bob", source: "delegation", fromPersonId: "bob" });
  expect(seatToDecideFrom(facts({ seats: [held, seat("ada")] }))?.id).toBe("seat-ada");
  expect(seatToDecideFrom(facts({ seats: [held] }))?.id).toBe("for-bob");
  expect(seatToDecideFrom(facts({ seats: [held], decisions: [approvedBy("bob")] }))).toBeNull();
});
