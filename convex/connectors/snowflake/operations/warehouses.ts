/**
 * Warehouses: a new one with its tag and resource monitor, and a new size that `compensate` takes back at its end date.
 */

import { type Call, ConnectorError, type Fact, type PlanStep } from "../../contract/contract";
import type { Definition, Facts } from "../../contract/operation";
import { type Row, textOf } from "../api/cells";
import { qualify, quoteIdent, quoteLiteral, wholeNumber } from "../api/identifiers";
import { requireMonitorRole } from "../api/settings";
import { type Fields, fieldsOf } from "./input";
import { type Account, EXISTS, MISSING, NONE, refuseSystemRole, requireRole, roleFact, sql } from "./userAndRoleFacts";

/** Sizes as statements write them, and as SHOW prints them. */
const SIZES = {
  XSMALL: "X-Small",
  SMALL: "Small",
  MEDIUM: "Medium",
  LARGE: "Large",
  XLARGE: "X-Large",
  XXLARGE: "2X-Large",
  XXXLARGE: "3X-Large",
  X4LARGE: "4X-Large",
} as const;
type Size = keyof typeof SIZES;
const SIZE_NAMES = Object.keys(SIZES) as Size[];
const FREQUENCIES = ["MONTHLY", "DAILY", "WEEKLY", "YEARLY", "NEVER"] as const;
const MAX_CREDITS = 100_000;

interface Monitor {
  readonly name: string;
  readonly credits: number;
  readonly frequency: (typeof FREQUENCIES)[number];
  readonly notifyPercent: number;
  readonly suspendPercent: number;
}

interface NewWarehouse {
  readonly warehouse: string;
  readonly size: Size;
  readonly autoSuspendSeconds: number;
  readonly clusters: number;
  readonly comment: string;
  readonly role: string;
  readonly monitor: Monitor | null;
  readonly tag: {
    readonly database: string;
    readonly schema: string;
    readonly name: string;
    readonly value: string;
  } | null;
}

/** Creates a warehouse that a role may use. */
export function createWarehouse(account: Account): Definition<NewWarehouse> {
  return {
    name: "create-warehouse",
    check: (input) => checkWarehouse(account, input),
    read: (wanted) => readWarehouse(account, wanted),
    steps(wanted, facts) {
      requireRole(facts, wanted.role);
      if (!facts.is(warehouseSubject(wanted.warehouse), MISSING))
        throw new ConnectorError(
          "user-fixable",
          "already-exists",
          `Snowflake already has a warehouse "${wanted.warehouse}".`,
        );
      return [
        ...monitorSteps(account, wanted, facts),
        createStep(account, wanted),
        ...assignSteps(account, wanted),
        ...tagSteps(account, wanted),
        usageStep(account, wanted),
      ];
    },
  };
}

interface Resize {
  readonly warehouse: string;
  readonly size: Size;
}

/** Gives a warehouse another size. */
export function resizeWarehouse(account: Account): Definition<Resize> {
  return {
    name: "resize-warehouse",
    check(input) {
      const fields = fieldsOf(input, ["warehouse", "size"]);
      return { warehouse: fields.name("warehouse"), size: fields.oneOf("size", SIZE_NAMES) };
    },
    async read({ warehouse }) {
      const row = await account.reads.warehouse(warehouse);
      return [{ subject: sizeSubject(warehouse), value: row === null ? MISSING : textOf(row, "size") }];
    },
    steps({ warehouse, size }, facts) {
      const before = facts.value(sizeSubject(warehouse));
      if (before === MISSING)
        throw new ConnectorError("user-fixable", "warehouse-missing", `Snowflake has no warehouse "${warehouse}".`);
      if (before === SIZES[size]) return [];
      const previous = SIZE_NAMES.find((name) => SIZES[name] === before);
      const resize = (to: Size): Call =>
        sql(account, `ALTER WAREHOUSE ${quoteIdent(warehouse)} SET WAREHOUSE_SIZE = '${to}'`);
      return [
        {
          title: `Resize warehouse "${warehouse}" to ${SIZES[size]}`,
          call: resize(size),
          changes: [{ subject: sizeSubject(warehouse), before, after: SIZES[size] }],
          undo: previous === undefined ? [] : [resize(previous)],
        },
      ];
    },
  };
}

const warehouseSubject = (name: string): string => `Warehouse ${quoteIdent(name)}`;
const sizeSubject = (name: string): string => `Size of warehouse ${quoteIdent(name)}`;
const settingsSubject = (name: string): string => `Settings of warehouse ${quoteIdent(name)}`;
const assignedSubject = (name: string): string => `Resource monitor of warehouse ${quoteIdent(name)}`;
const monitorSubject = (name: string): string => `Resource monitor ${quoteIdent(name)}`;
const tagSubject = (warehouse: string, tag: string): string =>
  `Tag ${quoteIdent(tag)} of warehouse ${quoteIdent(warehouse)}`;
const usageSubject = (warehouse: string, role: string): string =>
  `Use of warehouse ${quoteIdent(warehouse)} by role ${quoteIdent(role)}`;

async function readWarehouse(account: Account, { warehouse, role, monitor, tag }: NewWarehouse): Promise<Fact[]> {
  const { reads } = account;
  const row = await reads.warehouse(warehouse);
  const usage = (await reads.privilegesOf(role, "WAREHOUSE", warehouse)).filter((privilege) => privilege === "USAGE");
  const facts: Fact[] = [
    await roleFact(account, role),
    { subject: warehouseSubject(warehouse), value: row === null ? MISSING : EXISTS },
    { subject: settingsSubject(warehouse), value: row === null ? NONE : shownSettings(row) },
    { subject: usageSubject(warehouse, role), value: usage.join(", ") || NONE },
  ];
  if (monitor !== null) {
    const found = await reads.monitor(monitor.name);
    facts.push({ subject: monitorSubject(monitor.name), value: found === null ? MISSING : shownMonitor(found) });
    facts.push({
      subject: assignedSubject(warehouse),
      value: (row === null ? "" : textOf(row, "resource_monitor")) || NONE,
    });
  }
  if (tag !== null) {
    const value = row === null ? "" : await reads.tag([tag.database, tag.schema, tag.name], "WAREHOUSE", [warehouse]);
    facts.push({ subject: tagSubject(warehouse, tag.name), value: value || NONE });
  }
  return facts;
}

function settingsText(size: string, autoSuspendSeconds: number, clusters: number): string {
  return `size ${size}, suspends after ${autoSuspendSeconds} s, up to ${clusters} ${clusters === 1 ? "cluster" : "clusters"}`;
}

function shownSettings(row: Row): string {
  return settingsText(
    textOf(row, "size"),
    Number(textOf(row, "auto_suspend")),
    Number(textOf(row, "max_cluster_count") || "1"),
  );
}

function monitorText({ credits, frequency, notifyPercent, suspendPercent }: Omit<Monitor, "name">): string {
  return `${credits} credits ${frequency.toLowerCase()}, notifies at ${notifyPercent}%, suspends at ${suspendPercent}%`;
}

function shownMonitor(row: Row): string {
  const percent = (column: string): number => Number.parseInt(textOf(row, column), 10);
  return `${Number(textOf(row, "credit_quota"))} credits ${textOf(row, "frequency").toLowerCase()}, notifies at ${percent("notify_at")}%, suspends at ${percent("suspend_at")}%`;
}

function createStep(account: Account, wanted: NewWarehouse): PlanStep {
  const { warehouse, size, autoSuspendSeconds, clusters, comment } = wanted;
  const name = quoteIdent(warehouse);
  const many =
    clusters > 1 ? ` MIN_CLUSTER_COUNT = 1 MAX_CLUSTER_COUNT = ${wholeNumber(clusters, "Clusters", 1, 10)}` : "";
  const properties = `WAREHOUSE_SIZE = '${size}' AUTO_SUSPEND = ${wholeNumber(autoSuspendSeconds, "Auto-suspend", 30, 86_400)} AUTO_RESUME = TRUE${many} INITIALLY_SUSPENDED = TRUE COMMENT = ${quoteLiteral(comment)}`;
  return {
    title: `Create warehouse "${warehouse}"`,
    call: sql(account, `CREATE WAREHOUSE ${name} WITH ${properties}`),
    changes: [
      { subject: warehouseSubject(warehouse), before: MISSING, after: EXISTS },
      {
        subject: settingsSubject(warehouse),
        before: NONE,
        after: settingsText(SIZES[size], autoSuspendSeconds, clusters),
      },
    ],
    undo: [sql(account, `DROP WAREHOUSE ${name}`)],
  };
}

function monitorCall({ settings }: Account, statement: string): Call {
  return { kind: "sql", statement, role: requireMonitorRole(settings) };
}

function monitorSteps(account: Account, { monitor }: NewWarehouse, facts: Facts): PlanStep[] {
  if (monitor === null) return [];
  const wanted = monitorText(monitor);
  const before = facts.value(monitorSubject(monitor.name));
  if (before === wanted) return [];
  if (before !== MISSING)
    throw new ConnectorError(
      "user-fixable",
      "monitor-differs",
      `Resource monitor "${monitor.name}" exists with other limits (${before}).`,
    );
  const name = quoteIdent(monitor.name);
  const triggers = `ON ${wholeNumber(monitor.notifyPercent, "Notify", 1, 200)} PERCENT DO NOTIFY ON ${wholeNumber(monitor.suspendPercent, "Suspend", 1, 200)} PERCENT DO SUSPEND`;
  const statement = `CREATE RESOURCE MONITOR ${name} WITH CREDIT_QUOTA = ${wholeNumber(monitor.credits, "Credits", 1, MAX_CREDITS)} FREQUENCY = ${monitor.frequency} START_TIMESTAMP = IMMEDIATELY TRIGGERS ${triggers}`;
  return [
    {
      title: `Create resource monitor "${monitor.name}"`,
      call: monitorCall(account, statement),
      changes: [{ subject: monitorSubject(monitor.name), before: MISSING, after: wanted }],
      undo: [monitorCall(account, `DROP RESOURCE MONITOR ${name}`)],
    },
  ];
}

function assignSteps(account: Account, { warehouse, monitor }: NewWarehouse): PlanStep[] {
  if (monitor === null) return [];
  return [
    {
      title: `Watch warehouse "${warehouse}" with resource monitor "${monitor.name}"`,
      call: monitorCall(
        account,
        `ALTER WAREHOUSE ${quoteIdent(warehouse)} SET RESOURCE_MONITOR = ${quoteIdent(monitor.name)}`,
      ),
      changes: [{ subject: assignedSubject(warehouse), before: NONE, after: monitor.name }],
      undo: [monitorCall(account, `ALTER WAREHOUSE ${quoteIdent(warehouse)} UNSET RESOURCE_MONITOR`)],
    },
  ];
}

function tagSteps(account: Account, { warehouse, tag }: NewWarehouse): PlanStep[] {
  if (tag === null) return [];
  const name = qualify(tag.database, tag.schema, tag.name);
  return [
    {
      title: `Tag warehouse "${warehouse}"`,
      call: sql(account, `ALTER WAREHOUSE ${quoteIdent(warehouse)} SET TAG ${name} = ${quoteLiteral(tag.value)}`),
      changes: [{ subject: tagSubject(warehouse, tag.name), before: NONE, after: tag.value }],
      undo: [sql(account, `ALTER WAREHOUSE ${quoteIdent(warehouse)} UNSET TAG ${name}`)],
    },
  ];
}

function usageStep(account: Account, { warehouse, role }: NewWarehouse): PlanStep {
  return {
    title: `Let role "${role}" use warehouse "${warehouse}"`,
    call: sql(account, `GRANT USAGE ON WAREHOUSE ${quoteIdent(warehouse)} TO ROLE ${quoteIdent(role)}`),
    changes: [{ subject: usageSubject(warehouse, role), before: NONE, after: "USAGE" }],
    undo: [sql(account, `REVOKE USAGE ON WAREHOUSE ${quoteIdent(warehouse)} FROM ROLE ${quoteIdent(role)}`)],
  };
}

function checkWarehouse(account: Account, input: unknown): NewWarehouse {
  const fields = fieldsOf(input, [
    "warehouse",
    "size",
    "autoSuspendSeconds",
    "clusters",
    "comment",
    "role",
    "monitor",
    "tag",
  ]);
  const tag = fields.group("tag", ["database", "schema", "name", "value"]);
  const wanted = {
    warehouse: fields.name("warehouse"),
    size: fields.oneOf("size", SIZE_NAMES),
    autoSuspendSeconds: fields.integer("autoSuspendSeconds", 30, 86_400),
    clusters: fields.integer("clusters", 1, 10),
    comment: fields.optionalText("comment", 500),
    role: fields.name("role"),
    monitor: checkMonitor(fields.group("monitor", ["name", "credits", "frequency", "notifyPercent", "suspendPercent"])),
    tag:
      tag === null
        ? null
        : {
            database: tag.name("database"),
            schema: tag.name("schema"),
            name: tag.name("name"),
            value: tag.text("value", 256),
          },
  };
  refuseSystemRole(account, wanted.role);
  return wanted;
}

function checkMonitor(fields: Fields | null): Monitor | null {
  if (fields === null) return null;
  return {
    name: fields.name("name"),
    credits: fields.integer("credits", 1, MAX_CREDITS),
    frequency: fields.oneOf("frequency", FREQUENCIES),
    notifyPercent: fields.integer("notifyPercent", 1, 200),
    suspendPercent: fields.integer("suspendPercent", 1, 200),
  };
}
