/** What options are set to, and setting them. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { type Attribution, recordEvent } from "../audit/model";
import { type ConfigKey, specOf, valueText, whyNotValue } from "./rules";

type ReadCtx = Pick<QueryCtx, "db">;

/** Versions of one option that are shown. */
const SHOWN_VERSIONS = 50;

/** What an option is set to now. A value that is no longer allowed counts as none. */
export async function configured(ctx: ReadCtx, key: ConfigKey): Promise<number> {
  return valueOf(key, await newestVersion(ctx, key));
}

/** The latest version of an option; null while nobody set it. */
export async function newestVersion(ctx: ReadCtx, key: ConfigKey): Promise<Doc<"configVersions"> | null> {
  return await ctx.db
    .query("configVersions")
    .withIndex("by_key", (q) => q.eq("key", key))
    .order("desc")
    .first();
}

/** What an option was set to at a moment: for what keeps the value it began with. */
export async function configuredAt(ctx: ReadCtx, key: ConfigKey, at: number): Promise<number> {
  const versions = ctx.db
    .query("configVersions")
    .withIndex("by_key", (q) => q.eq("key", key))
    .order("desc");
  for await (const version of versions) if (version.setAt <= at) return valueOf(key, version);
  return valueOf(key, null);
}

/** What a version sets an option to. */
export function valueOf(key: ConfigKey, version: Pick<Doc<"configVersions">, "value"> | null): number {
  return version === null || whyNotValue(key, version.value) !== null ? specOf(key).usual : version.value;
}

/** The latest versions of an option, newest first. */
export async function configVersions(ctx: ReadCtx, key: ConfigKey): Promise<Doc<"configVersions">[]> {
  return await ctx.db
    .query("configVersions")
    .withIndex("by_key", (q) => q.eq("key", key))
    .order("desc")
    .take(SHOWN_VERSIONS);
}

/** The version of an option with this number, or null. */
export async function configVersion(
  ctx: ReadCtx,
  key: ConfigKey,
  version: number,
): Promise<Doc<"configVersions"> | null> {
  return await ctx.db
    .query("configVersions")
    .withIndex("by_key", (q) => q.eq("key", key).eq("version", version))
    .unique();
}

/** Sets an option, for everything that happens from now on. */
export async function setConfig(
  ctx: Pick<MutationCtx, "db">,
  { key, value }: { readonly key: ConfigKey; readonly value: number },
  {
    by,
    at,
    byIds,
    reason,
    context,
  }: {
    readonly by: Attribution;
    readonly at: number;
    readonly byIds: readonly Id<"people">[];
    readonly reason: string;
    readonly context: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const newest = await newestVersion(ctx, key);
  const before = valueOf(key, newest);
  const version = (newest?.version ?? 0) + 1;
  await ctx.db.insert("configVersions", { key, version, value, reason, setAt: at, byIds: [...byIds] });
  await recordEvent(ctx, {
    ...by,
    action: "config.set",
    targets: [{ type: "option", id: key, label: specOf(key).title }],
    changes: [{ field: "value", before: valueText(key, before), after: valueText(key, value) }],
    context: { ...context, version },
    occurredAt: at,
  });
}
