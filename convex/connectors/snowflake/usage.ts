/**
 * Reads of SNOWFLAKE.ACCOUNT_USAGE: the account's own record, minutes to hours late, kept for a year. They prove later
 * what SHOW proves at once. Every read is bounded in time, names its columns and binds its values.
 */

import { MINUTE_MS } from "../../lib/pure/time";
import { type CellValue, type Row, textOf } from "./api/cells";
import type { Bind } from "./api/statements";

/** Runs a query with bound values on the connection's warehouse. */
export type Query = (statement: string, binds: readonly Bind[]) => Promise<readonly Row[]>;

/** One statement of the account's query history. */
export interface RecordedStatement {
  readonly queryId: string;
  readonly text: string;
  readonly status: string;
  readonly user: string;
  readonly role: string;
  readonly startedAt: CellValue;
}

/** Reads of the usage views. Times are milliseconds since the epoch. */
export interface UsageReads {
  /** Roles a user holds by the record, up to 2 h late. */
  rolesOf(user: string): Promise<readonly string[]>;
  /**
   * When a user last ran a statement as a role since a time, or as any role where it is null; null for never. Up to
   * 45 min late. What ran as a role that was active beside the current one counts for the current one alone.
   */
  lastUseOf(user: string, role: string | null, since: number): Promise<number | null>;
  /** What ran under a piece of work, up to 45 min late. */
  statementsOf(key: string, since: number): Promise<readonly RecordedStatement[]>;
  /** Successful sign-ins of a user, up to 2 h late. */
  countSignIns(user: string, since: number): Promise<number>;
  /** Credits a warehouse used, as decimal text, up to 3 h late. */
  creditsOf(warehouse: string, since: number): Promise<string>;
}

const MAX_ROWS = 1000;
/** How far the record of statements lies behind. */
export const STATEMENTS_LATE_MS = 45 * MINUTE_MS;

const text = (value: string): Bind => ({ type: "TEXT", value });
const time = (ms: number): Bind => text(new Date(ms).toISOString());

/** What tags the statements of a piece of work in the query history. */
export function queryTag(key: string): string {
  return `data-portal ${key}`;
}

/** Usage reads through `query`. */
export function usageThrough(query: Query): UsageReads {
  return {
    async rolesOf(user) {
      const rows = await query(
        "SELECT ROLE FROM SNOWFLAKE.ACCOUNT_USAGE.GRANTS_TO_USERS WHERE GRANTEE_NAME = ? AND DELETED_ON IS NULL ORDER BY ROLE",
        [text(user)],
      );
      return rows.map((row) => textOf(row, "ROLE"));
    },
    async lastUseOf(user, role, since) {
      const asRole = role === null ? "" : " AND ROLE_NAME = ?";
      const [row] = await query(
        `SELECT MAX(START_TIME) AS LAST_USED FROM SNOWFLAKE.ACCOUNT_USAGE.QUERY_HISTORY WHERE USER_NAME = ?${asRole} AND START_TIME >= TO_TIMESTAMP_LTZ(?)`,
        [text(user), ...(role === null ? [] : [text(role)]), time(since)],
      );
      const at = row?.["LAST_USED"];
      return typeof at === "number" ? at : null;
    },
    async statementsOf(key, since) {
      const statement = `SELECT QUERY_ID, QUERY_TEXT, EXECUTION_STATUS, USER_NAME, ROLE_NAME, START_TIME FROM SNOWFLAKE.ACCOUNT_USAGE.QUERY_HISTORY WHERE QUERY_TAG = ? AND START_TIME >= TO_TIMESTAMP_LTZ(?) ORDER BY START_TIME LIMIT ${MAX_ROWS}`;
      const rows = await query(statement, [text(queryTag(key)), time(since)]);
      return rows.map((row) => ({
        queryId: textOf(row, "QUERY_ID"),
        text: textOf(row, "QUERY_TEXT"),
        status: textOf(row, "EXECUTION_STATUS"),
        user: textOf(row, "USER_NAME"),
        role: textOf(row, "ROLE_NAME"),
        startedAt: row["START_TIME"] ?? null,
      }));
    },
    async countSignIns(user, since) {
      const rows = await query(
        "SELECT COUNT(*) AS SIGN_INS FROM SNOWFLAKE.ACCOUNT_USAGE.LOGIN_HISTORY WHERE USER_NAME = ? AND IS_SUCCESS = 'YES' AND EVENT_TIMESTAMP >= TO_TIMESTAMP_LTZ(?)",
        [text(user), time(since)],
      );
      return rows[0] === undefined ? 0 : Number(textOf(rows[0], "SIGN_INS"));
    },
    async creditsOf(warehouse, since) {
      const rows = await query(
        "SELECT SUM(CREDITS_USED) AS CREDITS FROM SNOWFLAKE.ACCOUNT_USAGE.WAREHOUSE_METERING_HISTORY WHERE WAREHOUSE_NAME = ? AND START_TIME >= TO_TIMESTAMP_LTZ(?)",
        [text(warehouse), time(since)],
      );
      return (rows[0] === undefined ? "" : textOf(rows[0], "CREDITS")) || "0";
    },
  };
}
