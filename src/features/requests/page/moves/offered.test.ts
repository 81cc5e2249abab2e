import { expect, test } from "vitest";
import type { RequestDetail } from "../api";
import { offered } from "./offered";

const shut = {
  comment: "no",
  note: "no",
  answer: "no",
  cancel: "no",
  remind: "no",
  submitAgain: "no",
  hold: "no",
  liftHold: "no",
};

function labelsOf(
  given: object,
  whyNot: Partial<typeof shut> | Record<string, null> = {},
  isAdminFrame = false,
): string[] {
  const viewer = { isRequester: false, isManager: false, seesInternal: false, seatIn: null, task: null };
  const request = {
    id: "r1",
    key: "REQ-142",
    type: { key: "access" },
    status: "In progress",
    viewer,
    tasks: [],
    hold: null,
    remindedAt: null,
    ...given,
    whyNot: { ...shut, ...whyNot },
  };
  return offered(request as unknown as RequestDetail, isAdminFrame).map(({ label }) => label);
}

test("somebody who may only read is offered nothing that changes the request", () => {
  expect(labelsOf({})).toEqual(["Open the story", "Copy REQ-142"]);
});

test("a requester is offered what they may do, the answer in place of a comment, cancelling last", () => {
  const viewer = { isRequester: true, isManager: false, seesInternal: false, seatIn: null, task: null };
  expect(labelsOf({ viewer }, { comment: null, cancel: null, remind: null })).toEqual([
    "Write a comment",
    "Remind those who decide",
    "Copy into a new request",
    "Open the story",
    "Copy REQ-142",
    "Cancel request",
  ]);
  expect(labelsOf({ viewer }, { comment: null, answer: null })).toEqual([
    "Answer the question",
    "Copy into a new request",
    "Open the story",
    "Copy REQ-142",
  ]);
});

test("a manager is offered to hold it, or to lift the hold there is, and the other part of the portal", () => {
  const viewer = { isRequester: false, isManager: true, seesInternal: true, seatIn: null, task: null };
  expect(labelsOf({ viewer }, { hold: null })).toContain("Put on hold");
  const held = labelsOf({ viewer, hold: { by: "Ada", reason: "Freeze", until: null } }, { liftHold: null }, true);
  expect(held).toContain("Lift the hold");
  expect(held).not.toContain("Put on hold");
  expect(held).toContain("Open the requester's view");
});

test("a draft leads on to its form and has no story yet", () => {
  const viewer = { isRequester: true, isManager: false, seesInternal: false, seatIn: null, task: null };
  expect(labelsOf({ status: "Draft", viewer })).toEqual([
    "Continue the draft",
    "Copy into a new request",
    "Copy REQ-142",
  ]);
});
