import { expect, test } from "vitest";
import { targetPath } from "./target-path";

test("requests, tasks and approvals have pages, other things have none", () => {
  expect([
    targetPath({ type: "request", id: "r/1" }),
    targetPath({ type: "session", id: "s" }),
    targetPath({ type: "toString", id: "s" }),
  ]).toEqual(["/admin/requests/r%2F1", null, null]);
});

test("what has a name that people read is led to by it", () => {
  expect([
    targetPath({ type: "request", id: "r1", label: "REQ-12" }),
    targetPath({ type: "request", id: "r1", label: "Read Orders" }),
    targetPath({ type: "task", id: "t1", label: "Grant the role", address: "REQ-12-3" }, { isOwn: true }),
    targetPath({ type: "approval", id: "a1", address: "REQ-12-1" }),
  ]).toEqual(["/admin/requests/REQ-12", "/admin/requests/r1", "/requests/tasks/REQ-12-3", "/approvals/REQ-12-1"]);
});

test("one's own things are shown on the pages everybody has", () => {
  expect([
    targetPath({ type: "request", id: "r1" }, { isOwn: true }),
    targetPath({ type: "task", id: "t1" }, { isOwn: true }),
    targetPath({ type: "person", id: "p" }, { isOwn: true }),
  ]).toEqual(["/requests/r1", "/requests/tasks/t1", null]);
});
