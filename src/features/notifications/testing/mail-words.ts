import { formatDateTime } from "../../../lib/dates";
import { count } from "../../../lib/text";
import type { OutboxMail } from "../api";

/** Kinds of mail whose words carry no authority: those about signing in hold links that do. */
const READABLE: readonly string[] = ["notification", "digest", "test"];

/** Whether a mail may be read by somebody it was not sent to. */
export function isReadable({ kind }: Pick<OutboxMail, "kind">): boolean {
  return READABLE.includes(kind);
}

/** "Sent", or how far it is: a mail that waits says how often it was tried. */
export function statusText({ status, attempts, isKept }: Pick<OutboxMail, "status" | "attempts" | "isKept">): string {
  if (isKept) return "Kept here";
  if (status === "sent") return "Sent";
  if (status === "bounced") return "Bounced";
  if (status === "failed") return `Failed after ${count(attempts, "attempt")}`;
  return attempts > 1 ? `Queued, attempt ${attempts}` : "Queued";
}

/** Whether what it tells of was seen in the portal; nothing of mails that tell of no notice, such as those about signing in. */
export function receiptText({ receipt }: Pick<OutboxMail, "receipt">): string | null {
  if (receipt === null) return null;
  const { of, seen, at } = receipt;
  if (seen === 0 || at === null) return "Not seen in the portal yet";
  if (seen < of) return `${seen} of ${of} seen in the portal, last ${formatDateTime(at)}`;
  return `Seen in the portal ${formatDateTime(at)}`;
}
