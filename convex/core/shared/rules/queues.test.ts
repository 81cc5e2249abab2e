import { expect, test } from "vitest";
import type { RequestFilter } from "../table";
import { requestPasses, type RequestFacts } from "./queues";

const NOW = 1_000_000;
const request: RequestFacts = {
  status: "In progress",
  typeId: "warehouse",
  requesterId: "ada",
  businessAreaId: "logistics",
  createdAt: 500,
  dueAt: NOW - 1,
};

test.each<[string, RequestFilter, RequestFilter]>([
  ["its status", { statuses: ["In progress"] }, { statuses: ["Blocked"] }],
  ["its type", { typeIds: ["warehouse"] }, { typeIds: ["sandbox"] }],
  ["its requester", { requesterId: "ada" as never }, { requesterId: "bob" as never }],
  ["its business area", { businessAreaId: "logistics" as never }, { businessAreaId: "pricing" as never }],
  ["the moment it was made", { from: 500 }, { from: 501 }],
  ["the moment before which it was made", { before: 501 }, { before: 500 }],
])("a request is let through by %s and kept out by another", (_what, own, other) => {
  expect(requestPasses(request, {}, NOW)).toBe(true);
  expect(requestPasses(request, own, NOW)).toBe(true);
  expect(requestPasses(request, other, NOW)).toBe(false);
});

test("only what is late passes where lateness is asked for; drafts and what was put away never do", () => {
  expect(requestPasses(request, { isOverdue: true }, NOW)).toBe(true);
  expect(requestPasses({ ...request, dueAt: NOW }, { isOverdue: true }, NOW)).toBe(false);
  expect(requestPasses({ ...request, status: "Draft" }, {}, NOW)).toBe(false);
  expect(requestPasses({ ...request, archivedAt: 1 }, {}, NOW)).toBe(false);
});
