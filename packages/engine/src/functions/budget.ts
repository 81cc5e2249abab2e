/** Extra ceilings of one nested call: what it may add to the usage of the transaction it is part of. */

import type { TransactionUsage } from "../transactions/types.ts";
import type { Ceilings } from "./limits.ts";

/** Ceilings by the names of `getTransactionMetrics`. */
export interface CallBudget {
  readonly limits: Readonly<Record<string, number>>;
  readonly before: Readonly<TransactionUsage>;
}

/** Reads the `transactionLimits` of a call; null when it has none. */
export function readBudget(given: unknown, usage: TransactionUsage): CallBudget | null {
  if (given === undefined || given === null) return null;
  const limits: Record<string, number> = {};
  for (const [name, limit] of Object.entries(given as Record<string, unknown>)) {
    if (!(name in usage)) throw new Error(`Unknown transaction limit \`${name}\``);
    if (typeof limit !== "number" || !(limit >= 0))
      throw new Error(`Transaction limit \`${name}\` must be a non-negative number`);
    limits[name] = limit;
  }
  return { limits, before: { ...usage } };
}

/** Throws when the call has used more than it may. */
export function checkBudget({ limits, before }: CallBudget, usage: TransactionUsage): void {
  for (const [name, limit] of Object.entries(limits)) {
    const key = name as keyof TransactionUsage;
    if (usage[key] - before[key] > limit)
      throw new Error(`The call exceeded its transaction limit \`${name}\` (limit: ${limit})`);
  }
}

/** From this share of a ceiling on a transaction is warned. */
const WARN_FROM = 0.8;
const WORDS: Readonly<Record<keyof TransactionUsage, string>> = {
  documentsRead: "documents read in a single function execution",
  bytesRead: "bytes read in a single function execution",
  databaseQueries: "reads in a single function execution",
  documentsWritten: "writes in a single function execution",
  bytesWritten: "bytes written in a single function execution",
  functionsScheduled: "functions scheduled",
  scheduledFunctionArgsBytes: "bytes of arguments of scheduled functions",
};

const NAMES = Object.keys(WORDS) as (keyof TransactionUsage)[];

/** What a transaction close to its ceilings is told, a line each. */
export function warningsOf(usage: TransactionUsage, ceilings: Ceilings): string[] {
  return NAMES.filter((name) => usage[name] >= ceilings[name] * WARN_FROM).map(
    (name) => `Many ${WORDS[name]} (actual: ${usage[name]}, limit: ${ceilings[name]})`,
  );
}
