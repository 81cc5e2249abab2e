/** The portal's own tables of auth.db, step by step; Better Auth brings its own to today's shape itself. */

import { addColumn, type DatabaseStep } from "../lib/database.ts";

/** Every step there ever was, in order. */
export const AUTH_STEPS: readonly DatabaseStep[] = [
  (database) =>
    database.exec(`
      CREATE TABLE IF NOT EXISTS portalSecret (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
      CREATE TABLE IF NOT EXISTS portalSigningKey (
        kid TEXT PRIMARY KEY, privateKeyPem TEXT NOT NULL, publicJwkJson TEXT NOT NULL, createdAt INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS portalInitialPassword (
        userId TEXT PRIMARY KEY, issuedAt INTEGER NOT NULL, expiresAt INTEGER NOT NULL,
        usedAt INTEGER, failedLinkAttempts INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE TABLE IF NOT EXISTS portalOpenedAccount (userId TEXT PRIMARY KEY) STRICT;
      CREATE TABLE IF NOT EXISTS portalDisabledAccount (userId TEXT PRIMARY KEY, disabledAt INTEGER NOT NULL) STRICT;
      CREATE TABLE IF NOT EXISTS portalMailLink (
        hash TEXT PRIMARY KEY, userId TEXT NOT NULL, purpose TEXT NOT NULL, expiresAt INTEGER NOT NULL, usedAt INTEGER
      ) STRICT;`),
  // When a link was mailed, beside its end: the two are not always an hour apart.
  addColumn("portalMailLink", "issuedAt", "INTEGER"),
  // The address a link proves, where the account has another one.
  addColumn("portalMailLink", "email", "TEXT"),
  // Links from before the column were all an hour's.
  (database) => database.exec("UPDATE portalMailLink SET issuedAt = expiresAt - 3600000 WHERE issuedAt IS NULL"),
];
