/** Users in outside systems that a form asks for: each has a name of its own, and people it belongs to. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { FormValues } from "../../core/catalog/rules/conditions";
import type { RequestTypeDefinition } from "../../core/catalog/table";
import { namedPerson } from "../../core/people/duties";
import { personByMailbox } from "../../core/people/model";
import { whyNotDeputies } from "../../core/people/rules/owners";
import { serviceUserByName } from "../../core/serviceUsers/model";
import { isNameOfAnother, isNameOfPerson } from "../../core/serviceUsers/names";
import { madeBy, madeForPerson } from "../../core/shared/rules/serviceUsers";

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
