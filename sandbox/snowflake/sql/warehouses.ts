/** CREATE, ALTER and DROP WAREHOUSE. */

import { type Command, shownName, type Warehouse, type Session } from "../account/model.ts";
import { need, has, owns, isAccountAdmin } from "../account/privileges.ts";
import { problems } from "../problem.ts";
import { status } from "../result.ts";
import type { Cursor } from "./cursor.ts";
import { parseTagging, applyTag, findWarehouse } from "./objects.ts";

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
