/** Reading what is set, and what it was set to before. */

import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { guardedQuery } from "../access/functions";
import { configVersions, newestVersion, valueOf } from "../core/config/model";
import { CONFIG_KEYS, isConfigKey } from "../core/config/rules";
import { fullName } from "../core/people/model";
import { timestamp } from "../lib/validators";
import { openAbout } from "../process/confirming/proposing";

const shownVersion = v.object({
  version: v.number(),
  value: v.number(),
  reason: v.string(),
  setAt: timestamp,
  by: v.array(v.string()),
});

/** Every option with its value and its last change; null where nobody changed it. */
export const list = guardedQuery("config.write", {
  args: {},
  returns: v.array(
    v.object({
      key: v.string(),
      value: v.number(),
      last: v.union(shownVersion, v.null()),
      /** Whether a change of it waits for a second person. */
      isWaiting: v.boolean(),
    }),
  ),
  handler: async (ctx) =>
    await Promise.all(
      CONFIG_KEYS.map(async (key) => {
        const newest = await newestVersion(ctx, key);
        return {
          key,
          value: valueOf(key, newest),
          last: newest && (await shown(ctx, newest)),
          isWaiting: (await openAbout(ctx, key)) !== null,
        };
      }),
    ),
});

/** What one option was set to, newest first; empty for a name that is none. */
export const versions = guardedQuery("config.write", {
  args: { key: v.string() },
  returns: v.array(shownVersion),
  handler: async (ctx, { key }) =>
    isConfigKey(key) ? await Promise.all((await configVersions(ctx, key)).map((row) => shown(ctx, row))) : [],
});

async function shown(ctx: Pick<QueryCtx, "db">, { version, value, reason, setAt, byIds }: Doc<"configVersions">) {
  const people = await Promise.all(byIds.map((id) => ctx.db.get(id)));
  return { version, value, reason, setAt, by: people.map((person) => (person ? fullName(person) : "Somebody")) };
}
