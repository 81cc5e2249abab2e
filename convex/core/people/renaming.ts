/** A person's own name, and who hears that it changed. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { pathTo } from "../../site/links";
import type { Attribution } from "../audit/model";
import { notify } from "../notifications/model";
import { activeHoldersOf, fullName, updatePerson } from "./model";
import type { PersonFields } from "./table";

/** More people than need to hear of one name. */
const MAX_RECIPIENTS = 50;

/**
 * Gives a person the names they chose and tells the admins: people decide by names, and anybody can choose another's.
 */
export async function rename(
  ctx: Pick<MutationCtx, "db">,
  person: Doc<"people">,
  names: Pick<PersonFields, "firstName" | "lastName">,
  by: Attribution & { readonly at: number },
): Promise<void> {
  await updatePerson(ctx, person, names, { ...by, action: "person.profileSaved" });
  const [before, after] = [fullName(person), fullName(names)];
  if (before === after) return;
  const recipients = new Set<Id<"people">>();
  for (const role of ["admin", "superAdmin"] as const)
    for (const { _id } of await activeHoldersOf(ctx, role, MAX_RECIPIENTS)) recipients.add(_id);
  recipients.delete(person._id);
  for (const recipientId of recipients) {
    await notify(ctx, {
      recipientId,
      kind: "person.renamed",
      subject: { type: "person", id: person._id, label: person.email },
      title: `${before} is now called ${after}`,
      body: `${person.email} changed their own name.`,
      to: pathTo("users", { person: person._id }),
      at: by.at,
    });
  }
}
