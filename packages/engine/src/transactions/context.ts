/** What the reads of one transaction share: the state they read, what they used and depended on. */

import type { Reader, StoredDocument } from "../storage/reader.ts";
import { decodeId } from "../values/ids.ts";
import { chargeRead, noUsage } from "./limits.ts";
import type { TransactionLimits } from "./limits.ts";
import type { CursorCodec } from "./queries/cursors.ts";
import { ReadCollector } from "./read-set.ts";
import type { Catalog, TableInfo } from "./schema/catalog.ts";
import type { Range, SharedReads } from "./shared-reads.ts";

/** What a context is made of. */
export interface ContextParts {
  readonly reader: Reader;
  readonly catalog: Catalog;
  readonly limits: TransactionLimits;
  readonly cursors: CursorCodec;
  /** What others read at the same state; a mutation's state is its own. */
  readonly shared?: SharedReads;
}

/** See the file comment. A mutation's context changes while it runs: tables appear, counts move. */
export class ReadContext {
  readonly reader: Reader;
  readonly limits: TransactionLimits;
  readonly cursors: CursorCodec;
  readonly shared: SharedReads | null;
  readonly reads = new ReadCollector();
  readonly usage = noUsage();
  catalog: Catalog;
  /** Counts up with every write, so that a scan knows that the rows it fetched ahead are stale. */
  writeVersion = 0;
  /** The document read last, while nothing was written since: most are read to be changed. */
  lastRead: StoredDocument | null = null;
  /** Documents this transaction wrote: reading them back is free. */
  readonly ownDocuments = new Set<number>();
  /** Documents added per table by writes that are not in the stored count yet. */
  pendingCount: (tableNumber: number) => number = () => 0;
  #isOpen = true;

  constructor({ reader, catalog, limits, cursors, shared }: ContextParts) {
    this.reader = reader;
    this.catalog = catalog;
    this.limits = limits;
    this.cursors = cursors;
    this.shared = shared ?? null;
  }

  /** After this every use of the transaction throws: its state is gone. */
  close(): void {
    this.#isOpen = false;
  }

  assertOpen(): void {
    if (!this.#isOpen)
      throw new Error("The transaction is over: database calls must be awaited before the function returns.");
  }

  /** Says that documents are no longer what they were as they were read. */
  wrote(): void {
    this.writeVersion++;
    this.lastRead = null;
  }

  /** Whether a text is an id at all, of whatever table. */
  isDecodable(idText: string): boolean {
    return decodeId(idText) !== null;
  }

  /** Rows of an index, as the reader's own. */
  scan(...range: Range): readonly StoredDocument[] {
    return (this.shared ?? this.reader).scan(...range);
  }

  countOf(table: TableInfo): number {
    return this.reader.count(table.number) + this.pendingCount(table.number);
  }
}

/** Counts a document read unless it is the engine's or this transaction's own. */
export function chargeDocument(context: ReadContext, isSystem: boolean, document: StoredDocument): void {
  context.lastRead = document;
  if (isSystem || context.ownDocuments.has(document.doc)) return;
  chargeRead(context.usage, context.limits, document.size);
}
