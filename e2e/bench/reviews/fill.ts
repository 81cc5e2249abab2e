/** Reviews in a filled demo world that does not run: people, roles and systems are the demo's own. */

import path from "node:path";
import { createEngine } from "@data-portal/engine";
import type { Doc } from "../../../convex/_generated/dataModel";
import type { MutationCtx } from "../../../convex/_generated/server";
import type { ReviewGroup } from "../../../convex/core/reviews/table.ts";
import { DAY_MS } from "../../../convex/lib/pure/time.ts";
import { loadBackendModules } from "../../../server/backend/modules.ts";
import { root } from "../../../tools/lib/runtime.mjs";

/** How many items of each group a review has, in the order they are looked at. */
type Mix = Readonly<Record<ReviewGroup, number>>;

/** What 50 accesses of a domain look like after half a year: one in four is unused. */
export const MIX: Mix = {
  unused: 12,
  grown: 2,
  risky: 4,
  endless: 4,
  unknown: 5,
  used: 23,
};
/** Beside the numbers of real requests. */
const FIRST_NUMBER = 90_000;

/** Fills one review for each domain; answers the reviews in their order. */
export async function fillReviews(dataDir: string, domainKeys: readonly string[], mix = MIX): Promise<string[]> {
  const modules = await loadBackendModules(path.join(root, "dist", "convex"));
  const { crons: _, ...working } = modules;
  const engine = await createEngine({ dataDir: path.join(dataDir, "engine"), modules: working, env: {} });
  try {
    const made: string[] = [];
    for (const key of domainKeys) {
      // Typed by the portal's own tables; the engine knows them only when it runs.
      const review = (ctx: unknown): Promise<string> => aReview(ctx as MutationCtx, key, { place: made.length, mix });
      made.push(await engine.run(review));
    }
    return made;
  } finally {
    await engine.close();
  }
}

async function aReview(
  ctx: MutationCtx,
  key: string,
  { place, mix }: { readonly place: number; readonly mix: Mix },
): Promise<string> {
  const domain = await ctx.db
    .query("dataDomains")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
  const people = (await ctx.db.query("people").collect()).filter(
    ({ _id, status }) => status === "active" && !domain?.ownerIds.includes(_id) && !domain?.deputyIds.includes(_id),
  );
  const starter = people.find(({ email }) => email === "governance@ao.com");
  const role = domain?.roles[0]?.name;
  const pattern = await aGrantedRole(ctx);
  if (!domain || !starter || !role) throw new Error(`The demo world has no domain ${key} to review`);
  const now = Date.now();
  const total = Object.values(mix).reduce((sum, count) => sum + count, 0);
  const about = { domainId: domain._id, domainKey: key, domainName: domain.name, startedById: starter._id };
  const times = { startedAt: now, dueAt: now + 14 * DAY_MS };
  const reviewId = await ctx.db.insert("accessReviews", { ...about, ...times, state: "open", total, unusedDays: 90 });
  const ranked = Object.keys(mix) as ReviewGroup[];
  const groups = ranked.flatMap((group) => Array<ReviewGroup>(mix[group]).fill(group));
  for (const [index, group] of groups.entries()) {
    const holder = people[index % people.length];
    if (!holder) continue;
    const number = FIRST_NUMBER + place * 100 + index;
    const grant = await anAccess(ctx, pattern, { holder, role, key, number, group, now });
    const access = { grantId: grant._id, requestId: grant.requestId, accessKey: grant.accessKey };
    const held = { thing: grant.description, heldById: holder._id, areaId: holder.businessAreaId };
    await ctx.db.insert("reviewItems", { reviewId, ...access, ...held, group, rank: ranked.indexOf(group) });
  }
  return reviewId;
}

/** A role of Snowflake somebody of the demo was granted by a request, with what it was made of. */
async function aGrantedRole(ctx: MutationCtx) {
  const grant = (await ctx.db.query("grants").collect()).find(({ system, role }) => system === "snowflake" && role);
  const request = grant && (await ctx.db.get(grant.requestId));
  const task = grant && (await ctx.db.get(grant.taskId));
  if (!grant || !request || !task) throw new Error("The demo world granted no role");
  return { grant, request, task };
}

interface Access {
  readonly holder: Doc<"people">;
  readonly role: string;
  readonly key: string;
  readonly number: number;
  readonly group: ReviewGroup;
  readonly now: number;
}

/** The same request once more for somebody else, about a role of another domain. */
async function anAccess(
  ctx: MutationCtx,
  { grant, request, task }: Awaited<ReturnType<typeof aGrantedRole>>,
  { holder, role, key, number, group, now }: Access,
): Promise<Doc<"grants">> {
  const startsAt = now - (group === "unknown" ? 20 : 150) * DAY_MS;
  const requestId = await ctx.db.insert("requests", {
    ...bare(request),
    number,
    key: `REQ-${number}`,
    requesterId: holder._id,
    beneficiaryId: holder._id,
    createdById: holder._id,
    domainKey: key,
    form: { ...request.form, domain: key, role },
    targetKey: undefined,
    submitKey: undefined,
  });
  const taskId = await ctx.db.insert("requestTasks", { ...bare(task), requestId, input: { ...task.input, role } });
  const id = await ctx.db.insert("grants", {
    ...bare(grant),
    requestId,
    taskId,
    beneficiaryId: holder._id,
    description: `Role ${role} in Snowflake`,
    accessKey: `snowflake|${holder._id}|${role}`,
    role,
    state: "Active",
    startsAt,
    expiresAt: group === "endless" ? undefined : now + 60 * DAY_MS,
    nextCheckAt: undefined,
    endedAt: undefined,
    lastUsedAt: group !== "unused" && group !== "unknown" ? now - (number % 9) * DAY_MS : undefined,
    useReadAt: now,
  });
  const made = await ctx.db.get(id);
  if (!made) throw new Error("The access is not there");
  return made;
}

/** A row without what its table says of it. */
function bare<T extends { readonly _id: unknown; readonly _creationTime: number }>(
  row: T,
): Omit<T, "_id" | "_creationTime"> {
  const { _id, _creationTime, ...fields } = row;
  return fields;
}
