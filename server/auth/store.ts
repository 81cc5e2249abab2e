/**
 * `auth.db`: Better Auth's tables plus the portal's own beside them. Holds the keys that sign tokens and
 * cookies, so the file is readable by its owner only. Nothing here knows a password in clear.
 */

import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { mailboxOf } from "../../convex/lib/pure/mailbox.ts";
import { addColumn, bringUpToDate, type DatabaseStep } from "../lib/database.ts";

/** A private key that signs tokens; older ones stay so that running tokens keep verifying. */
export interface SigningKeyRow {
  readonly kid: string;
  readonly privateKeyPem: string;
  readonly publicJwkJson: string;
}

/** An initial password someone else chose: when it came, until when its link works, whether it was used. */
export interface InitialPasswordRow {
  readonly userId: string;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  readonly failedLinkAttempts: number;
}

/** An account whose address was proven. */
export interface VerifiedAccount {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: true;
}

/** The portal's own rows of auth.db. */
export interface AuthStore {
  readonly database: DatabaseSync;
  /** A random secret, made at first use and remembered. */
  secret(name: string): string;
  signingKeys(): SigningKeyRow[];
  addSigningKey(key: SigningKeyRow, now: number): void;
  setInitialPassword(userId: string, now: number, expiresAt: number): void;
  initialPassword(userId: string): InitialPasswordRow | null;
  /** Counts a wrong password from the link, and opens the initial password again. */
  countFailedLinkAttempt(userId: string): void;
  /** Marks it used; false when someone else was first. */
  useInitialPassword(userId: string, now: number): boolean;
  forgetInitialPassword(userId: string): void;
  /** The server itself opened this account: the demo's, and the first super admin's. */
  noteOpened(userId: string): void;
  wasOpened(userId: string): boolean;
  /** Whether nobody may sign in with an account, whatever the backend says. */
  isDisabled(userId: string): boolean;
  disable(userId: string, now: number): void;
  enable(userId: string): void;
  /** Forgets everything the portal keeps beside an account that is deleted. */
  forgetAccount(userId: string): void;
  /** A verified account whose address is a spelling of this mailbox, if there is one. */
  verifiedByMailbox(mailbox: string): VerifiedAccount | undefined;
  close(): void;
}

/**
 * The portal's own tables of auth.db, step by step, every one there ever was; Better Auth brings its own to today's shape
 * itself.
 */
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

/** Opens (or creates) auth.db in the data folder; ":memory:" keeps it in memory. */
export function openAuthStore(dataDir: string): AuthStore {
  const database = openDatabase(dataDir);
  try {
    bringUpToDate(database, "auth.db", AUTH_STEPS);
  } catch (error) {
    database.close();
    throw error;
  }
  const readSecret = database.prepare("SELECT value FROM portalSecret WHERE name = ?");
  const writeSecret = database.prepare("INSERT INTO portalSecret (name, value) VALUES (?, ?)");
  const noteOpened = database.prepare("INSERT OR IGNORE INTO portalOpenedAccount (userId) VALUES (?)");
  const readOpened = database.prepare("SELECT userId FROM portalOpenedAccount WHERE userId = ?");
  return {
    database,
    secret(name) {
      const known = readSecret.get(name) as { value: string } | undefined;
      if (known !== undefined) return known.value;
      const value = randomBytes(32).toString("base64url");
      writeSecret.run(name, value);
      return value;
    },
    ...signingKeyRows(database),
    ...initialPasswordRows(database),
    ...disabledRows(database),
    noteOpened: (userId) => void noteOpened.run(userId),
    wasOpened: (userId) => readOpened.get(userId) !== undefined,
    // Every address is looked at: signing up is rare and limited, and an index of mailboxes could lie.
    verifiedByMailbox(mailbox) {
      const verified = database.prepare("SELECT id, email FROM user WHERE emailVerified = 1").all() as unknown as {
        id: string;
        email: string;
      }[];
      const found = verified.find(({ email }) => mailboxOf(email) === mailbox);
      return found === undefined ? undefined : { ...found, emailVerified: true };
    },
    close: () => database.close(),
  };
}

function openDatabase(dataDir: string): DatabaseSync {
  if (dataDir === ":memory:") return new DatabaseSync(":memory:");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, "auth.db");
  const database = new DatabaseSync(path);
  chmodSync(path, 0o600);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;");
  return database;
}

function signingKeyRows(database: DatabaseSync): Pick<AuthStore, "signingKeys" | "addSigningKey"> {
  const all = database.prepare(
    "SELECT kid, privateKeyPem, publicJwkJson FROM portalSigningKey ORDER BY createdAt DESC",
  );
  const add = database.prepare(
    "INSERT INTO portalSigningKey (kid, privateKeyPem, publicJwkJson, createdAt) VALUES (?, ?, ?, ?)",
  );
  return {
    // The columns are the fields of the row type, and STRICT tables hold what they declare.
    signingKeys: () => all.all() as unknown as SigningKeyRow[],
    addSigningKey: (key, now) => void add.run(key.kid, key.privateKeyPem, key.publicJwkJson, now),
  };
}

function disabledRows(database: DatabaseSync): Pick<AuthStore, "isDisabled" | "disable" | "enable" | "forgetAccount"> {
  const read = database.prepare("SELECT userId FROM portalDisabledAccount WHERE userId = ?");
  const add = database.prepare("INSERT OR IGNORE INTO portalDisabledAccount (userId, disabledAt) VALUES (?, ?)");
  const remove = database.prepare("DELETE FROM portalDisabledAccount WHERE userId = ?");
  const own = ["portalDisabledAccount", "portalInitialPassword", "portalOpenedAccount"].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE userId = ?`),
  );
  return {
    isDisabled: (userId) => read.get(userId) !== undefined,
    disable: (userId, now) => void add.run(userId, now),
    enable: (userId) => void remove.run(userId),
    forgetAccount: (userId) => {
      for (const statement of own) statement.run(userId);
    },
  };
}

type InitialPasswordRows = Pick<
  AuthStore,
  "setInitialPassword" | "initialPassword" | "countFailedLinkAttempt" | "useInitialPassword" | "forgetInitialPassword"
>;

function initialPasswordRows(database: DatabaseSync): InitialPasswordRows {
  const set = database.prepare(
    "INSERT OR REPLACE INTO portalInitialPassword (userId, issuedAt, expiresAt) VALUES (?, ?, ?)",
  );
  const read = database.prepare(
    "SELECT userId, expiresAt, usedAt, failedLinkAttempts FROM portalInitialPassword WHERE userId = ?",
  );
  const count = database.prepare(
    "UPDATE portalInitialPassword SET failedLinkAttempts = failedLinkAttempts + 1, usedAt = NULL WHERE userId = ?",
  );
  const use = database.prepare("UPDATE portalInitialPassword SET usedAt = ? WHERE userId = ? AND usedAt IS NULL");
  const forget = database.prepare("DELETE FROM portalInitialPassword WHERE userId = ?");
  return {
    setInitialPassword: (userId, now, expiresAt) => void set.run(userId, now, expiresAt),
    initialPassword: (userId) => (read.get(userId) as InitialPasswordRow | undefined) ?? null,
    countFailedLinkAttempt: (userId) => void count.run(userId),
    useInitialPassword: (userId, now) => use.run(now, userId).changes === 1,
    forgetInitialPassword: (userId) => void forget.run(userId),
  };
}
