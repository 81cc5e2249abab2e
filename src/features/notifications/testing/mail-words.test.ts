import { expect, test } from "vitest";
import { isReadable, receiptText, statusText } from "./mail-words";

test("a mail tells how far it is, and only mails without authority can be read", () => {
  const told = (status: "sent" | "queued" | "failed" | "bounced", attempts: number, isKept = false) =>
    statusText({ status, attempts, isKept });
  expect([
    told("sent", 2),
    told("failed", 6),
    told("bounced", 2),
    told("queued", 0),
    told("queued", 3),
    told("queued", 1, true),
  ]).toEqual(["Sent", "Failed after 6 attempts", "Bounced", "Queued", "Queued, attempt 3", "Kept here"]);
  expect(["notification", "digest", "test", "verify-email", "invitation"].map((kind) => isReadable({ kind }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test("a receipt says since when what a mail tells of has been seen in the portal, and nothing of the mail itself", () => {
  const at = Date.UTC(2026, 10, 27, 18, 40);
  const told = (of: number, seen: number) => receiptText({ receipt: { of, seen, at: seen === 0 ? null : at } });
  expect(receiptText({ receipt: null })).toBeNull();
  expect(told(1, 0)).toBe("Not seen in the portal yet");
  expect(told(5, 2)).toMatch(/^2 of 5 seen in the portal, last 27\/11\/2026, /);
  expect(told(1, 1)).toMatch(/^Seen in the portal 27\/11\/2026, /);
});
