import { expect, test } from "vitest";
import { appliesAtOf, type SecondFacts, whyNotRefuse, whyNotSecond } from "./rules";

const stranger: SecondFacts = {
  state: "open",
  expiresAt: 100,
  isActive: true,
  isProposer: false,
  isParty: false,
  isSponsored: false,
  isDelegate: false,
  isImpersonated: false,
  hasUsedParty: false,
};

test("an active stranger confirms until the time is over", () => {
  expect(whyNotSecond(stranger, 99)).toBeNull();
  expect(whyNotSecond(stranger, 100)).toEqual({ code: "wrong-state", status: "expired" });
  expect(whyNotSecond({ ...stranger, state: "refused" }, 0)).toEqual({ code: "wrong-state", status: "refused" });
});

test.each([
  ["inactive", { isActive: false }],
  ["the proposer", { isProposer: true }],
  ["whom it is about", { isParty: true }],
  ["invited, promoted or restored by the other", { isSponsored: true }],
  ["standing in for the other", { isDelegate: true }],
  ["used by the other", { isImpersonated: true }],
  ["somebody who used the portal as whom it is about", { hasUsedParty: true }],
])("nobody who is %s confirms", (_name, facts) => {
  expect(whyNotSecond({ ...stranger, ...facts }, 0)).toMatchObject({ code: "not-eligible" });
});

test("refusing is the safe side: only the proposer and whom it is about do not", () => {
  expect(whyNotRefuse({ ...stranger, isSponsored: true, isDelegate: true, isImpersonated: true }, 0)).toBeNull();
  expect(whyNotRefuse({ ...stranger, isProposer: true }, 0)).toMatchObject({ code: "not-eligible" });
  expect(whyNotRefuse({ ...stranger, isParty: true }, 0)).toMatchObject({ code: "not-eligible" });
});

test("with fewer than three super admins a change waits instead", () => {
  expect([0, 1, 2, 3].map((count) => appliesAtOf(count, 7, 100))).toEqual([107, 107, 107, null]);
});
