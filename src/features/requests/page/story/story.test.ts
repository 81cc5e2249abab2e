import { expect, test } from "vitest";
import type { ApprovalStep, DetailTask, RequestDetail } from "../api";
import { tellDecision, tellGrant, tellRequest, tellTask } from "./story";

const when = (at: number): string => `day ${at}`;
const aTask = (given: Partial<DetailTask>): DetailTask =>
  ({
    kind: "automatic",
    status: "Complete",
    outcome: "done",
    holder: null,
    system: "Snowflake",
    startedAt: 1,
    finishedAt: 2,
    attempt: 1,
    skippedBecause: null,
    problem: null,
    ...given,
  }) as DetailTask;

test.each([
  [{}, "Snowflake completed it on day 2."],
  [{ attempt: 3 }, "Snowflake completed it on day 2, on attempt 3."],
  [{ kind: "manual", holder: { id: "p" as never, name: "Cy Lo" } }, "Cy Lo completed it on day 2."],
  [{ kind: "approval", system: null }, "Approved on day 2."],
  [{ kind: "approval", system: null, holder: { id: "p" as never, name: "Cy Lo" } }, "Approved by Cy Lo on day 2."],
  [{ kind: "approval", system: null, outcome: "revoked" }, "Approved on day 2, then taken back."],
  [{ kind: "approval", system: null, status: "Running", outcome: null }, "Waiting for its approvers since day 1."],
  [{ status: "Running", outcome: null }, "Snowflake has been working on it since day 1."],
  [
    { outcome: "skipped", skippedBecause: "Not needed: it is for requests where “Personal data” is yes" },
    "Not needed: it is for requests where “Personal data” is yes.",
  ],
  [{ outcome: "resolved_manually" }, "Resolved manually on day 2."],
  [
    { status: "Failed", outcome: "error", problem: "Snowflake could not do it." },
    "Snowflake could not do it. Ended on day 2.",
  ],
  [
    { kind: "approval", status: "Failed", outcome: "rejected", problem: "It was rejected." },
    "It was rejected. Ended on day 2.",
  ],
  [
    { kind: "approval", status: "Failed", outcome: "timed_out", problem: "Nobody decided in time." },
    "Nobody decided in time. Ended on day 2.",
  ],
  [{ status: "Not Started", outcome: "cancelled" }, "Never started, because the request ended first."],
  [{ status: "Not Started", outcome: null }, "Not started yet."],
] as const)("a task %j is told as “%s”", (given, sentence) => {
  expect(tellTask(aTask(given as Partial<DetailTask>), when)).toBe(sentence);
});

test("who asked, who decided for whom, and what came of it", () => {
  const person = (id: string, name: string) => ({ id, name });
  expect(
    tellRequest({
      requester: person("a", "Ada"),
      beneficiary: person("b", "Ben"),
      businessArea: "Finance",
      domain: null,
      risk: "low",
      form: [],
    } as unknown as RequestDetail),
  ).toEqual(["Ada asked for Ben, in the business area Finance.", "Its risk is low."]);
  const form = [{ name: "otherAreaReason", label: "Why this business area", value: "Finance pays for it." }];
  expect(
    tellRequest({
      requester: person("a", "Ada"),
      beneficiary: person("b", "Ben"),
      businessArea: "Finance",
      domain: null,
      risk: "low",
      form,
    } as unknown as RequestDetail)[1],
  ).toBe("That is not the area of Ben, because: “Finance pays for it.”");
  const decision = {
    by: "Cy",
    onBehalfOf: "Di",
    verdict: "approve",
    at: 3,
    comment: "",
  } as ApprovalStep["decisions"][number];
  expect(tellDecision({ title: "Owner" }, decision, when)).toBe("Cy for Di approved on day 3 (Owner).");
  const grant = {
    description: "Read Orders",
    code: "ORDERS_READ",
    system: "Snowflake",
    startsAt: 1,
    expiresAt: 9,
    endedAt: null,
    state: "Active",
  } as RequestDetail["grants"][number];
  expect(tellGrant(grant, when)).toBe("Read Orders (ORDERS_READ), granted on day 1. It ends automatically on day 9.");
});
