/** Warehouses, resource monitors, schemas and their tags. */
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

const SIZES: Readonly<Record<string, string>> = {
  XSMALL: "X-Small",
  "X-SMALL": "X-Small",
  SMALL: "Small",
  MEDIUM: "Medium",
  LARGE: "Large",
  XLARGE: "X-Large",
  "X-LARGE": "X-Large",
  XXLARGE: "2X-Large",
  "2X-LARGE": "2X-Large",
  XXXLARGE: "3X-Large",
  "3X-LARGE": "3X-Large",
  X4LARGE: "4X-Large",
  "4X-LARGE": "4X-Large",
};

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

type WarehouseProperty =
  | "WAREHOUSE_SIZE"
  | "AUTO_SUSPEND"
  | "AUTO_RESUME"
  | "MIN_CLUSTER_COUNT"
  | "MAX_CLUSTER_COUNT"
  | "INITIALLY_SUSPENDED"
  | "COMMENT"
  | "RESOURCE_MONITOR";
type WarehouseProperties = Partial<Record<WarehouseProperty, string | number | boolean>>;

function parseWarehouseProperties(cursor: Cursor): WarehouseProperties {
  const properties: WarehouseProperties = {};
  while (cursor.peek().kind === "word") {
    const property = cursor.oneOf(
      "WAREHOUSE_SIZE",
      "AUTO_SUSPEND",
      "AUTO_RESUME",
      "MIN_CLUSTER_COUNT",
      "MAX_CLUSTER_COUNT",
      "INITIALLY_SUSPENDED",
      "COMMENT",
      "RESOURCE_MONITOR",
    );
    cursor.expectSymbol("=");
    if (property === "WAREHOUSE_SIZE")
      properties[property] = sizeOf(cursor.peek().kind === "string" ? cursor.string() : cursor.identifier());
    else if (property === "COMMENT") properties[property] = cursor.string();
    else if (property === "RESOURCE_MONITOR") properties[property] = cursor.identifier();
    else if (property === "AUTO_RESUME" || property === "INITIALLY_SUSPENDED") properties[property] = cursor.boolean();
    else properties[property] = cursor.integer();
  }
  return properties;
}

function sizeOf(text: string): string {
  const size = SIZES[text.toUpperCase()];
  if (size === undefined) throw problems.invalidValue(`'${text}' for property 'WAREHOUSE_SIZE'`);
  return size;
}

/** After CREATE WAREHOUSE. */
export function parseCreateWarehouse(cursor: Cursor): Command {
  const isOptional = cursor.accept("IF NOT EXISTS");
  const name = cursor.identifier();
  cursor.accept("WITH");
  const properties = parseWarehouseProperties(cursor);
  return {
    isChange: true,
    run(session) {
      const { account, role, now } = session;
      need(has(session, "CREATE WAREHOUSE", "ACCOUNT"), "account");
      if (account.warehouses.has(name)) {
        if (isOptional) return status(`${shownName([name])} already exists, statement succeeded.`);
        throw problems.exists(shownName([name]));
      }
      const warehouse: Warehouse = {
        name,
        owner: role,
        createdAt: now,
        size: "X-Small",
        autoSuspend: 600,
        minClusters: 1,
        maxClusters: 1,
        comment: "",
        monitor: null,
        tags: new Map(),
      };
      applyWarehouse(session, warehouse, properties);
      account.warehouses.set(name, warehouse);
      return status(`Warehouse ${shownName([name])} successfully created.`);
    },
  };
}

/** After ALTER WAREHOUSE. */
export function parseAlterWarehouse(cursor: Cursor): Command {
  const name = cursor.identifier();
  const tagging = parseTagging(cursor);
  if (tagging !== null) {
    return { isChange: true, run: (session) => applyTag(session, findWarehouse(session.account, name), tagging) };
  }
  const isUnset = cursor.accept("UNSET");
  if (isUnset) cursor.expect("RESOURCE_MONITOR");
  else cursor.expect("SET");
  const properties = isUnset ? {} : parseWarehouseProperties(cursor);
  if (!isUnset && Object.keys(properties).length === 0) throw cursor.fail();
  return {
    isChange: true,
    run(session) {
      const warehouse = findWarehouse(session.account, name);
      need(
        owns(session, warehouse.owner) || has(session, "MODIFY", "WAREHOUSE", name),
        `warehouse '${shownName([name])}'`,
      );
      if (isUnset) {
        need(isAccountAdmin(session), "account");
        warehouse.monitor = null;
      } else {
        applyWarehouse(session, warehouse, properties);
      }
      return status("Statement executed successfully.");
    },
  };
}

function applyWarehouse(session: Session, warehouse: Warehouse, properties: WarehouseProperties): void {
  const {
    WAREHOUSE_SIZE: size,
    AUTO_SUSPEND: autoSuspend,
    MIN_CLUSTER_COUNT: min,
    MAX_CLUSTER_COUNT: max,
    COMMENT: comment,
    RESOURCE_MONITOR: monitor,
  } = properties;
  if (typeof monitor === "string") {
    need(isAccountAdmin(session), "account");
    if (!session.account.monitors.has(monitor)) throw problems.missing("Resource monitor", shownName([monitor]));
    warehouse.monitor = monitor;
  }
  if (typeof max === "number" && (max < 1 || max > 10 || (typeof min === "number" && min > max)))
    throw problems.invalidValue("for property 'MAX_CLUSTER_COUNT'");
  if (typeof size === "string") warehouse.size = size;
  if (typeof autoSuspend === "number") warehouse.autoSuspend = autoSuspend;
  if (typeof min === "number") warehouse.minClusters = min;
  if (typeof max === "number") warehouse.maxClusters = max;
  if (typeof comment === "string") warehouse.comment = comment;
}

/** After DROP WAREHOUSE. */
export function parseDropWarehouse(cursor: Cursor): Command {
  const isOptional = cursor.accept("IF EXISTS");
  const name = cursor.identifier();
  return {
    isChange: true,
    run(session) {
      const { account } = session;
      if (isOptional && !account.warehouses.has(name))
        return status("Drop statement executed successfully (object already dropped).");
      need(owns(session, findWarehouse(account, name).owner), `warehouse '${shownName([name])}'`);
      account.warehouses.delete(name);
      account.grants = account.grants.filter((grant) => !(grant.on === "WAREHOUSE" && grant.name[0] === name));
      return status(`${shownName([name])} successfully dropped.`);
    },
  };
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

function parseTagging(cursor: Cursor): Tagging | null {
  const verb = cursor.accept("SET TAG") ? "SET" : cursor.accept("UNSET TAG") ? "UNSET" : null;
  if (verb === null) return null;
  const tag = shownName(cursor.qualified(3));
  if (verb === "UNSET") return { tag, value: null };
  cursor.expectSymbol("=");
  return { tag, value: cursor.string() };
}

function applyTag(
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
