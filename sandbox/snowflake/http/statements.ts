/**
 * The SQL API: POST a statement, poll it, fetch its partitions, cancel it.
 *
 * A statement that takes longer than the API waits (or was sent with async=true) has its effect when it ends, not when
 * it is sent; what is due by the sandbox's clock ends before the next call is looked at.
 */

import { randomUUID } from "node:crypto";
import type { Account, Command, Session } from "../account/model.ts";
import type { SeedStatement } from "../account/seed.ts";
import { Problem, problems } from "../problem.ts";
import { partitionsOf, type Table } from "../result.ts";
import type { Binds } from "../sql/cursor.ts";
import { parseStatement } from "../sql/parse.ts";
import type { Caller } from "./auth.ts";
import { type Call, objectOf, type Reply } from "./reply.ts";
import { sessionOf } from "./session.ts";

/** How long the API waits before it answers 202. */
const PATIENCE_MS = 45_000;
const MAX_TIMEOUT_S = 604_800;
const PARAMETERS = [
  "binary_output_format",
  "client_result_chunk_size",
  "date_output_format",
  "multi_statement_count",
  "query_tag",
  "rows_per_resultset",
  "time_output_format",
  "timestamp_output_format",
  "timestamp_ltz_output_format",
  "timestamp_ntz_output_format",
  "timestamp_tz_output_format",
  "timezone",
  "use_cached_result",
];

/** What the sandbox's user may turn. */
export interface StatementOptions {
  readonly now: () => number;
  /** How long each statement takes by the sandbox's clock. */
  readonly durationMs: (statement: string) => number;
  readonly rowsPerPartition: number;
  /** More rows than this are "too large". */
  readonly maxRows: number;
}

interface Execution {
  readonly handle: string;
  readonly requestId: string | null;
  readonly startedAt: number;
  readonly endsAt: number;
  readonly timesOutAt: number;
  readonly session: Session;
  readonly statement: string;
  readonly tag: string | null;
  readonly command: Command;
  outcome: { readonly table: Table } | { readonly problem: Problem } | null;
}

/** All executions of one account. */
export class Statements {
  readonly #account: Account;
  readonly #options: StatementOptions;
  readonly #byHandle = new Map<string, Execution>();
  readonly #byRequest = new Map<string, Execution>();

  constructor(account: Account, options: StatementOptions) {
    this.#account = account;
    this.#options = options;
  }

  /** Ends what is due. */
  settle(): void {
    const now = this.#options.now();
    const due = [...this.#byHandle.values()].filter(
      (execution) => execution.outcome === null && Math.min(execution.endsAt, execution.timesOutAt) <= now,
    );
    for (const execution of due.toSorted((a, b) => a.endsAt - b.endsAt)) {
      if (execution.timesOutAt < execution.endsAt)
        execution.outcome = {
          problem: new Problem(
            "000630",
            "57014",
            "Statement reached its statement or warehouse timeout and was canceled.",
            408,
          ),
        };
      else this.#execute(execution);
    }
  }

  /** Runs what somebody did at a time that is over. The account refuses it as it would have then. */
  runInThePast({ user: name, role, statement, at }: SeedStatement): void {
    const user = this.#account.users.get(name);
    if (user === undefined) throw problems.missing("User", name);
    const session = sessionOf(this.#account, { user, roleRestriction: null }, { role }, at);
    const times = { startedAt: at, endsAt: at, timesOutAt: at };
    const command = parseStatement(statement, {});
    this.#execute(
      { ...times, handle: randomUUID(), requestId: null, session, statement, tag: null, command, outcome: null },
      at,
    );
  }

  submit(caller: Caller, call: Call): Reply {
    const requestId = call.query.get("requestId");
    if (requestId !== null && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(requestId))
      throw problems.malformed("requestId is not a UUID");
    const known =
      requestId === null || call.query.get("retry") !== "true"
        ? undefined
        : this.#byRequest.get(`${caller.user.name} ${requestId}`);
    if (known !== undefined && !(known.outcome !== null && "problem" in known.outcome)) return this.#reply(known);
    const execution = this.#start(caller, call, requestId);
    this.#byHandle.set(execution.handle, execution);
    if (requestId !== null) this.#byRequest.set(`${caller.user.name} ${requestId}`, execution);
    const isAsync = call.query.get("async") === "true" || execution.endsAt - execution.startedAt > PATIENCE_MS;
    if (!isAsync) this.#execute(execution);
    return this.#reply(execution);
  }

  poll(caller: Caller, handle: string, partition: string | null): Reply {
    const execution = this.#find(caller, handle);
    if (partition === null || partition === "0") return this.#reply(execution);
    const table = execution.outcome !== null && "table" in execution.outcome ? execution.outcome.table : null;
    const data = table === null ? undefined : partitionsOf(table, this.#options.rowsPerPartition)[Number(partition)];
    if (data === undefined) throw problems.invalidValue(`partition ${partition}`);
    return { status: 200, body: { data }, isGzip: true };
  }

  cancel(caller: Caller, handle: string): Reply {
    const execution = this.#find(caller, handle);
    if (execution.outcome !== null) throw problems.unknownHandle();
    execution.outcome = { problem: new Problem("000604", "57014", "SQL execution canceled") };
    return {
      status: 200,
      body: {
        code: "000604",
        sqlState: "57014",
        message: "SQL execution canceled",
        statementHandle: handle,
        statementStatusUrl: statusUrl(handle),
      },
    };
  }

  #start(caller: Caller, call: Call, requestId: string | null): Execution {
    const body = objectOf(call.body);
    if (body === null || typeof body["statement"] !== "string" || body["statement"].trim() === "")
      throw problems.malformed("statement is missing");
    const statement = body["statement"];
    const now = this.#options.now();
    const parameters = checkedParameters(body["parameters"]);
    const session = sessionOf(this.#account, caller, body, now);
    const tag = parameters["query_tag"] ?? null;
    const timeoutMs =
      (typeof body["timeout"] === "number" && body["timeout"] > 0 ? body["timeout"] : MAX_TIMEOUT_S) * 1000;
    const handle = randomUUID();
    try {
      const command = parseStatement(statement, (body["bindings"] ?? {}) as Binds); // a bind of another shape fails where it is used
      return {
        handle,
        requestId,
        startedAt: now,
        endsAt: now + this.#options.durationMs(statement),
        timesOutAt: now + timeoutMs,
        session,
        statement,
        tag,
        command,
        outcome: null,
      };
    } catch (error) {
      if (error instanceof Problem)
        this.#account.journal.push({
          queryId: handle,
          statement,
          user: caller.user.name,
          role: session.role,
          tag,
          requestId,
          at: now,
          isChange: false,
          errorCode: error.code,
        });
      throw error;
    }
  }

  #execute(execution: Execution, at = this.#options.now()): void {
    const { session, statement, tag, requestId, command, handle } = execution;
    const entry = {
      queryId: handle,
      statement,
      user: session.user.name,
      role: session.role,
      tag,
      requestId,
      at,
      isChange: command.isChange,
    };
    try {
      execution.outcome = { table: command.run({ ...session, now: entry.at }) };
      this.#account.journal.push({ ...entry, errorCode: null });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      execution.outcome = { problem: error };
      this.#account.journal.push({ ...entry, errorCode: error.code });
    }
  }

  #find(caller: Caller, handle: string): Execution {
    const execution = this.#byHandle.get(handle);
    if (execution === undefined || execution.session.user.name !== caller.user.name) throw problems.unknownHandle();
    return execution;
  }

  #reply({ handle, outcome, startedAt }: Execution): Reply {
    const common = { statementHandle: handle, statementStatusUrl: statusUrl(handle), createdOn: startedAt };
    if (outcome === null)
      return {
        status: 202,
        body: {
          ...common,
          code: "333334",
          sqlState: "00000",
          message:
            "Asynchronous execution in progress. Use provided query id to perform query monitoring and management.",
        },
      };
    if ("problem" in outcome)
      return {
        status: outcome.problem.status,
        body: {
          ...common,
          code: outcome.problem.code,
          sqlState: outcome.problem.sqlState,
          message: outcome.problem.message,
        },
      };
    const isTooLarge = outcome.table.rows.length > this.#options.maxRows;
    const table = isTooLarge
      ? { ...outcome.table, rows: outcome.table.rows.slice(0, this.#options.maxRows) }
      : outcome.table;
    const parts = partitionsOf(table, this.#options.rowsPerPartition);
    const rowType = table.columns.map(({ name, type }) => ({
      name,
      type,
      database: "",
      schema: "",
      table: "",
      nullable: true,
      scale: type === "fixed" ? 0 : null,
      precision: type === "fixed" ? 38 : null,
      length: null,
      byteLength: null,
      collation: null,
    }));
    return {
      status: 200,
      body: {
        ...common,
        resultSetMetaData: {
          numRows: table.rows.length,
          format: "jsonv2",
          partitionInfo: parts.map((rows) => ({
            rowCount: rows.length,
            uncompressedSize: JSON.stringify(rows).length,
          })),
          rowType,
        },
        data: parts[0],
        code: isTooLarge ? "391908" : "090001",
        sqlState: "00000",
        message: "Statement executed successfully.",
      },
    };
  }
}

function checkedParameters(parameters: unknown): Record<string, string> {
  if (parameters === undefined || parameters === null) return {};
  if (typeof parameters !== "object") throw problems.malformed("parameters is not an object");
  const entries = Object.entries(parameters).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  const unknown = entries.find(([name]) => !PARAMETERS.includes(name));
  if (unknown !== undefined) throw problems.malformed(`parameter ${unknown[0]} is not supported`);
  if (entries.some(([name, value]) => name === "multi_statement_count" && value !== "1"))
    throw problems.unsupported("multiple statements");
  return Object.fromEntries(entries);
}

function statusUrl(handle: string): string {
  return `/api/v2/statements/${handle}`;
}
