/** What the portal takes out of a mail: who wrote it, to which address of a ticket, what it says, and whether a machine did. */

import { createHash } from "node:crypto";
import PostalMime, { type Address, type Email } from "postal-mime";
import { type Bounce, bounceIn } from "./bounce.ts";
import { wordsOfHtml } from "./html.ts";

const OPTIONS = { maxNestingDepth: 20, maxHeadersSize: 64 * 1024, attachmentEncoding: "base64" } as const;
/** Files of one mail that are looked at; of more no word is said. */
const MAX_MAILED = 50;
/** The largest picture within the text of a mail that counts as part of a signature. */
const MAX_LOGO_BYTES = 10 * 1024;
/** Addresses of one mail that are looked at for a ticket's. */
const MAX_RECIPIENTS = 50;

/** A mail as it is handed to the backend. */
export interface InboundMail {
  /** Null where there is not exactly one sender. */
  readonly from: string | null;
  /** What tells the ticket's address apart; null without, or where two are named. */
  readonly token: string | null;
  readonly messageId: string;
  readonly body: string;
  /** What came with it, as it came: contents in base64. */
  readonly files: readonly { readonly name: string; readonly content: string }[];
  /** Whether a machine sent it: an absence, a bounce, a list. */
  readonly isAutomated: boolean;
  /** The mail that could not be delivered, where it says so; null otherwise. */
  readonly bounce: Bounce | null;
}

/** Reads a mail; null where it is none. `mailbox` is the portal's own address for mail. */
export async function readMail(raw: Uint8Array, mailbox: string): Promise<InboundMail | null> {
  const mail = await PostalMime.parse(raw, OPTIONS).catch(() => null);
  if (mail === null) return null;
  const from = mail.headers.filter(({ key }) => key === "from").length === 1 ? addressOf(mail.from) : null;
  return {
    from,
    token: tokenIn(mail, mailbox),
    messageId: messageIdOf(mail, raw),
    body: bodyOf(mail),
    files: filesOf(mail),
    isAutomated: isAutomated(mail) || from === mailbox,
    bounce: bounceIn(mail),
  };
}

function addressOf(address: Address | undefined): string | null {
  return address?.address ? address.address.trim().toLowerCase() : null;
}

function messageIdOf({ messageId }: Email, raw: Uint8Array): string {
  const given = messageId?.trim().replace(/^<|>$/g, "") ?? "";
  return given !== "" && given.length <= 250 ? given : `sha256:${createHash("sha256").update(raw).digest("hex")}`;
}

/** "support+<token>@example.com" among those it was sent to. */
function tokenIn({ to = [], cc = [], deliveredTo, headers }: Email, mailbox: string): string | null {
  const [local = "", host = ""] = mailbox.split("@");
  const envelope = headers
    .filter(({ key }) => key === "x-original-to" || key === "envelope-to")
    .map(({ value }) => value);
  const recipients = [...to, ...cc].slice(0, MAX_RECIPIENTS).map(addressOf);
  const found = new Set<string>();
  for (const recipient of [...recipients, deliveredTo, ...envelope.slice(0, MAX_RECIPIENTS)]) {
    const given = recipient?.trim().toLowerCase().replace(/^<|>$/g, "") ?? "";
    if (!given.startsWith(`${local}+`) || !given.endsWith(`@${host}`)) continue;
    const token = given.slice(local.length + 1, given.length - host.length - 1);
    if (/^[a-z2-7]{32}$/.test(token)) found.add(token);
  }
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

function bodyOf({ text, html }: Email): string {
  return (text ?? wordsOfHtml(html ?? ""))
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .trim();
}

/**
 * Its files; a picture that was pasted often has no name. A small picture within the text is of a signature: it comes
 * with every mail of its writer, and is left out. A screenshot that was pasted is larger, and is kept.
 */
function filesOf({ attachments }: Email): InboundMail["files"] {
  return attachments
    .filter((one) => !isLogo(one))
    .slice(0, MAX_MAILED)
    .map(({ filename, mimeType, content }) => ({
      name: filename ?? mimeType.replace("/", "."),
      content: typeof content === "string" ? content : "",
    }));
}

function isLogo({ mimeType, contentId, related, disposition, content }: Email["attachments"][number]): boolean {
  const isWithin = contentId !== undefined && (related === true || disposition === "inline");
  // In base64 four characters hold three bytes.
  const size = typeof content === "string" ? (content.length * 3) / 4 : 0;
  return isWithin && mimeType.startsWith("image/") && size > 0 && size <= MAX_LOGO_BYTES;
}

const SUBJECTS =
  /^(out of (the )?office|automatic reply|auto(matic)?[- ]?reply|abwesen|undeliver|delivery status|mail delivery)/i;

/** What a machine sent says so in one of these ways (RFC 3834, RFC 3464, and what older ones do). */
function isAutomated({ headers, subject = "", returnPath, from }: Email): boolean {
  const valueOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const submitted = valueOf("auto-submitted");
  if (submitted !== undefined && submitted !== "no") return true;
  if (/^(bulk|junk|list|auto_reply)$/.test(valueOf("precedence") ?? "")) return true;
  if (["list-id", "x-autoreply", "x-autorespond", "x-auto-reply"].some((name) => valueOf(name) !== undefined))
    return true;
  if (/^multipart\/report\b/.test(valueOf("content-type") ?? "")) return true;
  if (valueOf("return-path") === "<>" || returnPath === "<>") return true;
  if (/^(mailer-daemon|postmaster)@/i.test(from?.address ?? "")) return true;
  return SUBJECTS.test(subject.trim());
}
