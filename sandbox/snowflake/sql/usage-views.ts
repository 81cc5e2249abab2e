/** The views of ACCOUNT_USAGE the portal reads. */

import type { Account } from "../account/model.ts";
import { type ColumnType, type Cell, timestampCell } from "../result.ts";

/** One view: who may read it, its columns, and its rows. */
export interface View {
  readonly databaseRole: string;
  readonly types: Readonly<Record<string, ColumnType>>;
  readonly columns: readonly string[];
  rows(account: Account): readonly Readonly<Record<string, Cell>>[];
}

/** By name. */
export const VIEWS: Readonly<Record<string, View>> = {
  USERS: {
    databaseRole: "SECURITY_VIEWER",
    columns: [
      "NAME",
      "LOGIN_NAME",
      "EMAIL",
      "DISABLED",
      "TYPE",
      "DEFAULT_ROLE",
      "CREATED_ON",
      "DELETED_ON",
      "LAST_SUCCESS_LOGIN",
    ],
    types: { CREATED_ON: "timestamp_ltz", DELETED_ON: "timestamp_ltz", LAST_SUCCESS_LOGIN: "timestamp_ltz" },
    rows: (account) =>
      [...account.users.values()].map((user) => ({
        NAME: user.name,
        LOGIN_NAME: user.loginName,
        EMAIL: user.email,
        DISABLED: String(user.isDisabled),
        TYPE: user.type,
        DEFAULT_ROLE: user.defaultRole,
        CREATED_ON: timestampCell(user.createdAt),
        LAST_SUCCESS_LOGIN: user.lastLoginAt === null ? null : timestampCell(user.lastLoginAt),
      })),
  },
  GRANTS_TO_USERS: {
    databaseRole: "SECURITY_VIEWER",
    columns: ["CREATED_ON", "DELETED_ON", "ROLE", "GRANTED_TO", "GRANTEE_NAME", "GRANTED_BY"],
    types: { CREATED_ON: "timestamp_ltz", DELETED_ON: "timestamp_ltz" },
    rows: (account) =>
      account.memberships
        .filter(({ to }) => to === "USER")
        .map(({ role, holder, grantedBy, at }) => ({
          CREATED_ON: timestampCell(at),
          ROLE: role,
          GRANTED_TO: "USER",
          GRANTEE_NAME: holder,
          GRANTED_BY: grantedBy,
        })),
  },
  LOGIN_HISTORY: {
    databaseRole: "SECURITY_VIEWER",
    columns: ["EVENT_TIMESTAMP", "EVENT_TYPE", "USER_NAME", "IS_SUCCESS"],
    types: { EVENT_TIMESTAMP: "timestamp_ltz" },
    rows: (account) =>
      account.logins.map(({ user, at, isSuccess }) => ({
        EVENT_TIMESTAMP: timestampCell(at),
        EVENT_TYPE: "LOGIN",
        USER_NAME: user,
        IS_SUCCESS: isSuccess ? "YES" : "NO",
      })),
  },
  QUERY_HISTORY: {
    databaseRole: "GOVERNANCE_VIEWER",
    columns: [
      "QUERY_ID",
      "QUERY_TEXT",
      "USER_NAME",
      "ROLE_NAME",
      "QUERY_TAG",
      "EXECUTION_STATUS",
      "ERROR_CODE",
      "START_TIME",
    ],
    types: { START_TIME: "timestamp_ltz" },
    rows: (account) =>
      account.journal.map((entry) => ({
        QUERY_ID: entry.queryId,
        QUERY_TEXT: entry.statement,
        USER_NAME: entry.user,
        ROLE_NAME: entry.role,
        QUERY_TAG: entry.tag ?? "",
        EXECUTION_STATUS: entry.errorCode === null ? "SUCCESS" : "FAIL",
        ERROR_CODE: entry.errorCode,
        START_TIME: timestampCell(entry.at),
      })),
  },
  WAREHOUSE_METERING_HISTORY: {
    databaseRole: "USAGE_VIEWER",
    columns: ["START_TIME", "WAREHOUSE_NAME", "CREDITS_USED"],
    types: { START_TIME: "timestamp_ltz", CREDITS_USED: "fixed" },
    rows: (account) =>
      account.metering.map(({ warehouse, at, credits }) => ({
        START_TIME: timestampCell(at),
        WAREHOUSE_NAME: warehouse,
        CREDITS_USED: credits,
      })),
  },
};
