/** What the audit trail keeps of a list that somebody takes out of the portal: which, by which filter, which columns. */

import type { MutationCtx } from "../../_generated/server";
import { refuse } from "../../lib/errors";
import { type Attribution, recordEvent } from "./model";

/** More columns than a list has. */
const MAX_COLUMNS = 40;
/** Longer than any filter of a list. */
const MAX_FILTER_LENGTH = 5000;

/** What somebody takes. */
export interface ExportNote {
  readonly filter: object;
  readonly columns: readonly string[];
}

/** Writes it down, before the file is made. */
export async function recordExport(
  ctx: Pick<MutationCtx, "db">,
  by: Attribution,
  action: string,
  { filter, columns }: ExportNote,
): Promise<null> {
  if (columns.length > MAX_COLUMNS || JSON.stringify(filter).length > MAX_FILTER_LENGTH)
    refuse({ code: "invalid-input" });
  await recordEvent(ctx, { ...by, action, targets: [], context: { filter, columns }, occurredAt: Date.now() });
  return null;
}
