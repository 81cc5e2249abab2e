/** A review as a file: what was decided about each access, on what grounds. */

import type { CsvColumn } from "../../lib/csv";
import type { ReviewItem } from "./api";

/** One passing on in words. */
export function passWords({ from, to, note }: ReviewItem["passes"][number]): string {
  return `Passed on by ${from} to ${to ?? "data governance"}: “${note}”`;
}

/** How common an access is where its holder works. */
export function similarWords({ others, kept }: NonNullable<ReviewItem["similar"]>): string {
  if (others === 0) return "Nobody else in their area has it";
  const have = others === 1 ? "1 other in their area has it" : `${others} others in their area have it`;
  return kept === 0 ? have : `${have}, ${kept} kept`;
}

/**
 * In the order they are looked at. A group is what was known when the review began; each line says what is known of its
 * use now.
 */
export const groupsOf = (unusedDays: number) =>
  [
    ["unused", "Unused", `Not used for ${unusedDays} days when the review began. Removal is proposed.`],
    ["grown", "From before a move", "Granted before its holder moved to another business area. Removal is proposed."],
    ["risky", "Can change sensitive data", "It changes personal or restricted data. Look at each one."],
    ["endless", "No end date", "It stays until somebody removes it."],
    [
      "unknown",
      "Use not known at the start",
      "When the review began, it had been granted recently and not used yet, or its system did not report use.",
    ],
    ["used", "In use", `Used in the ${unusedDays} days before the review began.`],
  ] as const;

const GROUP_TITLES = new Map<ReviewItem["group"], string>(groupsOf(0).map(([group, title]) => [group, title]));

const day = (at: number | null): Date | null => (at === null ? null : new Date(at));

export const REPORT_COLUMNS: readonly CsvColumn<ReviewItem>[] = [
  { heading: "Holder", value: ({ holder }) => holder },
  { heading: "Access", value: ({ description }) => description },
  { heading: "Role", value: ({ code }) => code },
  { heading: "Request", value: ({ requestKey }) => requestKey },
  { heading: "Request reason", value: ({ requestReason }) => requestReason },
  { heading: "Approved by", value: ({ approvedBy }) => approvedBy.join(", ") || null },
  { heading: "Group", value: ({ group }) => GROUP_TITLES.get(group) ?? null },
  { heading: "Since", value: ({ since }) => day(since) },
  { heading: "Until", value: ({ expiresAt }) => day(expiresAt) },
  { heading: "Last used", value: ({ use }) => day(use?.lastUsedAt ?? null) },
  { heading: "Others in the area", value: ({ similar }) => similar?.others ?? null },
  { heading: "Proposed", value: ({ proposed }) => proposed },
  {
    heading: "Decision",
    value: ({ verdict, isByDefault }) => (isByDefault ? "none: it is removed" : (verdict ?? "none: it stays")),
  },
  { heading: "Decided by", value: ({ decidedBy }) => decidedBy },
  { heading: "Decided for", value: ({ decidedFor }) => decidedFor },
  { heading: "Decided within seconds", value: ({ isHurried }) => (isHurried ? "yes" : null) },
  {
    heading: "Passed on",
    value: ({ passes }) => passes.map((one) => passWords(one)).join("\n") || null,
  },
  { heading: "Reason", value: ({ reason }) => reason },
  { heading: "Still needed", value: ({ need }) => need },
  { heading: "Removal runs", value: ({ statements }) => statements?.join(";\n") ?? null },
  { heading: "State now", value: ({ state }) => state },
];
