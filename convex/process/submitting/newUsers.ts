/** Users in outside systems that a form asks for: each has a name of its own, and people it belongs to. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { personAsOf } from "../../access/entry";
import type { FormValues } from "../../core/catalog/rules/conditions";
import type { RequestTypeDefinition } from "../../core/catalog/table";
import { namedPerson } from "../../core/people/duties";
import { fullName, personByMailbox } from "../../core/people/model";
import { whyNotDeputies } from "../../core/people/rules/owners";
import { serviceUserByName } from "../../core/serviceUsers/model";
import { isNameOfAnother, isNameOfPerson } from "../../core/serviceUsers/names";
import { whyNotRequestFor } from "../../core/shared/rules/requestedFor";
import { madeBy, madeForPerson } from "../../core/shared/rules/serviceUsers";
import { accessKeyOf } from "../../core/tasks/rules/applied";

type ReadCtx = Pick<QueryCtx, "db">;
type Problems = Readonly<Record<string, string>>;

/** What is wrong with the user that is asked for, by field. */
export async function newUserProblems(
  ctx: ReadCtx,
  { tasks }: Pick<RequestTypeDefinition, "tasks">,
  values: FormValues,
  beneficiary: Doc<"people">,
): Promise<Problems> {
  return { ...(await personProblems(ctx, tasks, values, beneficiary)), ...(await programProblems(ctx, tasks, values)) };
}

/** A person's user has a name that is nobody else's, and no colleague's address. */
async function personProblems(
  ctx: ReadCtx,
  tasks: RequestTypeDefinition["tasks"],
  values: FormValues,
  beneficiary: Doc<"people">,
): Promise<Problems> {
  const made = madeForPerson(tasks, values);
  if (!made) return {};
  const { system, name, address } = made;
  const known = address && (await personByMailbox(ctx, address.value));
  return {
    ...((await isNameOfAnother(ctx, { system, name }, beneficiary._id)) && { [made.field]: `${name} is taken` }),
    ...(known &&
      known._id !== beneficiary._id && {
        [address.field]: `${address.value} is a colleague's address. Choose them as the person it is for`,
      }),
  };
}

/**
 * Why somebody of this address gets no user of this name in Snowflake, or null: what sending the request would find, in
 * the words of a list. Whoever has an account in the portal gets the user as theirs, anybody else by the one who asks.
 */
export async function whyNotSnowflakeUser(
  ctx: ReadCtx,
  { email, name }: { readonly email: string; readonly name: string },
  requesterId: Id<"people">,
): Promise<string | null> {
  const known = await personByMailbox(ctx, email);
  const shut = known && whyNotColleague(known, requesterId);
  if (shut !== null) return shut;
  if (await isNameOfAnother(ctx, { system: "snowflake", name }, known?._id ?? requesterId)) return `${name} is taken`;
  const accessKey = accessKeyOf({ type: "create_person", input: { user: name } }, "snowflake");
  return (await isHeldNow(ctx, accessKey)) ? `${name} was already created` : null;
}

/** Why a colleague gets no user in Snowflake by an invitation, or null. */
export function whyNotColleague(colleague: Doc<"people">, requesterId: Id<"people">): string | null {
  const shut = whyNotRequestFor({
    isSelf: colleague._id === requesterId,
    isImpersonating: false,
    mayAskForAll: true,
    isSameArea: false,
    takesAway: false,
    name: fullName(colleague),
    status: personAsOf(colleague, Date.now()).status,
  });
  if (shut !== null || colleague.snowflakeUser === undefined) return shut;
  return `${fullName(colleague)} already has the user ${colleague.snowflakeUser}`;
}

async function isHeldNow(ctx: ReadCtx, accessKey: string): Promise<boolean> {
  for (const state of ["Active", "Expiring"] as const)
    if (
      await ctx.db
        .query("grants")
        .withIndex("by_access", (q) => q.eq("accessKey", accessKey).eq("state", state))
        .first()
    )
      return true;
  return false;
}

/** A program's user has a name of its own, which a retired one keeps, and two humans who answer for it. */
async function programProblems(
  ctx: ReadCtx,
  tasks: RequestTypeDefinition["tasks"],
  values: FormValues,
): Promise<Problems> {
  const made = madeBy(tasks, values);
  if (!made) return {};
  const known = await serviceUserByName(ctx, made.system, made.name);
  const taken = known?.state === "Retired" ? "is retired, and its name stays" : "is taken";
  const isTaken = known !== null || (await isNameOfPerson(ctx, made));
  const [owner, deputy] = [await personIn(ctx, made.owner), await personIn(ctx, made.deputy)];
  const problem = owner && deputy ? whyNotDeputies([namedPerson(owner)], [namedPerson(deputy)]) : null;
  return { ...(isTaken && { [made.field]: `${made.name} ${taken}` }), ...(problem !== null && { deputy: problem }) };
}

/** The person an answer names, or null. */
export async function personIn(ctx: ReadCtx, value: unknown): Promise<Doc<"people"> | null> {
  const id = typeof value === "string" ? ctx.db.normalizeId("people", value) : null;
  return id && (await ctx.db.get(id));
}
