import { expect, test } from "vitest";
import { isOpen, isTerminal, requestKey } from "./rules";
import type { RequestStatus } from "./table";

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
