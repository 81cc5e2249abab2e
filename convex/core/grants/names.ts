/**
 * What held access is called: by what its role opens, "Read Cloud cost", with the role's own name beside it. The grant
 * keeps its description, which names the role as its system spells it.
 */

import { type Infer, v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { nullableString } from "../../lib/validators";
import { roleWords } from "../catalog/rules/review";
import { domainByKey } from "../domains/model";
import { serviceUserOf } from "../serviceUsers/model";

type ReadCtx = Pick<QueryCtx, "db">;
type Access = Pick<Doc<"grants">, "description" | "role">;
type GivingRequest = Pick<Doc<"requests">, "domainKey" | "form">;

/** A name of access; `code` is the role beside the words, null where the words say all. */
export const accessName = v.object({ description: v.string(), code: nullableString });
export type AccessName = Infer<typeof accessName>;

/** The name of access that a request gives or gave. What its domain no longer knows keeps its description. */
export async function nameOfAccess(ctx: ReadCtx, request: GivingRequest | null, access: Access): Promise<AccessName> {
  const { description, role: code } = access;
  const domain =
    code === undefined || request?.domainKey === undefined ? null : await domainByKey(ctx, request.domainKey);
  const role = domain?.roles.find(({ name }) => name === code);
  if (!request || !domain || !role) return { description, code: null };
  const words = roleWords(role, domain.name);
  const program = await serviceUserOf(ctx, request.form);
  return { description: program ? `${words}, for ${program.name}` : words, code: role.name };
}

/** The name of access that is or was held. */
export async function nameOfGrant(ctx: ReadCtx, grant: Access & Pick<Doc<"grants">, "requestId">): Promise<AccessName> {
  return await nameOfAccess(ctx, grant.role === undefined ? null : await ctx.db.get(grant.requestId), grant);
}
