import { expect, test } from "vitest";
import { isOpen, isTerminal, requestKey, titleFor, withoutPerson } from "./rules";
import type { RequestFields, RequestStatus } from "./table";

test.each<[RequestStatus, { open: boolean; terminal: boolean }]>([
  ["Draft", { open: false, terminal: false }],
  ["Pending approval", { open: true, terminal: false }],
  ["In progress", { open: true, terminal: false }],
  ["Needs info", { open: true, terminal: false }],
  ["Blocked", { open: true, terminal: false }],
  ["Completed", { open: false, terminal: true }],
  ["Rejected", { open: false, terminal: true }],
  ["Expired", { open: false, terminal: true }],
  ["Cancelled", { open: false, terminal: true }],
])("%s", (status, { open, terminal }) => {
  expect(isOpen(status)).toBe(open);
  expect(isTerminal(status)).toBe(terminal);
});

test("keys", () => {
  expect(requestKey(142)).toBe("REQ-142");
});

test("nobody reads their own name in the title of what is for them", () => {
  const [sam, lotte] = ["sam", "lotte"] as RequestFields["beneficiaryId"][];
  const request = { title: "Read Orders for Sam Taylor", ownTitle: "Read Orders", beneficiaryId: sam! };
  expect(titleFor(request, sam!)).toBe("Read Orders");
  expect(titleFor(request, lotte!)).toBe("Read Orders for Sam Taylor");
});

test.each([
  ["Read Orders for Sam Taylor", "Sam Taylor", "Read Orders"],
  ["Read Orders for Sam Taylor", "Taylor", "Read Orders for Sam Taylor"],
  ["Read Orders for Sam Taylor", "", "Read Orders for Sam Taylor"],
  [" for Sam Taylor", "Sam Taylor", " for Sam Taylor"],
])("%s without %s is %s", (title, name, own) => expect(withoutPerson(title, name)).toBe(own));
