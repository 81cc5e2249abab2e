/**
 * One-time links that are mailed: they prove that whoever opens one reads the mail of the account. Only a
 * hash of each is kept, so neither auth.db nor a backup of it opens an account. Using one uses up all of
 * the account's: what proved the mailbox once is not left lying about.
 */

import { createHash, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { HOUR_MS } from "../../convex/lib/pure/time.ts";

/** What a link is good for. */
export const LINK_PURPOSES = [
  "verify-email",
  "reset-password",
  "invitation",
  "change-email",
  "correct-email",
  "keep-email",
] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** Where a link stands; `userId` is whose it is, `email` the address it proves where that is not the account's. */
export type LinkState =
  | { readonly state: "open" | "used" | "expired"; readonly userId: string; readonly email: string | null }
  | { readonly state: "unknown" };

export interface MailLinks {
  /** A new link's token: the only time it is in clear. It works for an hour, or until another end that is given. */
  issue(userId: string, purpose: LinkPurpose, expiresAt?: number): string;
  /** The same for another address than the account's, which is kept with the link. */
  issueFor(userId: string, email: string, purpose?: "change-email" | "correct-email", expiresAt?: number): string;
  look(token: string, purpose: LinkPurpose): LinkState;
  /** Uses an open link, and with it all others of the account: of two callers at once one gets the user. */
  use(token: string, purpose: LinkPurpose): string | null;
  /** Uses up every link of the account that was mailed until then; with a purpose, all of that purpose. */
  revoke(userId: string, issuedUntil: number): void;
  revokeAll(userId: string, purpose: LinkPurpose): void;
  /** Links of the account that would still open something. */
  openOf(userId: string): number;
}

export const LINK_LIFETIME_MS = HOUR_MS;
/** A used or expired link can say so for this long. */
const REMEMBERED_MS = 7 * 24 * LINK_LIFETIME_MS;

/** The links of auth.db, whose tables are there (store.ts). */
export function openMailLinks(database: DatabaseSync, now: () => number): MailLinks {
  const add = database.prepare(
    "INSERT INTO portalMailLink (hash, userId, purpose, expiresAt, issuedAt, email) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const prune = database.prepare("DELETE FROM portalMailLink WHERE expiresAt < ?");
  const read = database.prepare(
    "SELECT userId, expiresAt, usedAt, email FROM portalMailLink WHERE hash = ? AND purpose = ?",
  );
  const claim = database.prepare(
    "UPDATE portalMailLink SET usedAt = ? WHERE hash = ? AND purpose = ? AND usedAt IS NULL AND expiresAt > ?",
  );
  const revoke = database.prepare(
    "UPDATE portalMailLink SET usedAt = ? WHERE userId = ? AND usedAt IS NULL AND issuedAt <= ?",
  );
  const revokeAll = database.prepare(
    "UPDATE portalMailLink SET usedAt = ? WHERE userId = ? AND usedAt IS NULL AND purpose = ?",
  );
  const open = database.prepare(
    "SELECT count(*) AS count FROM portalMailLink WHERE userId = ? AND usedAt IS NULL AND expiresAt > ?",
  );
  const claimOthers = database.prepare("UPDATE portalMailLink SET usedAt = ? WHERE userId = ? AND usedAt IS NULL");

  function look(token: string, purpose: LinkPurpose): LinkState {
    const row = read.get(hashOf(token), purpose) as
      | { userId: string; expiresAt: number; usedAt: number | null; email: string | null }
      | undefined;
    if (row === undefined) return { state: "unknown" };
    const state = row.usedAt !== null ? "used" : row.expiresAt <= now() ? "expired" : "open";
    return { state, userId: row.userId, email: row.email };
  }

  function issue(userId: string, purpose: LinkPurpose, expiresAt: number, email: string | null): string {
    prune.run(now() - REMEMBERED_MS);
    const token = randomBytes(32).toString("base64url");
    add.run(hashOf(token), userId, purpose, expiresAt, now(), email);
    return token;
  }

  return {
    look,
    issue: (userId, purpose, expiresAt = now() + LINK_LIFETIME_MS) => issue(userId, purpose, expiresAt, null),
    issueFor: (userId, email, purpose = "change-email", expiresAt = now() + LINK_LIFETIME_MS) =>
      issue(userId, purpose, expiresAt, email),
    use(token, purpose) {
      const found = look(token, purpose);
      if (found.state !== "open" || claim.run(now(), hashOf(token), purpose, now()).changes !== 1) return null;
      claimOthers.run(now(), found.userId);
      return found.userId;
    },
    revoke: (userId, issuedUntil) => void revoke.run(now(), userId, issuedUntil),
    openOf: (userId) => (open.get(userId, now()) as { count: number }).count, // an aggregate always has its row
    revokeAll: (userId, purpose) => void revokeAll.run(now(), userId, purpose),
  };
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
