/** The first super admin: whom the server's settings let in when nobody administers the portal. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { wholeRoles } from "../../access/rank";
import { TOP_ROLE } from "../../access/roles";
import { PAGES } from "../../site/pages";
import { SYSTEM } from "../audit/model";
import { notify } from "../notifications/model";
import { hasActiveSuperAdmin, ownersOf } from "./holders";
import { createPerson, fullName, personByEmail, personByMailbox, updatePerson, type NewPerson } from "./model";

type WriteCtx = Pick<MutationCtx, "db">;

/**
 * The first-admin setting: when nobody administers the portal, whoever has this address does, and must
 * change their password first when new. It is a way in for whoever runs the server, so it opens only what
 * is shut: somebody who was suspended or demoted while others administer stays so. People a demo invented, whose
 * password everybody knows, count as nobody. Another spelling of somebody's mailbox means them: one human is one
 * person. Says whether the person is an active super admin now, and under which address they are known.
 */
export async function ensureSuperAdmin(
  ctx: WriteCtx,
  { email, firstName, lastName }: Pick<NewPerson, "email" | "firstName" | "lastName">,
  at: number,
  inventedIds: readonly Id<"people">[] = [],
): Promise<{ isSuperAdmin: boolean; email: string }> {
  const person = (await personByEmail(ctx, email)) ?? (await personByMailbox(ctx, email));
  if (await hasActiveSuperAdmin(ctx, inventedIds))
    return { isSuperAdmin: person?.isSuperAdmin === true && person.status === "active", email: person?.email ?? email };
  if (!person) {
    const fresh = { email, firstName, lastName, roles: [TOP_ROLE], status: "active" as const };
    await createPerson(ctx, { ...fresh, hasChangedInitialPassword: false }, SYSTEM, at);
    return { isSuperAdmin: true, email };
  }
  // Whoever was shut out comes back without what they held; whoever is active keeps it.
  const roles = wholeRoles([...(person.status === "active" ? person.roles : []), TOP_ROLE]);
  await updatePerson(ctx, person, { roles, status: "active" }, { ...SYSTEM, action: "person.madeSuperAdmin", at });
  await tellNewSuperAdmin(ctx, person, at);
  return { isSuperAdmin: true, email: person.email };
}

async function tellNewSuperAdmin(ctx: WriteCtx, person: Doc<"people">, at: number): Promise<void> {
  const notice = {
    kind: "person.rolesChanged",
    subject: { type: "person", id: person._id, label: person.email },
    isCritical: true,
    at,
  };
  const body = "Nobody administered the portal, and the server's settings name this address.";
  await notify(ctx, {
    ...notice,
    recipientId: person._id,
    title: "You are now a super admin",
    body,
    to: PAGES.profile.path,
  });
  for (const admin of await ownersOf(ctx, 100)) {
    if (admin._id === person._id) continue;
    await notify(ctx, {
      ...notice,
      recipientId: admin._id,
      title: `${fullName(person)} is now a super admin`,
      body,
      to: PAGES.users.path,
      because: "You look after the people of the portal",
    });
  }
}
