/** The mails of signing in: plain text, and the same words as simple HTML. */

import { momentUtc } from "../../convex/lib/pure/time.ts";
import type { Mail } from "./port.ts";

/** Nothing of a mail was written by whoever caused it: anybody may type somebody else's address into a form. */
interface LinkMail {
  readonly to: string;
  readonly link: string;
}

/** Proves that the address belongs to the person who signed up. */
export function verificationMail({ to, link }: LinkMail): Mail {
  return compose({
    to,
    link,
    kind: "verify-email",
    subject: "Verify your email address",
    paragraphs: [
      "Hello,",
      "Someone signed up for the Data Portal with this address. To finish, open this link within one hour and enter your password:",
    ],
    closing: "If this was not you, do not open the link and the account will not be activated.",
  });
}

/** Lets the owner of an account choose a new password. */
export function resetPasswordMail({ to, link }: LinkMail): Mail {
  return compose({
    to,
    link,
    kind: "password-reset",
    subject: "Reset your password",
    paragraphs: [
      "Hello,",
      "Someone asked to reset the password of your Data Portal account. To choose a new one, open this link within one hour:",
    ],
    closing: "If this was not you, ignore this email and your password will stay the same.",
  });
}

/** Proves that the new address of an account belongs to its person. */
export function changeEmailMail({ to, link }: LinkMail): Mail {
  return compose({
    to,
    link,
    kind: "change-email",
    subject: "Confirm your new email address",
    paragraphs: [
      "Hello,",
      "Someone asked to use this address for their Data Portal account. To confirm it, open this link within one hour:",
    ],
    closing: "If this was not you, ignore this email and no account will use this address.",
  });
}

/** Tells the old address of an account that it has another one. */
export function emailChangedMail({ to, link }: LinkMail): Mail {
  return compose({
    to,
    link,
    kind: "email-changed",
    subject: "Your email address in the Data Portal was changed",
    paragraphs: ["Hello,", "The email address of your Data Portal account has changed. Sign in with the new one here:"],
    closing:
      "If this was not you, contact whoever runs the portal at once: you can no longer sign in with this address.",
  });
}

/** Tells the old address of an account that a colleague corrects it, and lets its owner stop that. */
export function emailCorrectingMail({ to, link }: LinkMail): Mail {
  return compose({
    to,
    link,
    kind: "email-correcting",
    subject: "Your email address in the Data Portal is being changed",
    paragraphs: [
      "Hello,",
      "A colleague who looks after people is changing the email address of your Data Portal account. If that is wrong, open this link and stop it:",
    ],
    closing: "If it is right, you do not need to do anything: the address changes once the new one is confirmed.",
  });
}

/** Proves that the corrected address of an account belongs to its person. */
export function confirmCorrectionMail({ to, link }: LinkMail): Mail {
  return compose({
    to,
    link,
    kind: "correct-email",
    subject: "Confirm your new email address",
    paragraphs: [
      "Hello,",
      "A colleague asked to use this address for your Data Portal account. To confirm it, open this link within seven days:",
    ],
    closing: "If you have no such account, ignore this email and no account will use this address.",
  });
}

/** Brings an invited person in, until their link ends. */
export function invitationMail({
  to,
  link,
  expiresAt,
  isReminder,
}: LinkMail & { readonly expiresAt: number; readonly isReminder: boolean }): Mail {
  const how = `To choose a password and sign in, open this link by ${momentUtc(expiresAt)}:`;
  return compose({
    to,
    link,
    kind: "invitation",
    subject: isReminder ? "Your invitation to the Data Portal is waiting" : "You are invited to the Data Portal",
    paragraphs: [
      "Hello,",
      isReminder
        ? `You were invited to the Data Portal and have not joined yet. ${how}`
        : `You are invited to the Data Portal. ${how}`,
    ],
    closing:
      "Only the newest link works. If it has expired, its page sends you another one. If you did not expect this, ignore this email.",
  });
}

/** Tells the owner of an account that someone tried to open it again. */
export function alreadyRegisteredMail({ to, link }: LinkMail): Mail {
  return compose({
    to,
    link,
    kind: "already-registered",
    subject: "You already have an account",
    paragraphs: [
      "Hello,",
      "Someone tried to open a Data Portal account with this address. You already have one. Sign in here:",
    ],
    closing: "If this was not you, you do not need to do anything.",
  });
}

function compose(parts: {
  to: string;
  link: string;
  kind: string;
  subject: string;
  paragraphs: readonly string[];
  closing: string;
}): Mail {
  const { to, link, kind, subject, paragraphs, closing } = parts;
  const before = paragraphs.map((paragraph) => `<p>${encodeHtml(paragraph)}</p>`).join("\n");
  return {
    to,
    link,
    kind,
    subject,
    text: [...paragraphs, link, closing, "Data Portal"].join("\n\n"),
    html: `<!doctype html>\n<html lang="en-GB"><body>\n${before}\n<p><a href="${encodeHtml(link)}">${encodeHtml(link)}</a></p>\n<p>${encodeHtml(closing)}</p>\n<p>Data Portal</p>\n</body></html>\n`,
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as HTML text or attribute value. */
export function encodeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
