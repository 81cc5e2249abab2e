/** Ceilings of one transaction and what is said when one is exceeded. */

import type { TransactionUsage } from "./types.ts";

/** How much one transaction may do. */
export interface TransactionLimits {
  readonly documentsRead: number;
  readonly bytesRead: number;
  readonly rangesRead: number;
  readonly documentsWritten: number;
  readonly bytesWritten: number;
  /** After so many rows, or as much other work, a read can let others go on. */
  readonly rowsPerStep: number;
}

/** What Convex allows. */
export const DEFAULT_TRANSACTION_LIMITS: TransactionLimits = {
  documentsRead: 32_000,
  bytesRead: 16 * 1024 * 1024,
  rangesRead: 4096,
  documentsWritten: 16_000,
  bytesWritten: 16 * 1024 * 1024,
  rowsPerStep: 64,
};

const SMALLER_READS =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";

/** Usage of a transaction that did nothing yet. */
export function noUsage(): TransactionUsage {
  return {
    bytesRead: 0,
    bytesWritten: 0,
    databaseQueries: 0,
    documentsRead: 0,
    documentsWritten: 0,
    functionsScheduled: 0,
    scheduledFunctionArgsBytes: 0,
  };
}

/** Counts one document read. */
export function chargeRead(usage: TransactionUsage, limits: TransactionLimits, bytes: number): void {
  usage.documentsRead++;
  usage.bytesRead += bytes;
  if (usage.documentsRead > limits.documentsRead) {
    throw new Error(
      `Too many documents read in a single function execution (limit: ${limits.documentsRead}). ${SMALLER_READS}`,
    );
  }
  if (usage.bytesRead > limits.bytesRead) {
    throw new Error(
      `Too many bytes read in a single function execution (limit: ${limits.bytesRead} bytes). ${SMALLER_READS}`,
    );
  }
}

/** Counts one get, query or page. */
export function chargeQuery(usage: TransactionUsage, limits: TransactionLimits): void {
  usage.databaseQueries++;
  if (usage.databaseQueries > limits.rangesRead) {
    throw new Error(`Too many reads in a single function execution (limit: ${limits.rangesRead}). ${SMALLER_READS}`);
  }
}

/** Counts one document written. */
export function chargeWrite(usage: TransactionUsage, limits: TransactionLimits, bytes: number): void {
  usage.documentsWritten++;
  usage.bytesWritten += bytes;
  if (usage.documentsWritten > limits.documentsWritten) {
    throw new Error(`Too many writes in a single function execution (limit: ${limits.documentsWritten})`);
  }
  if (usage.bytesWritten > limits.bytesWritten) {
    throw new Error(`Too many bytes written in a single function execution (limit: ${limits.bytesWritten} bytes)`);
  }
}
