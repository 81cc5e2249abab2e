/**
 * A retention that was made shorter at a start waits before it removes anything. Whoever sets the environment does so
 * alone, and what was removed is gone: until then super admins can have it put back.
 */

import type { MutationCtx } from "../../_generated/server";
import { plural } from "../../lib/pure/text";
import { recordEvent, SYSTEM } from "./model";
import { AUDIT_CLASSES, type AuditClass, type Retention } from "./rules/keep";
import { isShorter, SHORTENED_WAIT_MS } from "./rules/retention";

/** Of what is kept for a shorter time: "access", "for ever" and "40 days". */
export interface Shortened {
  readonly auditClass: AuditClass;
  readonly before: string;
  readonly after: string;
}

/** What holds by now, and what a start has made shorter since anybody looked; writes it down. */
export async function retentionNow(
  ctx: Pick<MutationCtx, "db">,
  wanted: Retention,
  at: number,
): Promise<{ readonly retention: Retention; readonly shortened: readonly Shortened[]; readonly holdsAt: number }> {
  const row = await ctx.db.query("auditRetentions").first();
  const held = row?.held ?? wanted;
  const shorter = AUDIT_CLASSES.filter((each) => isShorter(wanted[each], held[each]));
  const isSame = shorter.length > 0 && AUDIT_CLASSES.every((each) => row?.wanted?.[each] === wanted[each]);
  const since = isSame ? (row?.wantedSince ?? at) : at;
  const isOver = shorter.length > 0 && at - since >= SHORTENED_WAIT_MS;
  // Whatever is kept for longer is so at once.
  const retention: Retention = isOver
    ? wanted
    : Object.fromEntries(
        AUDIT_CLASSES.flatMap((each) => {
          const days = shorter.includes(each) ? held[each] : wanted[each];
          return days === undefined ? [] : [[each, days]];
        }),
      );
  const waits = shorter.length > 0 && !isOver;
  const fields = { held: retention, wanted: waits ? wanted : undefined, wantedSince: waits ? since : undefined };
  await (row ? ctx.db.patch(row._id, fields) : ctx.db.insert("auditRetentions", fields));
  const shortened = isSame ? [] : shorter.map((each) => shortenedOf(each, held, wanted));
  const holdsAt = since + SHORTENED_WAIT_MS;
  if (shortened.length > 0)
    await recordEvent(ctx, {
      ...SYSTEM,
      action: "audit.retentionShortened",
      targets: [],
      changes: shortened.map(({ auditClass, before, after }) => ({ field: auditClass, before, after })),
      context: { holdsAt },
      occurredAt: at,
    });
  return { retention, shortened, holdsAt };
}

function shortenedOf(auditClass: AuditClass, held: Retention, wanted: Retention): Shortened {
  const words = (days: number | undefined): string => (days === undefined ? "for ever" : plural(days, "day"));
  return { auditClass, before: words(held[auditClass]), after: words(wanted[auditClass]) };
}
