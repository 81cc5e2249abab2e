/** Setting what can be set while the portal runs. */

import { v } from "convex/values";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { configured, configVersion, newestVersion, valueOf } from "../core/config/model";
import { type ConfigKey, isConfigKey } from "../core/config/rules";
import { requireStepUp } from "../core/people/stepUp";
import { refuse } from "../lib/errors";
import { nullableTimestamp } from "../lib/validators";
import { wish } from "../process/confirming/proposing";

const change = {
  key: v.string(),
  /** The version the form was filled in on; 0 while nobody set it. */
  shownVersion: v.number(),
  reason: v.string(),
};
const wished = v.object({
  state: v.union(v.literal("done"), v.literal("proposed")),
  /** When it takes effect although nobody is there to confirm; null where a second person decides. */
  appliesAt: nullableTimestamp,
});

/** Sets one option; a value that takes two people is proposed. What it is set to already stays as it is. */
export const set = guardedMutation("config.write", {
  args: { ...change, value: v.number() },
  returns: wished,
  handler: async (ctx, { value, ...change }) => await wishFor(ctx, change, value),
});

/** Sets it to what a version had set it to; 0 is what holds while nobody sets it. Judged like any other value. */
export const undo = guardedMutation("config.write", {
  args: { ...change, version: v.number() },
  returns: wished,
  handler: async (ctx, { version, ...change }) => {
    const key = keyOf(change.key);
    const row = version === 0 ? null : await configVersion(ctx, key, version);
    if (version !== 0 && !row) refuse({ code: "not-found" });
    return await wishFor(ctx, change, valueOf(key, row));
  },
});

function keyOf(key: string): ConfigKey {
  return isConfigKey(key) ? key : refuse({ code: "not-found" });
}

async function wishFor(
  ctx: ViewerMutationCtx,
  {
    key: named,
    shownVersion,
    reason,
  }: { readonly key: string; readonly shownVersion: number; readonly reason: string },
  value: number,
) {
  const key = keyOf(named);
  const at = Date.now();
  await requireStepUp(ctx, at, "config.set", key);
  const newest = await newestVersion(ctx, key);
  // Sent again, it finds what it did the first time.
  if ((newest?.version ?? 0) === shownVersion + 1 && (await configured(ctx, key)) === value) return DONE;
  if ((newest?.version ?? 0) !== shownVersion) refuse({ code: "changed-meanwhile" });
  const deed = { ctx, at, by: attributionOf(ctx.viewer) };
  const outcome = await wish(deed, ctx.viewer.person, { kind: "config.set", key, value }, reason);
  return outcome.state === "proposed" ? { state: outcome.state, appliesAt: outcome.appliesAt } : DONE;
}

const DONE = { state: "done" as const, appliesAt: null };
