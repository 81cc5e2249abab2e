/**
 * Brings a database of the host process to the shape of this version: numbered steps, each once and in order, in one
 * transaction with the number that says so (`PRAGMA user_version`). Databases from before the numbers begin at none, so
 * the first steps of a list may find their work done.
 */

import type { DatabaseSync } from "node:sqlite";
import { NewerData } from "./newer-data.ts";

/** One change of the shape. Its number is its place in the list, from 1; it is never changed, and none is put before it. */
export type DatabaseStep = (database: DatabaseSync) => void;

/** Does the steps that are left. Throws NewerData when a newer version did more than are known here. */
export function bringUpToDate(database: DatabaseSync, name: string, steps: readonly DatabaseStep[]): void {
  const done = versionOf(database);
  if (done > steps.length) throw new NewerData(`${done} of ${name}`);
  for (const [at, step] of steps.entries()) {
    if (at < done) continue;
    database.exec("BEGIN IMMEDIATE");
    try {
      step(database);
      database.exec(`PRAGMA user_version = ${at + 1}; COMMIT`);
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  }
}

/** Adds a column, unless a version from before the numbers did. */
export function addColumn(table: string, column: string, type: "TEXT" | "INTEGER"): DatabaseStep {
  return (database) => {
    const columns = database.prepare("SELECT name FROM pragma_table_info(?)").all(table);
    if (!columns.some(({ name }) => name === column))
      database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
  };
}

function versionOf(database: DatabaseSync): number {
  const row = database.prepare("PRAGMA user_version").get() as { user_version: number }; // the pragma always has its row
  return row.user_version;
}
