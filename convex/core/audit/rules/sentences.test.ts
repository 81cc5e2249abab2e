import { describe, expect, test } from "vitest";
import type { Id } from "../../../_generated/dataModel";
import { actionWords } from "./eventWords";
import { EVENT_KINDS, eventKindOf } from "./kinds";
import { PHRASES } from "./phrases";
import { EMPTY } from "./removal";
import { consequenceWords, sentenceText, type SentenceEvent } from "./sentences";
import { isSameTransaction, leadOf, othersOf } from "./transactions";

const ADA = { kind: "person", label: "Ada King" } as const;
const PORTAL = { kind: "system", label: "Portal" } as const;
const REQUEST = { type: "request", id: "r1", label: "REQ-398" };
const TASK = { type: "task", id: "t1", label: "Grant the role" };

function told(action: string, more: Partial<SentenceEvent> = {}): string {
  return sentenceText({ action, actor: ADA, targets: [REQUEST], outcome: "success", ...more });
}

describe("an event as a sentence", () => {
  test("says who did what to which thing", () => {
    expect(told("approval.decidedReject")).toBe("Ada King rejected REQ-398");
    expect(told("task.completed", { actor: PORTAL, targets: [TASK, REQUEST] })).toBe(
      "The portal completed Grant the role of REQ-398",
    );
    expect(told("session.signedIn", { targets: [] })).toBe("Ada King signed in");
  });

  test("leaves out what the event does not name, and never names an id", () => {
    expect(told("task.failed", { targets: [TASK] })).toBe("Grant the role failed");
    expect(told("request.held", { targets: [{ type: "request", id: "r1" }] })).toBe("Ada King put a request on hold");
    expect(told("mail.recorded", { actor: PORTAL, targets: [] })).toBe("The portal sent a mail");
  });

  test("never says that something was done that was denied", () => {
    expect(told("request.cancelled", { outcome: "denied" })).toBe(
      "Ada King was refused: request cancelled: Request REQ-398",
    );
    expect(told("access.refused", { outcome: "denied" })).toBe("Ada King was refused access to request REQ-398");
  });

  test("an action without a sentence is told by its words and what it is about", () => {
    expect(told("budget.raised", { targets: [{ type: "budget", id: "b1", label: "Team A" }] })).toBe(
      "Budget raised: Budget Team A",
    );
  });

  test("after its contents were removed it names nobody, and not the portal either", () => {
    expect(told("approval.decidedReject", { ...EMPTY, targets: [] })).toBe("Somebody rejected a request");
  });

  test("every template reads whole without its targets", () => {
    for (const action of Object.keys(PHRASES)) {
      const sentence = told(action, { targets: [] });
      expect(sentence, action).toMatch(/^[A-Za-z].*[a-z]$/);
      expect(sentence, action).not.toMatch(/[{}[\]]| {2}/);
    }
  });
});

describe("what a transaction brought about", () => {
  const event = (sequence: number, action: string) => ({
    sequence,
    action,
    occurredAt: 1,
    origin: { requestId: "call-1" },
  });

  test("is said of what matters, with numbers", () => {
    const rejected = [
      event(1, "approval.decidedReject"),
      event(2, "approval.rejected"),
      ...[3, 4, 5, 6, 7].map((sequence) => event(sequence, "task.cancelled")),
      event(8, "request.ended"),
    ] as const;
    const lead = leadOf(rejected);
    expect(consequenceWords(lead.action, othersOf(rejected, lead))).toBe("5 tasks cancelled, request ended");
  });

  test("is told by the event that does more than prepare", () => {
    const submitted = [
      event(1, "request.drafted"),
      event(2, "request.draftSaved"),
      event(3, "request.submitted"),
    ] as const;
    expect(leadOf(submitted).action).toBe("request.submitted");
    expect(leadOf([submitted[0]]).action).toBe("request.drafted");
    expect(
      consequenceWords("approval.decidedApprove", [
        { action: "approval.stepOpened", count: 1 },
        { action: "approval.decidedApprove", count: 1 },
      ]),
    ).toBe("1 more step approved, approval opened");
    expect(consequenceWords("approval.opened", [{ action: "approval.stepOpened", count: 1 }])).toBe("");
    expect(consequenceWords("template.published", [{ action: "template.published", count: 9 }])).toBe("9 more");
  });

  test("events of one time and one call belong together; without a call they must follow each other", () => {
    expect(isSameTransaction(event(1, "a.b"), event(40, "a.c"))).toBe(true);
    expect(isSameTransaction(event(1, "a.b"), { ...event(2, "a.c"), occurredAt: 2 })).toBe(false);
    expect(isSameTransaction(event(1, "a.b"), { ...event(2, "a.c"), origin: { requestId: "call-2" } })).toBe(false);
    const by = (sequence: number, personId: string) => ({
      ...event(sequence, "a.b"),
      actor: { personId: personId as Id<"people"> },
    });
    expect(isSameTransaction(by(1, "ada"), by(2, "ada"))).toBe(true);
    expect(isSameTransaction(by(1, "ada"), by(2, "bea"))).toBe(false);
    const bare = (sequence: number) => ({ sequence, action: "a.b", occurredAt: 1 });
    expect(isSameTransaction(bare(1), bare(2))).toBe(true);
    expect(isSameTransaction(bare(1), bare(3))).toBe(false);
  });
});

/** What is about none of the things people look for by name. */
const PORTAL_NOUNS = ["config", "connector", "monitor", "portal", "seedData"];

test("events have the kind an auditor asks for, not only that of their noun, and words do not repeat within one", () => {
  expect(eventKindOf("request.submitted")).toBe("requests");
  expect(eventKindOf("review.passed")).toBe("decisions");
  expect(eventKindOf("person.rolesChanged")).toBe("people");
  expect(eventKindOf("person.unlocked")).toBe("signIn");
  expect(eventKindOf("person.snowflakeUserCreated")).toBe("access");
  expect(eventKindOf("monitor.run")).toBe("administration");
  const ofPortal = Object.keys(PHRASES).filter((action) => eventKindOf(action) === "administration");
  expect([...new Set(ofPortal.map((action) => action.split(".")[0]))].toSorted()).toEqual(PORTAL_NOUNS);
  for (const kind of Object.keys(EVENT_KINDS)) {
    const words = Object.keys(PHRASES)
      .filter((action) => eventKindOf(action) === kind)
      .map(actionWords);
    expect(new Set(words).size, kind).toBe(words.length);
  }
});
