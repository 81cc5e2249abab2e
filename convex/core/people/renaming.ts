/** A person's name: their own choice, or corrected by somebody else; and who hears that it changed. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { pathTo } from "../../site/links";
import { PAGES } from "../../site/pages";
import type { Attribution } from "../audit/model";
import { notify } from "../notifications/model";
import { activeHoldersOf, fullName, updatePerson } from "./model";
import type { PersonFields } from "./table";

/** More people than need to hear of one name. */
const MAX_RECIPIENTS = 50;

type Names = Pick<PersonFields, "firstName" | "lastName">;
type By = Attribution & { readonly at: number };

/**
 * Gives a person the names they chose and tells the admins: people decide by names, and anybody can choose another's.
 */
export async function rename(ctx: Pick<MutationCtx, "db">, person: Doc<"people">, names: Names, by: By): Promise<void> {
  await updatePerson(ctx, person, names, { ...by, action: "person.profileSaved" });
  await tellAdmins(ctx, person, names, { body: `${person.email} changed their own name.`, at: by.at });
}

/** Corrects somebody else's name: they are told, and so are the admins, as of any other name that changed. */
export async function correctName(
  ctx: Pick<MutationCtx, "db">,
  person: Doc<"people">,
  names: Names,
  { corrector, ...by }: By & { readonly corrector: Doc<"people"> },
): Promise<void> {
  if (fullName(person) === fullName(names)) return;
  await updatePerson(ctx, person, names, { ...by, action: "person.nameCorrected" });
  await notify(ctx, {
    recipientId: person._id,
    kind: "person.nameCorrected",
    subject: { type: "person", id: person._id, label: person.email },
    title: `Your name in the portal is now ${fullName(names)}`,
    body: `${fullName(corrector)} corrected it. You can change it in your profile.`,
    to: PAGES.profile.path,
    at: by.at,
  });
  const body = `${fullName(corrector)} corrected the name of ${person.email}.`;
  await tellAdmins(ctx, person, names, { body, at: by.at, except: corrector._id });
}

async function tellAdmins(
  ctx: Pick<MutationCtx, "db">,
  person: Doc<"people">,
  names: Names,
  { body, at, except }: { readonly body: string; readonly at: number; readonly except?: Id<"people"> },
): Promise<void> {
  const [before, after] = [fullName(person), fullName(names)];
  if (before === after) return;
  const recipients = new Set<Id<"people">>();
  for (const role of ["admin", "superAdmin"] as const)
    for (const { _id } of await activeHoldersOf(ctx, role, MAX_RECIPIENTS)) recipients.add(_id);
  recipients.delete(person._id);
  if (except) recipients.delete(except);
  for (const recipientId of recipients) {
    await notify(ctx, {
      recipientId,
      kind: "person.renamed",
      subject: { type: "person", id: person._id, label: person.email },
      title: `${before} is now called ${after}`,
      body,
      to: pathTo("person", { personId: person._id }),
      at,
    });
  }
}
