/** What must hold for a data folder after its process was killed, given what the clients were told. */

import { existsSync, readFileSync } from "node:fs";
import { lookInto, type FolderCopy } from "./folder-copy.ts";
import type { Load, Operation } from "./load.ts";

type Row = Record<string, unknown>;
type Traces = Readonly<Record<"ops" | "parts" | "ledger" | "jobs", ReadonlyMap<string, readonly Row[]>>> & {
  readonly lines: ReadonlyMap<string, number>;
};

/** Everything that is wrong, in words. Empty is right. Of the first `settled` operations nothing may be missing. */
export function faultsOf(dataDir: string, actionLog: string, load: Load, settled: number): string[] {
  const copy = lookInto(dataDir);
  if (copy === null)
    return load.operations.some(({ state }) => state === "acknowledged") ? ["the database is gone"] : [];
  const traces = tracesIn(copy, actionLog);
  const known = new Set(load.operations.map(({ op }) => op));
  return [
    ...copy.faults,
    ...load.operations.flatMap((operation) =>
      operationFaults(operation, traces, operation.n < settled).map(
        (fault) => `${operation.op} (${operation.kind}, ${operation.state}): ${fault}`,
      ),
    ),
    ...[...traces.ops.keys(), ...traces.ledger.keys()]
      .filter((op) => !known.has(op))
      .map((op) => `${op} was never asked for`),
    ...balanceFaults(copy),
    ...orderFaults(copy),
    ...answerFaults(copy, load),
    ...load.clients.flatMap(({ objections }) => objections),
  ];
}

function tracesIn(copy: FolderCopy, actionLog: string): Traces {
  const byOp = (table: string, opOf: (row: Row) => unknown = (row) => row["op"]): ReadonlyMap<string, Row[]> =>
    Map.groupBy(copy.documents.get(table) ?? [], (row) => String(opOf(row)));
  const lines = existsSync(actionLog) ? readFileSync(actionLog, "utf8").split("\n").slice(0, -1) : [];
  const counts = new Map<string, number>();
  for (const op of lines) counts.set(op, (counts.get(op) ?? 0) + 1);
  return {
    ops: byOp("ops"),
    parts: byOp("parts"),
    ledger: byOp("ledger"),
    jobs: byOp("_scheduled_functions", ({ args }) => (args as { op: string }[])[0]?.op),
    lines: counts,
  };
}

function operationFaults({ op, kind, state }: Operation, traces: Traces, isSettled: boolean): string[] {
  const parts = (traces.parts.get(op) ?? [])
    .map(({ part }) => String(part))
    .sort()
    .join(",");
  const times = traces.lines.get(op) ?? 0;
  if (kind === "action") {
    if (times > 1) return [`ran ${times} times`];
    return state === "acknowledged" && (times !== 1 || parts !== "acted")
      ? [`ran ${times} times and left "${parts}"`]
      : [];
  }
  const applied = traces.ops.get(op)?.length ?? 0;
  const mustBe = state === "acknowledged" || (isSettled && kind !== "refused");
  if (kind === "refused") return applied > 0 ? ["left something"] : [];
  if (applied > 1 || (mustBe && applied !== 1)) return [`was applied ${applied} times`];
  if (state === "failed") return ["failed"];
  return applied === 0 ? remainsOf(op, traces, parts) : wholeFaults(op, kind, traces, parts, isSettled);
}

/** An operation that did not take effect left nothing at all. */
function remainsOf(op: string, traces: Traces, parts: string): string[] {
  const rows = (traces.ledger.get(op)?.length ?? 0) + (traces.jobs.get(op)?.length ?? 0);
  return rows > 0 || parts !== "" || traces.lines.has(op) ? ["was applied by half"] : [];
}

function wholeFaults(
  op: string,
  kind: "transfer" | "nested" | "schedule",
  traces: Traces,
  parts: string,
  isSettled: boolean,
): string[] {
  switch (kind) {
    case "transfer": {
      const amounts = (traces.ledger.get(op) ?? []).map(({ amount }) => amount as number);
      return amounts.length === 2 && amounts[0] === -(amounts[1] as number)
        ? []
        : [`left ${amounts.length} lines in the ledger`];
    }
    case "nested":
      return parts === "1,2" ? [] : [`left the parts "${parts}"`];
    case "schedule":
      return jobFaults(op, traces, parts, isSettled);
    default:
      return kind satisfies never;
  }
}

function jobFaults(op: string, traces: Traces, parts: string, isSettled: boolean): string[] {
  const state = (name: string): string | undefined =>
    (
      traces.jobs.get(op)?.find((job) => String(job["name"]).endsWith(`:${name}`))?.["state"] as
        | { kind: string }
        | undefined
    )?.kind;
  const [ran, acted] = [state("ran"), state("acted")];
  const times = traces.lines.get(op) ?? 0;
  const faults: string[] = [];
  if (traces.jobs.get(op)?.length !== 2) faults.push(`has ${traces.jobs.get(op)?.length ?? 0} jobs`);
  if (parts.includes("ran 1,ran 2") !== (ran === "success") || (parts.match(/ran/g)?.length ?? 0) > 2)
    faults.push(`its mutation is ${ran} and left "${parts}"`);
  if (ran !== "success" && (isSettled || ran !== "pending")) faults.push(`its mutation is ${ran}`);
  if (times > 1 || (parts.match(/acted/g)?.length ?? 0) > times)
    faults.push(`its action ran ${times} times and left "${parts}"`);
  if (acted === "success" && times !== 1) faults.push(`its action succeeded and ran ${times} times`);
  if (acted === "pending" && times > 0) faults.push("its action ran and is still pending");
  if (isSettled && acted !== "success" && acted !== "failed") faults.push(`its action is ${acted}`);
  return faults;
}

/** Balances are what the ledger says, and nothing was made or lost. */
function balanceFaults(copy: FolderCopy): string[] {
  const sums = new Map<string, number>();
  for (const { account, amount } of copy.documents.get("ledger") ?? [])
    sums.set(account as string, (sums.get(account as string) ?? 0) + (amount as number));
  const accounts = copy.documents.get("accounts") ?? [];
  const wrong = accounts
    .filter(({ name, balance }) => (sums.get(name as string) ?? 0) !== balance)
    .map(({ name, balance }) => `account ${name} has ${balance}, its ledger ${sums.get(name as string)}`);
  return accounts.length === sums.size
    ? wrong
    : [...wrong, `${accounts.length} accounts and ${sums.size} in the ledger`];
}

/** Mutations of one client took effect in the order they were asked for. */
function orderFaults(copy: FolderCopy): string[] {
  const rows = [...(copy.documents.get("ops") ?? [])].sort(
    (a, b) => (a["_creationTime"] as number) - (b["_creationTime"] as number),
  );
  return [...Map.groupBy(rows, ({ client }) => client).values()].flatMap((mine) =>
    mine.flatMap((row, at) =>
      at > 0 && (mine[at - 1]?.["n"] as number) > (row["n"] as number)
        ? [`${row["op"]} came after ${mine[at - 1]?.["op"]}`]
        : [],
    ),
  );
}

/** Each answer a client got is on disk under the timestamp it was told, and time went on from there. */
function answerFaults(copy: FolderCopy, load: Load): string[] {
  const faults: string[] = [];
  for (const { commits, sessionId } of load.clients) {
    for (const [requestId, ts] of commits) {
      const stored = copy.answers.get(`${sessionId()} ${requestId}`);
      if (stored !== ts) faults.push(`the answer to request ${requestId} was told as ${ts} and is stored as ${stored}`);
      if (ts > copy.ts) faults.push(`${ts} was told, the newest on disk is ${copy.ts}`);
    }
  }
  const all = [...copy.answers.values()];
  return new Set(all).size === all.length ? faults : [...faults, "two mutations have the same timestamp"];
}
