/**
 * Mails about an address that somebody else corrects: the old mailbox gets a link that stops it, at once and again when
 * the new one gets the link that confirms it.
 */

import { pathTo } from "../../../convex/site/links.ts";
import { confirmCorrectionMail, emailCorrectingMail } from "../../mail/templates.ts";
import type { AuthParts } from "../parts.ts";

/** What is to be mailed about whose address. */
export interface CorrectionMail {
  readonly mail: "tell" | "confirm";
  readonly tokenIdentifier: string | null;
  /** The new address. */
  readonly email: string;
  readonly endsAt: number;
}

type Parts = Pick<AuthParts, "auth" | "links" | "mail" | "baseUrl" | "issuer">;

/** Mails what is due about a correction; nothing where there is no account. */
export async function mailCorrection(
  parts: Parts,
  { mail, tokenIdentifier, email, endsAt }: CorrectionMail,
): Promise<void> {
  const own = `${parts.issuer}|`;
  if (tokenIdentifier?.startsWith(own) !== true) return;
  const { internalAdapter } = await parts.auth.$context;
  const user = await internalAdapter.findUserById(tokenIdentifier.slice(own.length));
  if (user === null) return;
  const stop = parts.links.issue(user.id, "keep-email", endsAt);
  void parts.mail.send(
    emailCorrectingMail({ to: user.email, link: parts.baseUrl + pathTo("keepEmail", { token: stop }) }),
  );
  if (mail === "tell") return;
  const token = parts.links.issueFor(user.id, email, "correct-email", endsAt);
  void parts.mail.send(confirmCorrectionMail({ to: email, link: parts.baseUrl + pathTo("correctEmail", { token }) }));
}
