/**
 * What a mail server reports of a mail it could not deliver (RFC 3464): which mail, and why. A report of a delay or of a
 * delivery is none, nor is a mail that only has a report attached: a person wrote it. The mail that came back lies beside the report and is read for its Message-ID alone.
 */

import type { Email } from "postal-mime";

/** Of a report and of the headers of what came back, so much is read. */
const MAX_READ = 64 * 1024;
const MAX_REPLY = 500;

/** A mail that could not be delivered. */
export interface Bounce {
  /** Its Message-ID without the host. */
  readonly messageId: string;
  /** What the mail server said of it. */
  readonly reply: string;
}

/** The mail this one reports as undeliverable; null where it reports none. */
export function bounceIn({ headers, attachments }: Email): Bounce | null {
  const type = headers.find(({ key }) => key === "content-type")?.value ?? "";
  if (!/^\s*multipart\/report\b.*\breport-type\s*=\s*"?delivery-status\b/is.test(type)) return null;
  const part = (...types: readonly string[]): string => {
    const found = attachments.find(({ mimeType }) => types.includes(mimeType));
    return typeof found?.content === "string" ? textOf(found.content) : "";
  };
  const [, ...recipients] = part("message/delivery-status").split(/\r?\n\r?\n/);
  const failed = recipients.find((fields) => /^failed\b/i.test(fieldOf(fields, "Action") ?? ""));
  const [original = ""] = part("message/rfc822", "text/rfc822-headers").split(/\r?\n\r?\n/);
  const messageId = /^<([^<>@\s]+)@[^<>@\s]+>$/.exec(fieldOf(original, "Message-ID") ?? "")?.[1];
  if (failed === undefined || messageId === undefined) return null;
  const said = fieldOf(failed, "Diagnostic-Code")?.replace(/^[\w-]+;\s*/, "") ?? fieldOf(failed, "Status");
  return { messageId, reply: (said ?? "It could not be delivered.").slice(0, MAX_REPLY) };
}

/** The contents of a part, which come in base64. */
function textOf(content: string): string {
  return Buffer.from(content.slice(0, (MAX_READ * 4) / 3), "base64").toString("utf8");
}

/** A field with its folded lines as one, without signs that are none. */
function fieldOf(fields: string, name: string): string | undefined {
  const lines = fields.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const line = lines.find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line
    ?.slice(name.length + 1)
    .replaceAll(/\p{Cc}/gu, "")
    .trim();
}
