import type { Notice, NoticeGroup } from "../api";

/** A notice of a decision. */
export function item(fields: Partial<Notice> = {}): Notice {
  return {
    id: "n1" as Notice["id"],
    kind: "request.decided",
    kindLabel: "Decisions",
    category: "requests",
    title: "Bea approved REQ-142",
    said: "Bea approved it",
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

/** Notices about one subject. */
export const group = (items: Notice[], label = "REQ-142", id = label): NoticeGroup => ({
  subject: { type: "request", id, label },
  name: "Read Orders",
  key: "REQ-142",
  section: "updates",
  items,
});
