/** The mail outbox. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { recordEvent, SYSTEM } from "../audit/model";
import { DAY_MS } from "../lib/pure/time";
import type { Mail } from "./table";

/** How long a mail stays readable in the outbox. */
const OUTBOX_RETENTION_MS = 30 * DAY_MS;
const PRUNE_BATCH = 200;

/** Keeps a mail in the outbox; its text may hold a link, so the trail names only receiver and kind. */
export async function addMail(ctx: Pick<MutationCtx, "db">, mail: Mail): Promise<void> {
  const id = await ctx.db.insert("mailOutbox", mail);
  await recordEvent(ctx, {
    ...SYSTEM,
    action: "mail.recorded",
    targets: [{ type: "mail", id, label: mail.to }],
    outcome: mail.status === "failed" ? "failure" : "success",
    context: { kind: mail.kind, status: mail.status },
    occurredAt: mail.recordedAt,
  });
}

/** The newest mails. */
export async function latestMail(ctx: Pick<QueryCtx, "db">, limit: number): Promise<Doc<"mailOutbox">[]> {
  return await ctx.db.query("mailOutbox").withIndex("by_recorded").order("desc").take(limit);
}

/** Removes one batch of mails past their time; says how many went. */
export async function pruneMail(ctx: Pick<MutationCtx, "db">, now: number): Promise<number> {
  const old = await ctx.db
    .query("mailOutbox")
    .withIndex("by_recorded", (q) => q.lt("recordedAt", now - OUTBOX_RETENTION_MS))
    .take(PRUNE_BATCH);
  for (const mail of old) await ctx.db.delete(mail._id);
  if (old.length > 0) await recordEvent(ctx, { ...SYSTEM, action: "mail.pruned", targets: [], context: { count: old.length } });
  return old.length;
}
