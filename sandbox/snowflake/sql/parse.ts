/** One SQL text into one command. Exactly the statements the portal has a use for; everything else is refused. */

import type { Command } from "../account/model.ts";
import { problems } from "../problem.ts";
import { type Binds, Cursor } from "./cursor.ts";
import { parseCreateRole, parseDropRole, parseGrant } from "./grants.ts";
import { parseCreateMonitor, parseCreateSchema, parseDropMonitor, parseDropSchema } from "./objects.ts";
import { parseSelect } from "./select.ts";
import { parseShow } from "./show.ts";
import { parseAlterUser, parseCreateUser, parseDescribeUser, parseDropUser } from "./users.ts";
import { parseAlterWarehouse, parseCreateWarehouse, parseDropWarehouse } from "./warehouses.ts";

/** Every request is a session of its own, so what only changes a session is refused. */
const UNSUPPORTED = [
  "USE",
  "ALTER SESSION",
  "PUT",
  "GET",
  "BEGIN",
  "START TRANSACTION",
  "COMMIT",
  "ROLLBACK",
  "SET",
  "UNSET",
];

const STATEMENTS: Readonly<Record<string, (cursor: Cursor) => Command>> = {
  "CREATE USER": parseCreateUser,
  "ALTER USER": parseAlterUser,
  "DROP USER": parseDropUser,
  "DESCRIBE USER": parseDescribeUser,
  "DESC USER": parseDescribeUser,
  "CREATE ROLE": parseCreateRole,
  "DROP ROLE": parseDropRole,
  GRANT: (cursor) => parseGrant(cursor, "GRANT"),
  REVOKE: (cursor) => parseGrant(cursor, "REVOKE"),
  "CREATE WAREHOUSE": parseCreateWarehouse,
  "ALTER WAREHOUSE": parseAlterWarehouse,
  "DROP WAREHOUSE": parseDropWarehouse,
  "CREATE RESOURCE MONITOR": parseCreateMonitor,
  "DROP RESOURCE MONITOR": parseDropMonitor,
  "CREATE SCHEMA": parseCreateSchema,
  "DROP SCHEMA": parseDropSchema,
  SHOW: parseShow,
  SELECT: parseSelect,
};

/** Parses one statement; throws a Problem for anything but exactly one known statement. */
export function parseStatement(sql: string, binds: Binds = {}): Command {
  const cursor = new Cursor(sql, binds);
  const unsupported = UNSUPPORTED.find((words) => cursor.accept(words));
  if (unsupported !== undefined) throw problems.unsupported(unsupported);
  const found = Object.entries(STATEMENTS).find(([words]) => cursor.accept(words));
  if (found === undefined) throw cursor.fail();
  const command = found[1](cursor);
  cursor.end();
  return command;
}
