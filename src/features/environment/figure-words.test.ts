import { expect, test } from "vitest";
import type { ClientErrorGroup, EnvironmentReading } from "../../../contracts/environment";
import { clockText, errorsFound, formatFigure, queueRows, waitingText } from "./figure-words";

test("figures are grouped by thousands", () => {
  expect(formatFigure(1_284_000)).toBe("1,284,000");
  expect(formatFigure(Number.NaN)).toBe("-");
});

test("errors are found by every word of message, page, browser or reference", () => {
  const group = (key: string, message: string): ClientErrorGroup => ({
    key,
    name: "TypeError",
    message,
    level: "error",
    place: "/requests/…",
    count: 1,
    people: 1,
    firstSeenAt: 0,
    lastSeenAt: 0,
    pages: [`/requests/${key}`],
    browsers: ["Firefox 128 on Windows"],
    references: [`REF${key}`],
    newest: { stack: null, breadcrumbs: [], boundary: null },
  });
  const groups = [group("A", "row is gone"), group("B", "x is undefined")];
  const found = (query: string) =>
    errorsFound(groups, query)
      .map(({ key }) => key)
      .join("");
  expect(["", "gone", "firefox undefined", "refb", "/requests/a", "nothing"].map(found)).toEqual([
    "AB",
    "A",
    "B",
    "B",
    "A",
    "",
  ]);
});

test.each([
  [{ aheadMs: 800, exactToMs: 10 }, "In step with the portal's"],
  [{ aheadMs: -3000, exactToMs: 4000 }, "In step with the portal's"],
  [{ aheadMs: 3500, exactToMs: 10 }, "3.5 s ahead of the portal's"],
  [{ aheadMs: -720_000, exactToMs: 10 }, "12 min behind the portal's"],
])("a clock %o reads: %s", (ahead, text) => {
  expect(clockText(ahead)).toBe(text);
});

test("queues are those of the backend and what the embedded engine has scheduled; none when it did not answer", () => {
  const mails = { name: "Mails to send", waiting: 1000, isMore: true, firstAt: 1 };
  const backend = { queues: [mails], clockAheadMs: 0 };
  const engine = { scheduledPending: 3 } as NonNullable<EnvironmentReading["engine"]>;
  expect(queueRows({ backend, engine })?.map(({ name }) => name)).toEqual(["Scheduled work", "Mails to send"]);
  expect(queueRows({ backend, engine: null })).toEqual([mails]);
  expect(queueRows({ backend: null, engine })).toBeNull();
  expect(waitingText(mails)).toBe("1,000+");
});
