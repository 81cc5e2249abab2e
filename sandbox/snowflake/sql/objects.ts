/** Finding what statements name; resource monitors, schemas and tags. */

import {
  type Account,
  type Command,
  type Database,
  type Schema,
  type Session,
  shownName,
  type Warehouse,
} from "../account/model.ts";
import { has, isAccountAdmin, need, owns } from "../account/privileges.ts";
import { problems } from "../problem.ts";
import { status } from "../result.ts";
import type { Cursor } from "./cursor.ts";

export function findWarehouse(account: Account, name: string): Warehouse {
  const warehouse = account.warehouses.get(name);
  if (warehouse === undefined) throw problems.missing("Warehouse", shownName([name]));
  return warehouse;
}

export function findDatabase(account: Account, name: string): Database {
  const database = account.databases.get(name);
  if (database === undefined) throw problems.missing("Database", shownName([name]));
  return database;
}

export function findSchema(account: Account, database: string, name: string): Schema {
  const schema = findDatabase(account, database).schemas.get(name);
  if (schema === undefined) throw problems.missing("Schema", shownName([database, name]));
  return schema;
}

/** After CREATE RESOURCE MONITOR. */
export function parseCreateMonitor(cursor: Cursor): Command {
  const name = cursor.identifier();
  cursor.expect("WITH");
  cursor.expect("CREDIT_QUOTA");
  cursor.expectSymbol("=");
  const credits = cursor.integer();
  cursor.expect("FREQUENCY");
  cursor.expectSymbol("=");
  const frequency = cursor.oneOf("MONTHLY", "DAILY", "WEEKLY", "YEARLY", "NEVER");
  cursor.expect("START_TIMESTAMP");
  cursor.expectSymbol("=");
  cursor.expect("IMMEDIATELY");
  cursor.expect("TRIGGERS");
  const triggers: { percent: number; action: "NOTIFY" | "SUSPEND" | "SUSPEND_IMMEDIATE" }[] = [];
  while (cursor.accept("ON")) {
    const percent = cursor.integer();
    cursor.expect("PERCENT DO");
    triggers.push({ percent, action: cursor.oneOf("NOTIFY", "SUSPEND_IMMEDIATE", "SUSPEND") });
  }
  const count = (action: string): number => triggers.filter((trigger) => trigger.action === action).length;
  if (triggers.length === 0 || count("NOTIFY") > 5 || count("SUSPEND") > 1 || count("SUSPEND_IMMEDIATE") > 1)
    throw problems.invalidValue("for property 'TRIGGERS'");
  return {
    isChange: true,
    run(session) {
      const { account, role, now } = session;
      need(isAccountAdmin(session), "account");
      if (account.monitors.has(name)) throw problems.exists(shownName([name]));
      account.monitors.set(name, { name, owner: role, createdAt: now, credits, frequency, triggers });
      return status(`Resource monitor ${shownName([name])} successfully created.`);
    },
  };
}

/** After DROP RESOURCE MONITOR. */
export function parseDropMonitor(cursor: Cursor): Command {
  const name = cursor.identifier();
  return {
    isChange: true,
    run(session) {
      if (!session.account.monitors.has(name)) throw problems.missing("Resource monitor", shownName([name]));
      need(isAccountAdmin(session), "account");
      session.account.monitors.delete(name);
      return status(`${shownName([name])} successfully dropped.`);
    },
  };
}

/** After CREATE SCHEMA. */
export function parseCreateSchema(cursor: Cursor): Command {
  const isOptional = cursor.accept("IF NOT EXISTS");
  const [database = "", name = ""] = cursor.qualified(2);
  let retentionDays = 1;
  let comment = "";
  while (cursor.peek().kind === "word") {
    const property = cursor.oneOf("DATA_RETENTION_TIME_IN_DAYS", "COMMENT");
    cursor.expectSymbol("=");
    if (property === "COMMENT") comment = cursor.string();
    else retentionDays = cursor.integer();
  }
  if (retentionDays > 90) throw problems.invalidValue("for property 'DATA_RETENTION_TIME_IN_DAYS'");
  return {
    isChange: true,
    run(session) {
      const { schemas, owner } = findDatabase(session.account, database);
      need(
        owns(session, owner) ||
          (has(session, "CREATE SCHEMA", "DATABASE", database) && has(session, "USAGE", "DATABASE", database)),
        `database '${shownName([database])}'`,
      );
      if (schemas.has(name)) {
        if (isOptional) return status(`${shownName([name])} already exists, statement succeeded.`);
        throw problems.exists(shownName([database, name]));
      }
      schemas.set(name, {
        name,
        owner: session.role,
        createdAt: session.now,
        retentionDays,
        comment,
        objects: new Set(),
        tags: new Map(),
      });
      return status(`Schema ${shownName([name])} successfully created.`);
    },
  };
}

/** After DROP SCHEMA. */
export function parseDropSchema(cursor: Cursor): Command {
  const isOptional = cursor.accept("IF EXISTS");
  const [database = "", name = ""] = cursor.qualified(2);
  if (!cursor.accept("CASCADE")) cursor.accept("RESTRICT");
  return {
    isChange: true,
    run(session) {
      const { schemas } = findDatabase(session.account, database);
      if (isOptional && !schemas.has(name))
        return status("Drop statement executed successfully (object already dropped).");
      need(owns(session, findSchema(session.account, database, name).owner), `schema '${shownName([database, name])}'`);
      schemas.delete(name);
      session.account.grants = session.account.grants.filter(
        (grant) => !(grant.on === "SCHEMA" && grant.name[0] === database && grant.name[1] === name),
      );
      return status(`${shownName([name])} successfully dropped.`);
    },
  };
}

interface Tagging {
  readonly tag: string;
  readonly value: string | null;
}

/** SET TAG or UNSET TAG, or null when the statement goes on otherwise. */
export function parseTagging(cursor: Cursor): Tagging | null {
  const verb = cursor.accept("SET TAG") ? "SET" : cursor.accept("UNSET TAG") ? "UNSET" : null;
  if (verb === null) return null;
  const tag = shownName(cursor.qualified(3));
  if (verb === "UNSET") return { tag, value: null };
  cursor.expectSymbol("=");
  return { tag, value: cursor.string() };
}

/** Sets or removes one tag. */
export function applyTag(
  session: Session,
  { tags }: { readonly tags: Map<string, string> },
  { tag, value }: Tagging,
): ReturnType<typeof status> {
  const owner = session.account.tags.get(tag);
  if (owner === undefined) throw problems.missing("Tag", tag);
  need(owns(session, owner) || has(session, "APPLY TAG", "ACCOUNT"), `tag '${tag}'`);
  if (value !== null && value.length > 256) throw problems.invalidValue("for tag value");
  if (value === null) tags.delete(tag);
  else tags.set(tag, value);
  return status("Statement executed successfully.");
}
