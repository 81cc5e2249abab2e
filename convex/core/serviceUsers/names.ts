/**
 * Whose a user in an outside system is. Grants, suspension and removal reach a person's user by the name their record
 * holds, so a name stands for one of them alone.
 */

import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { peopleBySnowflakeUser } from "../people/model";
import { serviceUserByName } from "./model";
import type { ServiceUserFields } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;

/** A name in a system. */
export type SystemName = Pick<ServiceUserFields, "system" | "name">;

/** Whether a user is somebody else's than this person's: a colleague's, a program's, also a retired one's, or the portal's. */
export async function isNameOfAnother(
  ctx: ReadCtx,
  { system, name }: SystemName,
  personId: Id<"people">,
): Promise<boolean> {
  return (
    (await serviceUserByName(ctx, system, name)) !== null || (await isNameOfPerson(ctx, { system, name }, personId))
  );
}

/** Whether a user is a person's, other than this one's, or the portal's own. */
export async function isNameOfPerson(
  ctx: ReadCtx,
  { system, name }: SystemName,
  except: Id<"people"> | null = null,
): Promise<boolean> {
  // The one system in which the portal keeps people's names.
  if (system !== "snowflake") return false;
  if (name.toUpperCase() === process.env["SNOWFLAKE_USER"]?.toUpperCase()) return true;
  return (await peopleBySnowflakeUser(ctx, name)).some(({ _id }) => _id !== except);
}
