import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../convex/lib/pure/time";
import { ageText, isLate, queueNote, queueText } from "./platform-words";

const queue = (name: string, waiting: number, isMore = false) => ({ name, waiting, isMore, firstAt: null });

test("the monitor is late once it missed three turns", () => {
  expect([isLate(0, 3 * MINUTE_MS), isLate(0, 3 * MINUTE_MS + 1)]).toEqual([false, true]);
});

test("an age is a length of time, never negative", () => {
  expect([ageText(0, 26 * HOUR_MS), ageText(10, 0)]).toEqual(["1d 2h", "0s"]);
});

test.each([
  [[queue("Mails", 0), queue("Uploads", 0)], "Empty", null],
  [[queue("Mails", 3), queue("Uploads", 0)], "3 waiting", "Mails 3"],
  [[queue("Mails", 100, true), queue("Uploads", 2)], "102+ waiting", "Mails 100+, Uploads 2"],
])("queues %j: %s", (queues, value, note) => {
  expect([queueText(queues), queueNote(queues)]).toEqual([value, note]);
});
