/** The rows of each SHOW, as far as the role may see them, and the columns they have. */

import type { Session, User, Warehouse } from "../account/model.ts";
import { owns, isAccountAdmin, hasManageGrants, has } from "../account/privileges.ts";
import { maySee } from "../account/users.ts";
import { type Cell, timestampCell } from "../result.ts";
import { findDatabase } from "./objects.ts";

/** A row as SHOW answers it. */
export type ShownRow = Readonly<Record<string, Cell>> & { readonly name: string };
/** What SHOW USERS answers. */
export const userColumns = [
  "name",
  "created_on",
  "login_name",
  "display_name",
  "first_name",
  "last_name",
  "email",
  "mins_to_unlock",
  "days_to_expiry",
  "comment",
  "disabled",
  "must_change_password",
  "snowflake_lock",
  "default_warehouse",
  "default_namespace",
  "default_role",
  "default_secondary_roles",
  "owner",
  "last_success_login",
  "has_password",
  "has_rsa_public_key",
  "type",
  "has_pat",
];

/** One user, as far as the role may see. */
export function userRow(session: Session, user: User): ShownRow {
  if (!maySee(session, user)) return { name: user.name };
  return {
    name: user.name,
    created_on: timestampCell(user.createdAt),
    login_name: user.loginName,
    display_name: user.displayName,
    first_name: user.firstName ?? "",
    last_name: user.lastName ?? "",
    email: user.email ?? "",
    comment: user.comment,
    disabled: String(user.isDisabled),
    must_change_password: String(user.mustChangePassword),
    snowflake_lock: "false",
    default_warehouse: user.defaultWarehouse,
    default_namespace: user.defaultNamespace,
    default_role: user.defaultRole,
    default_secondary_roles: user.defaultSecondaryRoles === "ALL" ? '["ALL"]' : "[]",
    owner: user.owner,
    last_success_login: user.lastLoginAt === null ? null : timestampCell(user.lastLoginAt),
    has_password: String(user.hasPassword),
    has_rsa_public_key: String(user.publicKeys.some((key) => key !== null)),
    type: user.type,
    has_pat: String(user.tokens.length > 0),
  };
}

/** What SHOW ROLES answers. */
export const roleColumns = [
  "created_on",
  "name",
  "is_default",
  "is_current",
  "is_inherited",
  "assigned_to_users",
  "granted_to_roles",
  "granted_roles",
  "owner",
  "comment",
];

/** One row for each that the role may see. */
export function roleRows({ account, role: current, user }: Session): ShownRow[] {
  return [...account.roles.values()].map(({ name, owner, comment, createdAt }) => ({
    created_on: timestampCell(createdAt),
    name,
    is_default: name === user.defaultRole ? "Y" : "N",
    is_current: name === current ? "Y" : "N",
    assigned_to_users: String(
      account.memberships.filter((membership) => membership.role === name && membership.to === "USER").length,
    ),
    granted_to_roles: String(
      account.memberships.filter((membership) => membership.role === name && membership.to === "ROLE").length,
    ),
    granted_roles: String(
      account.memberships.filter((membership) => membership.holder === name && membership.to === "ROLE").length,
    ),
    owner,
    comment,
  }));
}

/** What SHOW WAREHOUSES answers. */
export const warehouseColumns = [
  "name",
  "state",
  "type",
  "size",
  "min_cluster_count",
  "max_cluster_count",
  "started_clusters",
  "running",
  "queued",
  "auto_suspend",
  "auto_resume",
  "created_on",
  "owner",
  "comment",
  "resource_monitor",
];

/** What runs and waits there is shown to who may monitor it. */
function counts(session: Session, { name, owner, now }: Warehouse) {
  const isShown = owns(session, owner) || isAccountAdmin(session) || has(session, "MONITOR", "WAREHOUSE", name);
  return { running: isShown ? String(now?.running ?? 0) : null, queued: isShown ? String(now?.queued ?? 0) : null };
}

/** One row for each that the role may see. */
export function warehouseRows(session: Session): ShownRow[] {
  const isVisible = (name: string, owner: string): boolean =>
    owns(session, owner) ||
    isAccountAdmin(session) ||
    hasManageGrants(session) ||
    ["USAGE", "OPERATE", "MODIFY", "MONITOR"].some((privilege) => has(session, privilege, "WAREHOUSE", name));
  return [...session.account.warehouses.values()]
    .filter(({ name, owner }) => isVisible(name, owner))
    .map((warehouse) => ({
      name: warehouse.name,
      state: warehouse.now?.state ?? "SUSPENDED",
      type: "STANDARD",
      size: warehouse.size,
      min_cluster_count: String(warehouse.minClusters),
      max_cluster_count: String(warehouse.maxClusters),
      started_clusters: warehouse.now?.state === "STARTED" ? "1" : "0",
      ...counts(session, warehouse),
      auto_suspend: String(warehouse.autoSuspend),
      auto_resume: String(warehouse.now?.doesResume ?? true),
      created_on: timestampCell(warehouse.createdAt),
      owner: warehouse.owner,
      comment: warehouse.comment,
      // The word, not NULL.
      resource_monitor: warehouse.monitor ?? "null",
    }));
}

/** What SHOW DATABASES answers. */
export const databaseColumns = [
  "created_on",
  "name",
  "is_default",
  "is_current",
  "origin",
  "owner",
  "comment",
  "options",
  "retention_time",
];

/** One row for each that the role may see. */
export function databaseRows(session: Session): ShownRow[] {
  return [...session.account.databases.values()]
    .filter((database) => seesDatabase(session, database.name))
    .map(({ name, owner, createdAt }) => ({
      created_on: timestampCell(createdAt),
      name,
      owner,
      comment: "",
      retention_time: "1",
    }));
}

/** Whether the role may know that a database exists. */
export function seesDatabase(session: Session, name: string): boolean {
  return (
    owns(session, findDatabase(session.account, name).owner) ||
    hasManageGrants(session) ||
    ["USAGE", "CREATE SCHEMA", "MONITOR"].some((privilege) => has(session, privilege, "DATABASE", name))
  );
}

/** What SHOW RESOURCE MONITORS answers. */
export const monitorColumns = [
  "name",
  "credit_quota",
  "used_credits",
  "remaining_credits",
  "level",
  "frequency",
  "start_time",
  "end_time",
  "notify_at",
  "suspend_at",
  "suspend_immediately_at",
  "created_on",
  "owner",
  "comment",
];

/** One row for each that the role may see. */
export function monitorRows(session: Session): ShownRow[] {
  const percents = (
    triggers: readonly { readonly percent: number; readonly action: string }[],
    action: string,
  ): string =>
    triggers
      .filter((trigger) => trigger.action === action)
      .map(({ percent }) => `${percent}%`)
      .join(",") || "null";
  const isVisible = isAccountAdmin(session) || has(session, "MONITOR", "ACCOUNT");
  return (isVisible ? [...session.account.monitors.values()] : []).map(
    ({ name, credits, frequency, triggers, owner, createdAt }) => ({
      name,
      credit_quota: credits.toFixed(2),
      used_credits: "0.00",
      remaining_credits: credits.toFixed(2),
      level: [...session.account.warehouses.values()].some((warehouse) => warehouse.monitor === name)
        ? "WAREHOUSE"
        : "null",
      frequency,
      notify_at: percents(triggers, "NOTIFY"),
      suspend_at: percents(triggers, "SUSPEND"),
      suspend_immediately_at: percents(triggers, "SUSPEND_IMMEDIATE"),
      created_on: timestampCell(createdAt),
      owner,
      comment: "",
    }),
  );
}
