/** A file of data domains as it is shown: what it would do, with what hangs on every domain it moves. */

import type { QueryCtx } from "../../../_generated/server";
import type { DomainImport } from "../../../core/domains/importing";
import { hashOfJson } from "../../../lib/hash";
import { DOMAINS_READ, hangingOn } from "./impact";

/** What hangs on the moved domains, by their row in the file, and the hash of all that is shown. */
export async function seenFile(
  ctx: Pick<QueryCtx, "db">,
  { planned, hash }: DomainImport,
): Promise<{ hanging: ReadonlyMap<number, string>; hash: string }> {
  const moved = planned.filter(({ doc, domain }) => doc !== null && (doc.parentId ?? null) !== domain.parentId);
  const hanging = new Map<number, string>();
  for (const { row, doc } of moved.slice(0, DOMAINS_READ)) {
    if (!doc) continue;
    const lines = await hangingOn(ctx, [doc]);
    const said = lines.filter(({ after }) => after !== "None").map(({ field, after }) => `${field}: ${after}`);
    hanging.set(row, said.length === 0 ? "Nothing hangs on it" : said.join("; "));
  }
  return { hanging, hash: moved.length === 0 ? hash : hashOfJson({ hash, hanging: [...hanging] }) };
}
