import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HOUR_MS } from "../../convex/lib/pure/time.ts";
import { NewerData } from "../lib/newer-data.ts";
import { openMailLinks } from "./mail-links.ts";
import { AUTH_STEPS, openAuthStore } from "./store.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "older-auth-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MAILED_AT = 5 * HOUR_MS;

/** auth.db as the first version left it, with two links that are open: one of ada's, one of bea's. */
function anOlderDatabase(more = ""): void {
  const database = new DatabaseSync(join(folder, "auth.db"));
  database.exec(`
    CREATE TABLE portalMailLink (
      hash TEXT PRIMARY KEY, userId TEXT NOT NULL, purpose TEXT NOT NULL, expiresAt INTEGER NOT NULL, usedAt INTEGER
    ) STRICT;
    INSERT INTO portalMailLink (hash, userId, purpose, expiresAt) VALUES
      ('a', 'ada', 'verify-email', ${MAILED_AT + HOUR_MS}), ('b', 'bea', 'verify-email', ${MAILED_AT + HOUR_MS});
    ${more}`);
  database.close();
}

/** Opens the folder as a start does, says what is open of ada's and bea's links, and closes it. */
function opened(act: (links: ReturnType<typeof openMailLinks>) => void = () => undefined) {
  const store = openAuthStore(folder);
  const links = openMailLinks(store.database, () => MAILED_AT);
  act(links);
  const { user_version: version } = store.database.prepare("PRAGMA user_version").get() as { user_version: number };
  const found = { version, ada: links.openOf("ada"), bea: links.openOf("bea") };
  store.close();
  return found;
}

test("auth.db of the first version is brought to today's shape by the start, once, and its links stay what they were", () => {
  anOlderDatabase();
  const version = AUTH_STEPS.length;
  expect(opened()).toEqual({ version, ada: 1, bea: 1 });
  // Its links were mailed an hour before their end: one that is revoked until then is over, until earlier it is not.
  expect(opened((links) => links.revoke("ada", MAILED_AT))).toEqual({ version, ada: 0, bea: 1 });
  expect(opened((links) => links.revoke("bea", MAILED_AT - 1))).toEqual({ version, ada: 0, bea: 1 });
});

test("auth.db from before the steps were numbered may have their columns already", () => {
  anOlderDatabase("ALTER TABLE portalMailLink ADD COLUMN issuedAt INTEGER; UPDATE portalMailLink SET issuedAt = 7;");
  expect(opened((links) => links.revoke("ada", 7))).toEqual({ version: AUTH_STEPS.length, ada: 0, bea: 1 });
});

test("auth.db of a newer version is refused and left as it is", () => {
  anOlderDatabase(`PRAGMA user_version = ${AUTH_STEPS.length + 1}`);
  expect(() => openAuthStore(folder)).toThrow(NewerData);
  const database = new DatabaseSync(join(folder, "auth.db"));
  expect(database.prepare("SELECT name FROM pragma_table_info('portalMailLink')").all()).toHaveLength(5);
  database.close();
});

test("a step that fails leaves the database as the one before it left it", () => {
  anOlderDatabase("ALTER TABLE portalMailLink RENAME COLUMN expiresAt TO endsAt;");
  expect(() => openAuthStore(folder)).toThrow("expiresAt");
  const database = new DatabaseSync(join(folder, "auth.db"));
  expect(database.prepare("PRAGMA user_version").get()).toEqual({ user_version: AUTH_STEPS.length - 1 });
  database.close();
});
