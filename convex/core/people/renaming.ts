/** A person's name and address: their own choice, or corrected by somebody else; and who hears that it changed. */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { whyNotSignIn } from "../../access/entry";
import { PORTAL_DUTY } from "../../access/rules";
import { mailboxOf } from "../../lib/pure/mailbox";
import { pathTo } from "../../site/links";
import { PAGES } from "../../site/pages";
import { type By, personActor } from "../audit/model";
import { notify } from "../notifications/model";
import { holdersOf } from "./holders";
import { accountsOf } from "./humans";
import { fullName, updatePerson } from "./model";
import { isProtected } from "./protected";
import type { PersonFields } from "./table";

/** More people than need to hear of one name. */
const MAX_RECIPIENTS = 50;

type Names = Pick<PersonFields, "firstName" | "lastName">;

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

/** Why somebody cannot have an address: another person has that mailbox, or theirs is not to change. */
export const refusedEmail = v.union(
  v.null(),
  v.object({ code: v.union(v.literal("taken"), v.literal("fixed")), message: v.string() }),
);
export type RefusedEmail = Infer<typeof refusedEmail>;

/** When it is wished, and whose addresses are the company's. */
interface Wished {
  readonly now: number;
  readonly companyDomain: string;
}

/** Why somebody cannot have this address, or null. Whoever calls it has the mailbox proven before it is written. */
export async function whyNotEmail(
  ctx: Pick<QueryCtx, "db">,
  person: Doc<"people"> | null,
  email: string,
  { now, companyDomain }: Wished,
): Promise<RefusedEmail> {
  if (!person || person.status !== "active" || whyNotSignIn(person, now) !== null || !person.hasChangedInitialPassword)
    return { code: "fixed", message: "Your account is not open." };
  // Whom the settings protect, and who counts as one human with another account, stays who they are.
  if (isProtected(person)) return { code: "fixed", message: "Your account is protected, so its address stays." };
  if (isProtected({ email })) return { code: "fixed", message: "This address cannot be used." };
  if ((await accountsOf(ctx, person._id)).length > 1)
    return { code: "fixed", message: "Another account has the same mailbox. An admin has to remove it first." };
  if (person.isElevated === true && !email.endsWith(`@${companyDomain}`))
    return { code: "fixed", message: "With more than the role of staff, your address has to be the company's." };
  const others = await ctx.db
    .query("people")
    .withIndex("by_mailbox", (q) => q.eq("mailbox", mailboxOf(email)))
    .take(2);
  return others.every(({ _id }) => _id === person._id)
    ? null
    : { code: "taken", message: "An account with this email address already exists." };
}

/** Gives somebody another address, which is theirs as they proved: they and the admins are told. */
export async function changeEmail(
  ctx: Pick<MutationCtx, "db">,
  person: Doc<"people"> | null,
  email: string,
  wished: Wished,
): Promise<RefusedEmail> {
  const no = await whyNotEmail(ctx, person, email, wished);
  if (no !== null || !person || person.email === email) return no;
  await giveEmail(ctx, person, email, {
    actor: personActor(person),
    action: "person.emailChanged",
    at: wished.now,
    body: `It was ${person.email}.`,
  });
  return null;
}

/** Writes the address that was proven to be theirs: they and the admins are told. */
export async function giveEmail(
  ctx: Pick<MutationCtx, "db">,
  person: Doc<"people">,
  email: string,
  { actor, action, at, body }: By & { readonly action: string; readonly body: string },
): Promise<void> {
  await updatePerson(ctx, person, { email }, { actor, action, at });
  await notify(ctx, {
    recipientId: person._id,
    kind: "person.emailChanged",
    subject: { type: "person", id: person._id, label: email },
    title: `Your email address in the portal is now ${email}`,
    body: `${body} Accounts in other systems keep the address they have.`,
    to: PAGES.profile.path,
    at,
  });
  await tellOfPerson(ctx, person, { title: `${fullName(person)} now uses ${email}`, body, at });
}

async function tellAdmins(
  ctx: Pick<MutationCtx, "db">,
  person: Doc<"people">,
  names: Names,
  { body, at, except }: { readonly body: string; readonly at: number; readonly except?: Id<"people"> },
): Promise<void> {
  const [before, after] = [fullName(person), fullName(names)];
  if (before === after) return;
  await tellOfPerson(ctx, person, { title: `${before} is now called ${after}`, body, at, except });
}

/** Tells the admins, but for the person and whoever did it. */
export async function tellOfPerson(
  ctx: Pick<MutationCtx, "db">,
  person: Doc<"people">,
  {
    title,
    body,
    at,
    except,
  }: {
    readonly title: string;
    readonly body: string;
    readonly at: number;
    readonly except?: Id<"people"> | undefined;
  },
): Promise<void> {
  const recipients = new Set((await holdersOf(ctx, PORTAL_DUTY, MAX_RECIPIENTS)).map(({ _id }) => _id));
  recipients.delete(person._id);
  if (except) recipients.delete(except);
  for (const recipientId of recipients) {
    await notify(ctx, {
      recipientId,
      kind: "person.renamed",
      subject: { type: "person", id: person._id, label: person.email },
      title,
      body,
      to: pathTo("person", { personId: person._id }),
      at,
    });
  }
}
