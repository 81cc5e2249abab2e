import { describe, expect, test } from "vitest";
import { HOUR_MS } from "../../../lib/pure/time";
import { nextStepOf, type NextStepFacts, type StepTask } from "./nextStep";

const NOW = Date.UTC(2026, 2, 2, 9, 0);
const at = (hours: number): number => NOW + hours * HOUR_MS;

const aTask = (given: Partial<StepTask> = {}): StepTask => ({
  title: "Grant role",
  order: 1,
  status: "Running",
  outcome: null,
  kind: "automatic",
  attempt: 1,
  maxAttempts: 5,
  retryAt: null,
  holders: [],
  system: "Snowflake",
  obstacle: null,
  startsAt: null,
  heldUntil: null,
  step: null,
  ...given,
});
const anApproval = (step: Partial<NonNullable<StepTask["step"]>>, given: Partial<StepTask> = {}): StepTask =>
  aTask({
    title: "Approve access",
    kind: "approval",
    system: null,
    step: { required: 1, approved: 0, pending: [], escalatesAt: null, expiresAt: null, problem: null, ...step },
    ...given,
  });
const facts = (given: Partial<NextStepFacts>): NextStepFacts => ({
  status: "In progress",
  requesterName: "Rita Roe",
  isRequester: false,
  question: null,
  cancelReason: null,
  verdict: null,
  endedAt: null,
  accessEnds: [],
  tasks: [],
  now: NOW,
  timeZone: undefined,
  ...given,
});

const question = { by: "Ben Ode", cancelsAt: at(14 * 24) };

describe("the next step", () => {
  test.each<[string, string, Partial<NextStepFacts>]>([
    ["a draft", "A draft: nobody else sees it until you send it", { status: "Draft" }],
    [
      "a task that an approval holds",
      "Grant role starts 10:00 UTC; until then the approval can be taken back",
      { tasks: [aTask({ status: "Not Started", heldUntil: at(1) })] },
    ],
    [
      "a task whose hold is over",
      "Grant role starts next",
      { tasks: [aTask({ status: "Not Started", heldUntil: at(0) })] },
    ],
    [
      "one of two",
      "Waiting for 1 of 2: Ada Byron or Ben Ode; escalates 14:00 UTC",
      { status: "Pending approval", tasks: [anApproval({ pending: ["Ada Byron", "Ben Ode"], escalatesAt: at(5) })] },
    ],
    [
      "a time for somebody who chose a zone, in which it is another day",
      "Waiting for 1 of 2: Ada Byron or Ben Ode; expires 05/03/2026 08:00 GMT+13",
      {
        timeZone: "Pacific/Auckland",
        status: "Pending approval",
        tasks: [anApproval({ pending: ["Ada Byron", "Ben Ode"], expiresAt: at(58) })],
      },
    ],
    [
      "both of two",
      "Waiting for 2 of 2: Ada Byron and Ben Ode",
      { status: "Pending approval", tasks: [anApproval({ required: 2, pending: ["Ada Byron", "Ben Ode"] })] },
    ],
    [
      "the second of two",
      "Waiting for 1 of 2: Ben Ode; expires 04/03/2026 09:00 UTC",
      {
        status: "Pending approval",
        tasks: [anApproval({ required: 2, approved: 1, pending: ["Ben Ode"], expiresAt: at(48) })],
      },
    ],
    [
      "one person, escalated already",
      "Waiting for Ada Byron; expires 19:00 UTC",
      {
        status: "Pending approval",
        tasks: [anApproval({ pending: ["Ada Byron"], escalatesAt: at(-1), expiresAt: at(10) })],
      },
    ],
    [
      "many people",
      "Waiting for 1 of 6: A, B, C or 3 more",
      { status: "Pending approval", tasks: [anApproval({ pending: ["A", "B", "C", "D", "E", "F"] })] },
    ],
    [
      "a decision without seats",
      "Waiting for Ada Byron: Approve access",
      {
        status: "Pending approval",
        tasks: [aTask({ kind: "approval", title: "Approve access", holders: ["Ada Byron"] })],
      },
    ],
    [
      "a step nobody can decide",
      "Approve access waits for an admin: The domain has no owner",
      { status: "Pending approval", tasks: [anApproval({ problem: "The domain has no owner" })] },
    ],
    [
      "two approvals at once",
      "Waiting for Ada, and 1 more beside it",
      { status: "Pending approval", tasks: [anApproval({ pending: ["Ada"] }), anApproval({ pending: ["Ben"] })] },
    ],
    [
      "an open question, to others",
      "Waiting for Rita Roe to answer Ben Ode's question; without an answer it is cancelled 16/03/2026 09:00 UTC",
      { status: "Needs info", question },
    ],
    [
      "an open question, to the requester",
      "Answer Ben Ode's question; without an answer it is cancelled 16/03/2026 09:00 UTC",
      { status: "Needs info", question, isRequester: true },
    ],
    [
      "a manual task with a holder",
      "Waiting for Cy Lo to do “Review the design”",
      { tasks: [aTask({ kind: "manual", title: "Review the design", holders: ["Cy Lo"] })] },
    ],
    [
      "a manual task several may take",
      "Waiting for Cy Lo or Di Mo to take “Review the design”",
      { tasks: [aTask({ kind: "manual", title: "Review the design", holders: ["Cy Lo", "Di Mo"] })] },
    ],
    [
      "a manual task nobody is named for",
      "Waiting for somebody to take “Review the design”",
      { tasks: [aTask({ kind: "manual", title: "Review the design" })] },
    ],
    ["a machine at work", "Working: Grant role in Snowflake", { tasks: [aTask()] }],
    [
      "a machine's later attempt",
      "Retrying: Grant role in Snowflake, attempt 3 of 5",
      { tasks: [aTask({ attempt: 3 })] },
    ],
    [
      "a failure that is tried again",
      "Retrying Grant role at 09:30 UTC, attempt 3 of 5",
      { tasks: [aTask({ status: "Failed", attempt: 2, retryAt: at(0.5) })] },
    ],
    [
      "people before machines",
      "Waiting for Cy Lo to do “Check”, and 1 more beside it",
      { tasks: [aTask(), aTask({ kind: "manual", title: "Check", holders: ["Cy Lo"] })] },
    ],
    [
      "a failure for good",
      "Blocked: “Grant role” failed; an admin can retry or resolve it",
      { status: "Blocked", tasks: [aTask({ status: "Failed", outcome: "error" })] },
    ],
    [
      "a task that is held up",
      "Grant role waits: Snowflake is switched off; Sue can switch it on",
      { tasks: [aTask({ status: "Not Started", obstacle: "Snowflake is switched off; Sue can switch it on" })] },
    ],
    [
      "a task that starts later",
      "Drop starts 01/04/2026 09:00 UTC",
      { tasks: [aTask({ status: "Not Started", title: "Drop", startsAt: at(30 * 24) })] },
    ],
    [
      "a task about to start",
      "Grant role starts next",
      { tasks: [aTask({ status: "Not Started" }), aTask({ status: "Not Started", title: "Verify", order: 2 })] },
    ],
    [
      "access with an end",
      "Completed: access until 31/05/2026 09:00 UTC",
      { status: "Completed", accessEnds: [at(90 * 24), at(100 * 24), null] },
    ],
    ["access with no end date", "Completed: access with no end date", { status: "Completed", accessEnds: [null] }],
    ["a completed change", "Completed on 02/03/2026 09:00 UTC", { status: "Completed", endedAt: NOW }],
    [
      "a rejection",
      "Rejected by Ben Ode: A role for this exists",
      { status: "Rejected", verdict: { by: "Ben Ode", comment: "A role for this exists" } },
    ],
    [
      "an expiry",
      "Expired: nobody decided in time, which counts as a no; it can be submitted again",
      { status: "Expired" },
    ],
    ["a cancellation", "Cancelled: No longer needed", { status: "Cancelled", cancelReason: "No longer needed" }],
    [
      "access that ends near midnight, on the reader's own day",
      "Completed: access until 01/06/2026 01:30 GMT+2",
      { status: "Completed", accessEnds: [Date.UTC(2026, 4, 31, 23, 30)], timeZone: "Africa/Johannesburg" },
    ],
    [
      "a change completed near midnight, on the reader's own day",
      "Completed on 03/03/2026 00:30 GMT+13",
      { status: "Completed", endedAt: Date.UTC(2026, 2, 2, 11, 30), timeZone: "Pacific/Auckland" },
    ],
  ])("of %s is “%s”", (_case, text, given) => {
    expect(nextStepOf(facts(given)).text).toBe(text);
  });

  test.each([
    ["you", { status: "Needs info", question, isRequester: true }],
    ["people", { status: "Needs info", question }],
    ["portal", { tasks: [aTask()] }],
    ["stuck", { status: "Blocked" }],
    ["done", { status: "Completed" }],
    ["over", { status: "Rejected" }],
  ] as const)("says whose turn it is: %s", (tone, given) => {
    expect(nextStepOf(facts(given)).tone).toBe(tone);
  });
});
