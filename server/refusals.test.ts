import type { RefusedCall } from "@data-portal/engine";
import { expect, test } from "vitest";
import { createRateLimiter } from "./auth/rate-limit.ts";
import { createRefusalRecorder, PERSON_RULE, SAME_RULE, type RefusalReport } from "./refusals.ts";

function aRecorder() {
  const clock = { at: 0 };
  const reports: RefusalReport[] = [];
  const record = createRefusalRecorder({
    limiter: createRateLimiter({ now: () => clock.at }),
    send: (report) => void reports.push(report),
  });
  const refused = (changes: Partial<RefusedCall> & { readonly by?: string } = {}): void => {
    const { by = "eve", ...rest } = changes;
    record({
      kind: "mutation",
      path: "approvals/mutations:decide",
      args: {},
      requestId: "r-1",
      origin: { ip: "192.0.2.7", userAgent: null },
      data: { code: "not-eligible" },
      ...rest,
      identity: { subject: by, issuer: "i", tokenIdentifier: `i|${by}`, sid: `s-${by}` },
    });
  };
  return { clock, reports, refused };
}

test("what was refused is told with who tried, on what, and as which session", () => {
  const { reports, refused } = aRecorder();
  refused({
    args: { approvalId: "a1", comment: "mine", requestId: "x".repeat(65), count: 3 },
    data: { code: "not-allowed", capability: "approvals.decide", message: "m" },
  });
  expect(reports).toEqual([
    {
      tokenIdentifier: "i|eve",
      sessionId: "s-eve",
      kind: "mutation",
      path: "approvals/mutations:decide",
      code: "not-allowed",
      capability: "approvals.decide",
      origin: { requestId: "r-1", ip: "192.0.2.7" },
      subjects: { approvalId: "a1" },
      withheld: 0,
    },
  ]);
});

test("everyday mistakes are not told, nor what an open page asks while an impersonation begins", () => {
  const { reports, refused } = aRecorder();
  refused({ data: { code: "invalid-form" } });
  refused({ data: "text" });
  refused({ kind: "query", data: { code: "not-while-impersonating" } });
  expect(reports).toEqual([]);
});

test("the same refusal again and again is told a few times, and the rest is counted", () => {
  const { clock, reports, refused } = aRecorder();
  for (let time = 0; time < 50; time += 1) refused();
  expect(reports).toHaveLength(SAME_RULE.limit);
  clock.at += SAME_RULE.windowMs + 1;
  refused();
  expect(reports.at(-1)?.withheld).toBe(50 - SAME_RULE.limit);
  refused();
  expect(reports.at(-1)?.withheld).toBe(0);
});

test("nobody can flood the audit trail with refusals of many kinds, and nobody can silence another", () => {
  const { reports, refused } = aRecorder();
  for (let path = 0; path < 500; path += 1) refused({ path: `people/mutations:try${path}` });
  expect(reports).toHaveLength(PERSON_RULE.limit);
  refused({ by: "ada" });
  expect(reports.at(-1)).toMatchObject({ tokenIdentifier: "i|ada" });
});
