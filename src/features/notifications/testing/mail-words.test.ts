import { expect, test } from "vitest";
import { isReadable, statusText } from "./mail-words";

test("a mail tells how far it is, and only mails without authority can be read", () => {
  const told = (status: "sent" | "queued" | "failed", attempts: number, isKept = false) =>
    statusText({ status, attempts, isKept });
  expect([told("sent", 2), told("failed", 6), told("queued", 0), told("queued", 3), told("queued", 1, true)]).toEqual([
    "Sent",
    "Failed after 6 attempts",
    "Queued",
    "Queued, attempt 3",
    "Kept here",
  ]);
  expect(["notification", "digest", "test", "verify-email", "invitation"].map((kind) => isReadable({ kind }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
