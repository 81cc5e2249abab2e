import { expect, test } from "vitest";
import { DAY_MS } from "../../lib/pure/time";
import { isRecent, nextStatuses, whyNotMerge, whyNotMove } from "./rules";
import { ideaStatus, type IdeaStatus } from "./table";

const STATUSES: readonly IdeaStatus[] = ideaStatus.members.map(({ value }) => value);

/** Each status with those an admin gives next, every other one refused. */
const NEXT: Readonly<Record<IdeaStatus, readonly IdeaStatus[]>> = {
  New: ["Under review", "Declined"],
  "Under review": ["Planned", "Declined"],
  Planned: ["In progress", "Declined"],
  "In progress": ["Shipped"],
  Shipped: ["Under review"],
  Declined: ["Under review"],
  Merged: [],
  Withdrawn: [],
  Deleted: [],
};

test.each(STATUSES)("an idea that is %s gets these statuses next, and no other (F2)", (status) => {
  expect(STATUSES.filter((to) => whyNotMove({ status }, to) === null).toSorted()).toEqual(NEXT[status].toSorted());
  expect(nextStatuses(status)).toEqual(NEXT[status]);
  for (const to of STATUSES.filter((other) => !NEXT[status].includes(other)))
    expect(whyNotMove({ status }, to)).toEqual({ code: "wrong-state", status });
});

test("what nobody ended is merged, into what lists show, and never into itself (F3)", () => {
  const merged = (status: IdeaStatus, into: IdeaStatus) =>
    whyNotMerge({ _id: "a", status }, { _id: "b", status: into }, 2)?.code ?? null;
  const open: readonly IdeaStatus[] = ["New", "Under review", "Planned", "In progress"];
  expect(STATUSES.filter((status) => merged(status, "New") === null)).toEqual(open);
  expect(STATUSES.filter((status) => merged("New", status) === null)).toEqual([...open, "Shipped", "Declined"]);
  expect(whyNotMerge({ _id: "a", status: "New" }, { _id: "a", status: "New" }, 2)?.code).toBe("invalid-input");
});

test("an answer counts as recent for 14 days (F2)", () => {
  expect(isRecent(0, 14 * DAY_MS - 1)).toBe(true);
  expect(isRecent(0, 14 * DAY_MS)).toBe(false);
  expect(isRecent(undefined, 0)).toBe(false);
});
