/** Reads of one function execution, over a snapshot or over a mutation's own connection. */

import { whyNoId, type DocumentId } from "../values/ids.ts";
import { encodeKey } from "../values/keys.ts";
import type { SharedDocument } from "../values/plain-document.ts";
import { chargeDocument } from "./context.ts";
import type { ReadContext } from "./context.ts";
import { chargeQuery } from "./limits.ts";
import { pageSteps } from "./queries/page.ts";
import { planQuery, visibleTable } from "./queries/plan.ts";
import { openStream, withoutPauses } from "./queries/scan.ts";
import { TABLES_INDEX_KEY } from "./read-set.ts";
import type { TableInfo } from "./schema/catalog.ts";
import { plainTable } from "./schema/names.ts";
import { textOfList } from "./shared-reads.ts";
import {
  PAUSE,
  type DocumentJson,
  type PageRequest,
  type PageResult,
  type QueryJson,
  type QueryStream,
  type ReadSet,
  type ReadTransaction,
  type TableAccess,
  type Timestamp,
  type TransactionUsage,
  type Work,
} from "./types.ts";

/** An id that names an existing table, with where it was found. */
export interface LocatedId {
  readonly table: TableInfo;
  readonly id: DocumentId;
}

/** The name of the operation an error message is about. */
export type Operation = "get" | "patch" | "replace" | "delete";

/** Finds the table of an id; throws Convex's messages for an unreadable id or the wrong kind or table. */
export function locateId(
  context: ReadContext,
  idText: string,
  operation: Operation,
  access: TableAccess & { readonly table?: string | undefined },
): LocatedId | null {
  const located = context.catalog.locate(idText);
  if (located === null) {
    // The id may be of a table yet to come.
    context.reads.ranges.push({ indexKey: TABLES_INDEX_KEY, lower: new Uint8Array(), upper: null });
    if (!context.isDecodable(idText))
      throw new Error(`Invalid argument \`id\` for \`db.${operation}\`: ${whyNoId(idText)}`);
    return null;
  }
  const { table } = located;
  if (table.isSystem !== access.isSystem) {
    if (operation !== "get") throw new Error("System tables (prefixed with `_`) are read-only.");
    throw new Error(
      table.isSystem
        ? "System tables can only be accessed with db.system."
        : "User tables cannot be accessed with db.system.",
    );
  }
  if (access.table !== undefined && access.table !== table.name) {
    throw new Error(
      `Invalid argument \`id\` for \`db.${operation}\`: expected to be an Id<"${plainTable(access.table)}">, got Id<"${plainTable(table.name)}"> instead.`,
    );
  }
  return located;
}

/** Implements the reading half of the seam. */
export class Reads implements ReadTransaction {
  readonly ts: Timestamp;
  protected readonly context: ReadContext;

  constructor(ts: Timestamp, context: ReadContext) {
    this.ts = ts;
    this.context = context;
  }

  get reads(): ReadSet {
    return this.context.reads;
  }

  get usage(): TransactionUsage {
    return this.context.usage;
  }

  get(id: string, access: TableAccess & { readonly table?: string }): DocumentJson | null {
    const { context } = this;
    context.assertOpen();
    const located = locateId(context, id, "get", access);
    if (located === null) return null;
    const { table } = located;
    if (!table.isSystem) chargeQuery(context.usage, context.limits);
    const key = encodeKey([id]);
    context.reads.point(table.byId.indexKey, key, access.used);
    const document = context.reader.at(table.byId.number, key);
    if (document === null) return null;
    chargeDocument(context, table.isSystem, document);
    return document.json;
  }

  openQuery(query: QueryJson, access: TableAccess): QueryStream {
    const { context } = this;
    context.assertOpen();
    const plan = planQuery(context.catalog, query, access);
    if (!access.isSystem) chargeQuery(context.usage, context.limits);
    const stream = openStream(context, { ...plan, used: access.used });
    const step: QueryStream["step"] = () => {
      context.assertOpen();
      return stream.step();
    };
    return { step, next: () => withoutPauses(step), close: () => stream.close() };
  }

  queryPage(request: PageRequest, access: TableAccess): PageResult {
    const steps = this.pageSteps(request, access);
    return withoutPauses(() => {
      const { done, value } = steps.next();
      return done === true ? value : PAUSE;
    });
  }

  *pageSteps(request: PageRequest, access: TableAccess): Work<PageResult> {
    const { context } = this;
    context.assertOpen();
    const plan = planQuery(context.catalog, request.query, access);
    if (!access.isSystem) chargeQuery(context.usage, context.limits);
    const steps = pageSteps(context, plan, request);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      yield;
      context.assertOpen();
    }
  }

  count(tableName: string): number {
    const { context } = this;
    context.assertOpen();
    const table = visibleTable(context.catalog, tableName, { isSystem: false });
    chargeQuery(context.usage, context.limits);
    if (table === null) {
      context.reads.table(tableName);
      return 0;
    }
    context.reads.scan(table.byId, { lower: new Uint8Array(), upper: null, order: "asc" }).exhausted();
    return context.countOf(table);
  }

  sharedDocument(text: DocumentJson): SharedDocument | null {
    return this.context.shared?.document(text) ?? null;
  }

  sharedList(documents: readonly SharedDocument[]): string {
    return this.context.shared?.list(documents) ?? textOfList(documents);
  }

  tableOfId(id: string): string | null {
    return this.context.catalog.tableOfId(id);
  }

  normalizeId(tableName: string, idString: string, access: TableAccess): string | null {
    const { context } = this;
    context.assertOpen();
    const table = visibleTable(context.catalog, tableName, access);
    if (table === null) {
      context.reads.table(tableName);
      return null;
    }
    return context.catalog.locate(idString)?.table.number === table.number ? idString : null;
  }
}
