/** What each of those who are named would take over from somebody who is removed (U15). */

import type { Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { domainSuccessorOf, successorIdOf, ownerAfter, SUCCESSION_WORDS } from "../../../core/people/rules/succession";
import { plural } from "../../../lib/pure/text";
import { externalUsers, ownedBy } from "./owned";
import type { Handing } from "./successors";

/** By whoever takes over, in words; nobody who would get nothing. */
export async function takenOver(
  ctx: Pick<QueryCtx, "db">,
  handing: Handing,
): Promise<ReadonlyMap<Id<"people">, readonly string[]>> {
  const { areas, domains, expertOf, owned, deputised } = await ownedBy(ctx, handing.personId);
  const given = new Map<Id<"people">, string[]>();
  const give = (id: Id<"people">, what: string): void => {
    given.set(id, [...(given.get(id) ?? []), what]);
  };
  for (const { name } of areas) give(ownerAfter(handing, "areas"), `Business area ${name}`);
  for (const { _id, name } of [...domains, ...expertOf]) give(domainSuccessorOf(handing, _id), `Data domain ${name}`);
  for (const { name } of [...owned, ...deputised]) give(ownerAfter(handing, "serviceUsers"), `Service user ${name}`);
  const { length: outside } = await externalUsers(ctx, handing.personId);
  if (outside > 0) give(ownerAfter(handing, "serviceUsers"), plural(outside, "external user"));
  for (const kind of ["approvals", "tasks"] as const) {
    const successorId = successorIdOf(handing, kind);
    if (successorId !== null) give(successorId, `${SUCCESSION_WORDS[kind].label} that wait for them`);
  }
  return given;
}
