/**
 * Statements over the SQL API. Whether a statement runs once is decided by its `requestId`: the first sending carries
 * it
 * alone, every later one with `retry=true`, and Snowflake then answers from memory if it ran before.
 */

import { MINUTE_MS, SECOND_MS } from "../../../lib/pure/time";
import { ConnectorError } from "../../contract/contract";
import type { Runtime } from "../../contract/runtime";
import type { Answer } from "./answer";
import { type Column, decodeRows, type Row } from "./cells";
import { failureOf, stringAt } from "./errors";
import type { SnowflakeSettings } from "./settings";
import type { Transport } from "./transport";

const PATH = "/api/v2/statements";
/** How long the portal waits for a statement; it is cancelled then. */
const STATEMENT_PATIENCE_MS = 10 * MINUTE_MS;
/** When Snowflake stops it by itself, should the portal not be there to cancel it. */
const STATEMENT_TIMEOUT_MS = STATEMENT_PATIENCE_MS + MINUTE_MS;
const FIRST_POLL_MS = SECOND_MS;
const LONGEST_POLL_MS = 10 * SECOND_MS;
const MAX_PARTITIONS = 200;
const MAX_TAG_LENGTH = 2000;

/** A bound value. */
export type Bind = { readonly type: "TEXT" | "FIXED" | "BOOLEAN"; readonly value: string | null };

/** A statement to run. */
export interface Statement {
  readonly statement: string;
  readonly role: string;
  readonly requestId: string;
  /** Whether an earlier attempt may have sent it. */
  readonly isResend?: boolean;
  readonly binds?: readonly Bind[];
  readonly warehouse?: string;
  /** Lands in the account's query history. */
  readonly tag?: string;
}

/** What it gave. */
export interface ResultSet {
  readonly queryId: string;
  readonly rows: readonly Row[];
}

/** Runs statements. */
export interface Statements {
  run(statement: Statement): Promise<ResultSet>;
}

/** Runs statements over a transport. */
export function statementsOver(
  transport: Transport,
  runtime: Runtime,
  settings: Pick<SnowflakeSettings, "role">,
): Statements {
  return {
    async run(statement) {
      const first = await submit(transport, statement, settings.role);
      const answer = first.status === 202 ? await waitForEnd(transport, runtime, handleOf(first)) : first;
      if (answer.status !== 200) throw failureOf(answer, runtime.now());
      return readResult(transport, runtime, answer);
    },
  };
}

function submit(
  transport: Transport,
  { statement, role, requestId, isResend = false, binds = [], warehouse, tag }: Statement,
  defaultRole: string,
): Promise<Answer> {
  const body = {
    statement,
    role: role === "" ? defaultRole : role,
    timeout: STATEMENT_TIMEOUT_MS / SECOND_MS,
    ...(warehouse === undefined ? {} : { warehouse }),
    ...(binds.length === 0
      ? {}
      : { bindings: Object.fromEntries(binds.map((bind, index) => [String(index + 1), bind])) }),
    // The number of statements stays at its default of one: a stray `;` is refused.
    parameters: { timezone: "UTC", ...(tag === undefined ? {} : { query_tag: tag.slice(0, MAX_TAG_LENGTH) }) },
  };
  const query = { requestId, ...(isResend ? { retry: "true" } : {}) };
  return transport.call({
    method: "POST",
    path: PATH,
    query,
    resendQuery: { retry: "true" },
    body: JSON.stringify(body),
  });
}

async function waitForEnd(transport: Transport, runtime: Runtime, handle: string): Promise<Answer> {
  const path = `${PATH}/${encodeURIComponent(handle)}`;
  const giveUpAt = runtime.now() + STATEMENT_PATIENCE_MS;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(LONGEST_POLL_MS, pollMs * 2)) {
    // While polling, 429 says "not finished" like 202 does, and 408 that the statement was stopped.
    const answer = await transport.call({ method: "GET", path, accept: [408, 429] });
    if (answer.status !== 202 && answer.status !== 429) return answer;
    if (runtime.now() >= giveUpAt) break;
    await runtime.wait(Math.max(pollMs, answer.status === 429 ? (answer.retryAfterMs ?? 0) : 0));
  }
  const cancelled = await transport.call({ method: "POST", path: `${path}/cancel` });
  if (cancelled.status === 200)
    throw new ConnectorError(
      "transient",
      "took-too-long",
      "The statement took longer than the portal waits, and was cancelled.",
    );
  // It may have ended while it was being cancelled.
  const last = await transport.call({ method: "GET", path });
  if (last.status === 200) return last;
  // Nor cancelled: it may still have its effect, which the next attempt finds.
  if (last.status === 202)
    throw new ConnectorError(
      "transient",
      "still-running",
      "Snowflake is still working on the statement, and does not cancel it.",
    );
  throw failureOf(last, runtime.now());
}

async function readResult(transport: Transport, runtime: Runtime, answer: Answer): Promise<ResultSet> {
  if (stringAt(answer.body, "code") === "391908") throw failureOf(answer, runtime.now());
  const { columns, partitions, data } = shapeOf(answer, runtime.now());
  const queryId = handleOf(answer);
  if (partitions > MAX_PARTITIONS)
    throw new ConnectorError(
      "bug",
      "result-too-large",
      "The result has more parts than the portal reads. Narrow the question.",
    );
  const rows = decodeRows(columns, data);
  for (let partition = 1; partition < partitions; partition++) {
    const more = await transport.call({
      method: "GET",
      path: `${PATH}/${encodeURIComponent(queryId)}`,
      query: { partition: String(partition) },
    });
    if (more.status !== 200) throw failureOf(more, runtime.now());
    rows.push(...decodeRows(columns, dataOf(more, runtime.now())));
  }
  return { queryId, rows };
}

/** The handle becomes part of an address, so it must look like one. */
function handleOf({ body }: Answer): string {
  const handle = stringAt(body, "statementHandle") ?? "";
  if (!/^[0-9A-Za-z-]{1,64}$/.test(handle))
    throw new ConnectorError("bug", "answer-unknown", "Snowflake's answer names no statement.");
  return handle;
}

function shapeOf(answer: Answer, now: number): { columns: Column[]; partitions: number; data: (string | null)[][] } {
  const meta = field(answer.body, "resultSetMetaData");
  const rowType = field(meta, "rowType");
  const partitions = field(meta, "partitionInfo");
  if (!Array.isArray(rowType)) throw failureOf(answer, now);
  const columns = rowType.map((column: unknown) => ({
    name: stringAt(column, "name") ?? "",
    type: stringAt(column, "type") ?? "",
  }));
  return { columns, partitions: Array.isArray(partitions) ? partitions.length : 1, data: dataOf(answer, now) };
}

function dataOf(answer: Answer, now: number): (string | null)[][] {
  const data = field(answer.body, "data");
  if (
    !Array.isArray(data) ||
    !data.every((row) => Array.isArray(row) && row.every((cell) => cell === null || typeof cell === "string"))
  )
    throw failureOf(answer, now);
  return data as (string | null)[][];
}

function field(value: unknown, name: string): unknown {
  return value !== null && typeof value === "object" ? (value as Record<string, unknown>)[name] : undefined;
}
