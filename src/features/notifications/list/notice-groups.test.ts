import { describe, expect, test } from "vitest";
import type { Notice } from "../api";
import {
  asksIfSolved,
  primaryLabel,
  primaryTarget,
  progressOf,
  replyableTicket,
  shortLabel,
  unrepeated,
} from "./notice-groups";
import { group, item } from "./notices.testing";

describe("how far the reader is", () => {
  test.each([
    ["unseen is new", { seenAt: null }, "new"],
    ["seen and not read", { seenAt: 1 }, "seen"],
    ["read", { seenAt: 1, readAt: 1 }, "read"],
    ["settled, whether read or not", { settled: "Bea approved it." }, "settled"],
  ] as const)("%s", (_, fields, progress) => {
    expect(progressOf(group([item(fields)]), new Set())).toBe(progress);
  });

  test("what this visit marked as seen stays new until it is read", () => {
    expect(progressOf(group([item({ seenAt: 5 })]), new Set(["n1"]))).toBe("new");
    expect(progressOf(group([item({ seenAt: 5, readAt: 6 })]), new Set(["n1"]))).toBe("read");
  });

  test("what was put to sleep or away is not new", () => {
    expect(progressOf(group([item()]), new Set(), "snoozed")).toBe("seen");
  });

  test("a group is as new as its newest open part; settled parts do not count", () => {
    const id = "n2" as Notice["id"];
    expect(progressOf(group([item({ seenAt: 1, readAt: 1 }), item({ id })]), new Set())).toBe("new");
    expect(progressOf(group([item({ seenAt: 1, readAt: 1 }), item({ id, settled: "Over" })]), new Set())).toBe("read");
  });
});

describe("the words of a group", () => {
  test("a subject with a key is called by it", () => {
    expect(["REQ-142 Orders", "REQ-142", "Bea Byron", "X-1"].map(shortLabel)).toEqual([
      "REQ-142",
      "REQ-142",
      "Bea Byron",
      "X-1",
    ]);
  });

  test("the button leads to what is asked, wherever it stands in the group, else to the newest", () => {
    const ask = item({
      isAsk: true,
      approvalId: "a1" as Notice["approvalId"] & string,
      to: "/approvals/a1",
      kind: "approval.asked",
    });
    expect([primaryLabel(group([item(), ask])), primaryTarget(group([item(), ask]))]).toEqual([
      "Review",
      "/approvals/a1",
    ]);
    expect([primaryLabel(group([item()])), primaryTarget(group([item()]))]).toEqual(["Open", "/requests/REQ-142"]);
    expect(primaryLabel(group([item({ isAsk: true, kind: "request.infoAsked" })]))).toBe("Answer");
    expect(primaryLabel(group([item({ isAsk: true, kind: "task.assigned" })]))).toBe("Open task");
    expect(primaryLabel(group([item({ isAsk: true, kind: "review.asked" })]))).toBe("Review");
    expect(primaryLabel(group([item({ isAsk: true, kind: "proposal.asked" })]))).toBe("Review");
    expect(primaryLabel(group([item({ isAsk: true, kind: "ticket.asked" })]))).toBe("Answer");
  });

  test("a ticket is replied in from its notice until that is settled, and nothing else is", () => {
    const ticket = { subject: { type: "ticket", id: "t1", label: "TKT-101 Orders do not load" } };
    expect(replyableTicket({ ...group([item()]), ...ticket })).toBe("TKT-101");
    expect(replyableTicket({ ...group([item({ settled: "Over" }), item()]), ...ticket })).toBe("TKT-101");
    expect(replyableTicket({ ...group([item({ settled: "Over" })]), ...ticket })).toBeNull();
    expect(replyableTicket({ ...group([item({ kind: "ticket.mentioned" })]), ...ticket })).toBeNull();
    expect(replyableTicket(group([item()]))).toBeNull();
  });

  test("whether a shipped idea solved it is said from the notice that asks, until that is settled", () => {
    const idea = { subject: { type: "idea", id: "i1", label: "IDEA-7" } };
    const asked = item({ kind: "idea.asked" });
    expect(asksIfSolved({ ...group([item({ kind: "idea.moved" }), asked]), ...idea })).toBe(true);
    expect(asksIfSolved({ ...group([item({ kind: "idea.asked", settled: "Over" })]), ...idea })).toBe(false);
    expect(asksIfSolved({ ...group([item({ kind: "idea.moved" })]), ...idea })).toBe(false);
    expect(asksIfSolved(group([asked]))).toBe(false);
  });

  test("access that ends soon is extended from its notice, as long as nothing newer was told of it", () => {
    const ending = item({ kind: "access.expiring", to: "/requests/create?type=snowflake-access" });
    expect([primaryLabel(group([ending, item()])), primaryTarget(group([ending, item()]))]).toEqual([
      "Extend",
      "/requests/create?type=snowflake-access",
    ]);
    expect(primaryLabel(group([item({ kind: "access.expired" }), ending]))).toBe("Open");
  });
});

test("an ask and its reminder say it once, as long as both are open or ended alike", () => {
  const [ask, reminder] = [
    item({ id: "n1" as Notice["id"], kind: "approval.asked", said: "Approve or reject", createdAt: 1 }),
    item({ id: "n2" as Notice["id"], kind: "approval.reminded", said: "Reminder: approve or reject", createdAt: 2 }),
  ];
  const lines = (...items: Notice[]) => unrepeated(group(items)).map(({ said }) => said);
  expect(lines(reminder, ask)).toEqual(["Reminder: approve or reject"]);
  expect(lines(ask)).toEqual(["Approve or reject"]);
  expect(lines(reminder, { ...ask, settled: "Bea decided it" })).toHaveLength(2);
  // Asked anew after the reminder: that is news.
  expect(lines({ ...ask, createdAt: 3 }, reminder)).toHaveLength(2);
  expect(lines(reminder, item({ kind: "approval.escalated", said: "Escalated to you" }))).toHaveLength(2);
});
