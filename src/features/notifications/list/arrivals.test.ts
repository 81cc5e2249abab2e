import { describe, expect, test } from "vitest";
import type { Notice, NoticeGroup } from "../api";
import { arrange } from "./arrivals";

function item(fields: Partial<Notice> = {}): Notice {
  return {
    id: "n1" as Notice["id"],
    kind: "request.decided",
    kindLabel: "Decisions",
    category: "requests",
    title: "Bea approved REQ-142",
    body: null,
    to: "/requests/REQ-142",
    because: "It is yours.",
    isCritical: false,
    count: 1,
    createdAt: 1,
    updatedAt: 1,
    seenAt: null,
    readAt: null,
    actedAt: null,
    archivedAt: null,
    snoozedUntil: null,
    settled: null,
    approvalId: null,
    isAsk: false,
    ...fields,
  };
}

const group = (items: Notice[], label = "REQ-142", id = label): NoticeGroup => ({
  subject: { type: "request", id, label },
  items,
});

describe("arriving notifications move nothing", () => {
  const live = (...ids: string[]) => ids.map((id) => group([item()], id));
  const told = (ids: string[], known: string[] | null) => {
    const { shown, waiting } = arrange(live(...ids), known);
    return [shown.map(({ subject }) => subject.id).join(""), waiting];
  };

  test.each([
    ["the first answer is shown as it is", ["a", "b"], null, ["ab", 0]],
    ["a new subject waits", ["x", "a", "b"], ["a", "b"], ["ab", 1]],
    ["an update of a known one stays where it is", ["b", "a"], ["a", "b"], ["ab", 0]],
    ["an older page follows", ["a", "b", "c", "d"], ["a", "b"], ["abcd", 0]],
    ["what left is gone", ["b"], ["a", "b"], ["b", 0]],
    ["into an empty inbox it comes at once", ["x"], [], ["x", 0]],
    ["both at once", ["x", "y", "a", "c"], ["a"], ["ac", 2]],
  ] as const)("%s", (_, ids, known, expected) => {
    expect(told([...ids], known === null ? null : [...known])).toEqual(expected);
  });
});
