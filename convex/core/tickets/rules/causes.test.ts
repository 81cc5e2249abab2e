import { describe, expect, test } from "vitest";
import type { TicketProof } from "../table";
import { AGENT_CAUSES, CAUSES, isProvenDone, whyNotCause, whyNotFollows, whyNotRecause } from "./causes";

const requestId = "r1" as never;
const ended = (status: "Completed" | "Rejected"): TicketProof => ({
  requestId,
  status,
  endedAt: 0,
  tasks: 1,
  proven: 1,
});
const task = (isSkipped: boolean): TicketProof => ({
  requestId,
  taskId: "t1" as never,
  title: "Grant the role",
  isSkipped,
  isProven: !isSkipped,
  endedAt: 0,
});

describe("a resolution cause [S34]", () => {
  test("goes with an answer that resolves its ticket, and with no other", () => {
    expect(whyNotFollows("resolve", "howTo", undefined)).toBeNull();
    expect(whyNotFollows(undefined, undefined, undefined)).toBeNull();
    expect(whyNotFollows("wait", undefined, undefined)).toBeNull();
    expect(whyNotFollows("resolve", undefined, undefined)).toMatchObject({ message: "Choose a resolution cause." });
    expect(whyNotFollows("wait", "howTo", undefined)).toMatchObject({ code: "invalid-input" });
    expect(whyNotFollows(undefined, "howTo", undefined)).toMatchObject({ code: "invalid-input" });
    expect(whyNotFollows("resolve", "proven", undefined)).toMatchObject({ code: "not-eligible" });
  });

  test("is what it waited for only where that is done", () => {
    for (const proof of [ended("Completed"), task(false), { incidentId: "i1" as never, endedAt: 0 }]) {
      expect(isProvenDone(proof)).toBe(true);
      expect(whyNotCause("proven", proof)).toBeNull();
    }
    for (const proof of [ended("Rejected"), task(true), undefined])
      expect(whyNotCause("proven", proof)).toMatchObject({ code: "not-eligible" });
    for (const cause of AGENT_CAUSES) expect(whyNotCause(cause, undefined)).toBeNull();
  });

  test("is said anew of a ticket that is over", () => {
    for (const state of ["resolved", "closed"] as const) expect(whyNotRecause(state)).toBeNull();
    for (const state of ["new", "open", "waitingOnRequester", "merged"] as const)
      expect(whyNotRecause(state)).toMatchObject({ code: "wrong-state" });
  });

  test("has a name of its own", () => {
    const labels = Object.values(CAUSES).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });
});
