/** The Snowflake connector: the contract over one account. */

import { type Call, type Connector, ConnectorError, type Health, type Plan, type Use } from "../contract/contract";
import { type Operation, operation, type Definition, type Sender } from "../contract/operation";
import { realRuntime, type Runtime } from "../contract/runtime";
import { uuidOf } from "./api/bytes";
import { type Row, textOf } from "./api/cells";
import { requireMonitorRole, type SnowflakeSettings } from "./api/settings";
import { type Bind, statementsOver, type Statements } from "./api/statements";
import { transportTo } from "./api/transport";
import { sendHttpCall } from "./api/usersApi";
import { fieldsOf } from "./operations/input";
import { disableUser, dropUser, enableUser } from "./operations/leavers";
import { createPerson } from "./operations/people";
import { type Reads, readsThrough } from "./operations/reads";
import { databasesOpened } from "./operations/roleReach";
import { grantRole, revokeRole, roleIn } from "./operations/roles";
import { createSchema } from "./operations/schemas";
import { addServiceKey, createServiceUser, removeServiceKey } from "./operations/serviceUsers";
import type { Account } from "./operations/userAndRoleFacts";
import { createWarehouse, resizeWarehouse } from "./operations/warehouses";
import { queryTag, STATEMENTS_LATE_MS, type UsageReads, usageThrough } from "./usage";

/** The contract, and reads that are no operation of their own. */
export interface SnowflakeConnector
  extends
    Omit<Connector, "lastUse" | "readDomain" | "opens" | "readWarehouses">,
    Required<Pick<Connector, "lastUse" | "opens" | "readWarehouses">> {
  readonly reads: Reads;
  readonly usage: UsageReads;
}

/** A connector for these settings. Nothing is sent before the first use. */
export function snowflakeConnector(settings: SnowflakeSettings, runtime: Runtime = realRuntime): SnowflakeConnector {
  const transport = transportTo(settings, runtime);
  const statements = statementsOver(transport, runtime, settings);
  const query: Query = async (statement, { binds = [], warehouse, role = settings.role } = {}) => {
    const requestId = await uuidOf(`read ${runtime.now()} ${runtime.random()} ${statement}`);
    return (await statements.run({ statement, role, requestId, binds, warehouse })).rows;
  };
  const reads = readsThrough(async (statement, as) =>
    query(statement, { role: as === "monitor role" ? requireMonitorRole(settings) : settings.role }),
  );
  const usage = usageThrough(async (statement, binds) =>
    query(statement, { binds, warehouse: requireWarehouse(settings) }),
  );
  const sender: Sender = {
    now: runtime.now,
    send: (call, { key, purpose, isResend }) =>
      sendCall(call, { key, purpose, isResend, statements, settings, http: { transport, runtime } }),
  };
  const operations = operationsOf({ reads, settings }, sender);
  const find = (name: string): Operation => {
    const found = operations.get(name);
    if (found === undefined)
      throw new ConnectorError("bug", "operation-unknown", `The Snowflake connector has no operation "${name}".`);
    return found;
  };
  return {
    operations: [...operations.keys()],
    plan: async (name, input) => find(name).plan(input),
    apply: async (key, plan) => find(plan.operation).apply(key, plan),
    verify: async (ref) => find(ref.plan.operation).verify(ref),
    compensate: async (ref) => find(ref.plan.operation).compensate(ref),
    opens: async (name, input) =>
      name === "grant-role" ? await databasesOpened({ reads, settings }, roleIn({ reads, settings }, input)) : [],
    health: () => healthOf(query, settings),
    lastUse: (access, since) => lastUseIn(usage, access, since, runtime.now()),
    readWarehouses: () => reads.warehouses(),
    reads,
    usage,
  };
}

type Query = (
  statement: string,
  context?: { readonly binds?: readonly Bind[]; readonly warehouse?: string; readonly role?: string },
) => Promise<readonly Row[]>;

function operationsOf(account: Account, sender: Sender): Map<Plan["operation"], Operation> {
  const made = <Input>(definition: Definition<Input>): [string, Operation] => [
    definition.name,
    operation(definition, sender),
  ];
  return new Map([
    made(grantRole(account)),
    made(revokeRole(account)),
    made(createPerson(account)),
    made(createServiceUser(account)),
    made(addServiceKey(account)),
    made(removeServiceKey(account)),
    made(disableUser(account)),
    made(enableUser(account)),
    made(dropUser(account)),
    made(createWarehouse(account)),
    made(resizeWarehouse(account)),
    made(createSchema(account)),
  ]);
}

interface Sending {
  readonly key: string;
  readonly purpose: string;
  readonly isResend: boolean;
  readonly statements: Statements;
  readonly settings: SnowflakeSettings;
  readonly http: Parameters<typeof sendHttpCall>[1];
}

async function sendCall(
  call: Call,
  { key, purpose, isResend, statements, settings, http }: Sending,
): Promise<{ queryId: string | null }> {
  if (call.kind === "http") {
    await sendHttpCall(call, http);
    return { queryId: null };
  }
  // Made of what the work is and never of when it is tried, so that every attempt sends the same one.
  const requestId = await uuidOf(`${settings.account} ${key} ${purpose} ${call.statement}`);
  return statements.run({ statement: call.statement, role: call.role, requestId, isResend, tag: queryTag(key) });
}

async function lastUseIn(usage: UsageReads, access: unknown, since: number, now: number): Promise<Use> {
  const fields = fieldsOf(access, ["user", "role"]);
  const lastUsedAt = await usage.lastUseOf(fields.name("user"), fields.optionalName("role"), since);
  return { lastUsedAt, asOf: Math.max(now - STATEMENTS_LATE_MS, lastUsedAt ?? 0) };
}

function requireWarehouse({ warehouse }: SnowflakeSettings): string {
  if (warehouse === undefined)
    throw new ConnectorError(
      "admin-fixable",
      "no-warehouse",
      "The Snowflake connection needs a warehouse to read the usage views.",
    );
  return warehouse;
}

const WHO_AM_I =
  'SELECT CURRENT_ACCOUNT() AS ACCOUNT, CURRENT_USER() AS "USER", CURRENT_ROLE() AS ROLE, CURRENT_VERSION() AS VERSION, CURRENT_REGION() AS REGION';
const USAGE_PROBE = "SELECT NAME FROM SNOWFLAKE.ACCOUNT_USAGE.USERS WHERE DELETED_ON IS NULL LIMIT 1";

async function healthOf(query: Query, settings: SnowflakeSettings): Promise<Health> {
  const problems: string[] = [];
  const attempt = async (statement: string, warehouse?: string): Promise<readonly Row[]> => {
    try {
      return await query(statement, { warehouse });
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      problems.push(error.message);
      return [];
    }
  };
  const [row] = await attempt(WHO_AM_I);
  const facts =
    row === undefined
      ? []
      : ["ACCOUNT", "USER", "ROLE", "VERSION", "REGION"].map((name) => ({
          subject: `${name[0]}${name.slice(1).toLowerCase()}`,
          value: textOf(row, name),
        }));
  if (row !== undefined && settings.warehouse === undefined)
    problems.push("No warehouse is set, so the usage views cannot be read.");
  if (row !== undefined && settings.warehouse !== undefined) await attempt(USAGE_PROBE, settings.warehouse);
  return { isHealthy: problems.length === 0, facts, problems };
}
