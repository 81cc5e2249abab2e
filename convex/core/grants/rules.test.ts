import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/pure/time";
import {
  extendLink,
  isToEnd,
  isUseDue,
  nextCheckOf,
  noticesDue,
  removalRetryMs,
  lastUseOf,
  readingPatch,
  readSince,
  whyNotRevoke,
  type GrantFacts,
} from "./rules";

const START = 1_000 * DAY_MS;
const END = START + 90 * DAY_MS;
const grant = (changes: Partial<GrantFacts> = {}): GrantFacts => ({
  state: "Active",
  startsAt: START,
  expiresAt: END,
  noticesGiven: [],
  ...changes,
});

describe("notices before the end", () => {
  test.each([
    ["8 days before", END - 8 * DAY_MS, [], []],
    ["7 days before", END - 7 * DAY_MS, [], ["7 days"]],
    ["again on that day", END - 7 * DAY_MS, ["7 days"], []],
    ["a day before, after the first", END - DAY_MS, ["7 days"], ["1 day"]],
    ["an hour before, after a long stop of the portal", END - HOUR_MS, [], ["7 days", "1 day", "1 hour"]],
  ])("%s", (_when, now, noticesGiven, due) => {
    expect(noticesDue(grant({ noticesGiven }), now)).toEqual(due);
  });

  test("that would have come before the access began are never given", () => {
    const short = grant({ startsAt: END - 2 * HOUR_MS });
    expect(noticesDue(short, END - HOUR_MS)).toEqual(["1 hour"]);
    expect(nextCheckOf(short, END - 2 * HOUR_MS)).toBe(END - HOUR_MS);
  });

  test("are not given for access without an end, or that has ended", () => {
    expect(noticesDue(grant({ expiresAt: undefined }), END)).toEqual([]);
    expect(noticesDue(grant({ state: "Revoked" }), END)).toEqual([]);
  });
});

describe("the next look at a grant", () => {
  test.each([
    ["is the first notice", grant(), START, END - 7 * DAY_MS],
    ["is the next notice", grant({ noticesGiven: ["7 days"] }), START, END - DAY_MS],
    ["is the end after the last notice", grant({ noticesGiven: ["7 days", "1 day", "1 hour"] }), START, END],
    ["is now when its time is over", grant(), END + 5, END + 5],
    ["is now when it is to be removed", grant({ expiresAt: undefined, removalAskedAt: START }), START + 1, START + 1],
    ["does not come without an end", grant({ expiresAt: undefined }), START, undefined],
    ["does not come when it has ended", grant({ state: "Expired" }), END, undefined],
  ])("%s", (_name, facts, now, expected) => {
    expect(nextCheckOf(facts, now)).toBe(expected);
  });
});

test("access ends at its end, or when somebody asked; what has ended does not end again", () => {
  expect(isToEnd(grant(), END - 1)).toBe(false);
  expect(isToEnd(grant(), END)).toBe(true);
  expect(isToEnd(grant({ removalAskedAt: START }), START)).toBe(true);
  expect(isToEnd(grant({ state: "Superseded" }), END)).toBe(false);
});

test("a removal that fails is tried again for ever, at most an hour apart", () => {
  expect([1, 2, 3, 20].map(removalRetryMs)).toEqual([MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS, HOUR_MS]);
});

test("only access somebody holds is revoked, and once", () => {
  expect(whyNotRevoke(grant())).toBeNull();
  expect(whyNotRevoke(grant({ state: "Expired" }))?.code).toBe("wrong-state");
  expect(whyNotRevoke(grant({ removalAskedAt: 1 }))?.code).toBe("wrong-state");
});

test("the link to an extension carries what was asked for, and never the reason", () => {
  const link = extendLink({
    typeId: "snowflake-access",
    form: { role: "ORDERS & CO", durationDays: 90, reason: "Because", members: ["a"], note: "x".repeat(201) },
  });
  expect(link).toBe("/requests/create?type=snowflake-access&field.role=ORDERS%20%26%20CO&field.durationDays=90");
});

describe("the use of an access", () => {
  const YEAR_MS = 365 * DAY_MS;
  const since = START;

  test.each([
    ["not read is not known", {}, null],
    ["read up to before it was given is not known", { useReadAt: START - 1 }, null],
    ["read up to when it was given is none", { useReadAt: START }, { lastUsedAt: null, asOf: START }],
    [
      "before an extension counts",
      { useReadAt: START - 1, lastUsedAt: START - 9 },
      { lastUsedAt: START - 9, asOf: START - 1 },
    ],
  ])("that was %s", (_what, facts, use) => {
    expect(lastUseOf({ startsAt: START, ...facts })).toEqual(use);
  });

  test("is due after six hours, while the access is held", () => {
    const read = { ...grant(), useReadAt: START };
    expect(isUseDue(grant(), START)).toBe(true);
    expect([6 * HOUR_MS - 1, 6 * HOUR_MS].map((after) => isUseDue(read, START + after))).toEqual([false, true]);
    expect(isUseDue(grant({ state: "Expired" }), START)).toBe(false);
  });

  test("is read from where the last reading ended, and never further back than systems keep it", () => {
    expect(readSince({ startsAt: START }, START + DAY_MS)).toBe(START);
    expect(readSince({ startsAt: START, useReadAt: START + 5 }, START + DAY_MS)).toBe(START + 5);
    expect(readSince({ startsAt: START }, START + YEAR_MS + 1)).toBe(START + 1);
  });

  test("stays unknown where nothing is found and the record does not go back to the beginning", () => {
    const found = { lastUsedAt: null, asOf: END };
    expect(readingPatch({ startsAt: START }, { ...found, since })).toEqual({ useReadAt: END });
    expect(readingPatch({ startsAt: START - 1 }, { ...found, since })).toBeNull();
    expect(readingPatch({ startsAt: START - 1, lastUsedAt: 7 }, { ...found, since })).toEqual({ useReadAt: END });
    expect(readingPatch({ startsAt: START - 1 }, { ...found, lastUsedAt: END, since })).toEqual({
      lastUsedAt: END,
      useReadAt: END,
    });
  });
});
