/**
 * Correcting somebody else's address: asked for by whoever looks after them, two people where they hold more than staff;
 * it can be stopped by its person, from their old mailbox and by everybody who looks after people, and comes true once
 * the new mailbox confirms it. All of it is judged again then.
 */

import type { Doc } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { isElevated } from "../../../access/rank";
import { type Deed, personActor, recordEvent } from "../../../core/audit/model";
import { configuredCompany } from "../../../core/catalog/types/company";
import { configured } from "../../../core/config/model";
import { openCorrection } from "../../../core/emails/model";
import {
  CORRECTION_LINK_MS,
  whyNotBesideCorrection,
  whyNotCorrectedTo,
  whyNotCorrectEmail,
} from "../../../core/emails/rules";
import { fullName } from "../../../core/people/model";
import { giveEmail, type RefusedEmail, tellOfPerson, whyNotEmail } from "../../../core/people/renaming";
import type { ProposedChange } from "../../../core/proposals/table";
import { refuse } from "../../../lib/errors";
import type { Refusal } from "../../../lib/pure/refusal";
import { HOUR_MS, momentIn } from "../../../lib/pure/time";
import { type ChangeKind, shown, type Word } from "../steps/change";
import { loadPerson, movedOf, moverOf, tellOthers, tellPerson } from "../steps/people";

type ReadCtx = Pick<QueryCtx, "db">;
type Email = Extract<ProposedChange, { kind: "person.email" }>;
type Correction = Doc<"emailCorrections">;

/** Two people for whoever holds more than staff, as for a suspension: an address opens an account. */
export const correctingEmail: ChangeKind<Email> = {
  look: async (ctx, { personId, email }) => {
    const person = await loadPerson(ctx, personId);
    const line = { field: "Email", before: person.email, after: email };
    return shown(person, `Correct the email address of ${fullName(person)}`, [line], isElevated(person.roles));
  },
  whyNot: async (ctx, { personId, email }, by) => {
    const person = await loadPerson(ctx, personId);
    const no = await whyNotCorrected(ctx, person, email, by);
    if (no) return no;
    return whyNotBesideCorrection(await openCorrection(ctx, personId, Date.now()));
  },
  apply: async (deed, { personId, email }, word) => {
    const person = await loadPerson(deed.ctx, personId);
    const confirmableAt = deed.at + (await configured(deed.ctx, "proposals.waitHours")) * HOUR_MS;
    await deed.ctx.db.insert("emailCorrections", {
      personId,
      email,
      fromEmail: person.email,
      byId: word.proposedBy._id,
      ...(word.confirmedBy && { confirmedById: word.confirmedBy._id }),
      reason: word.reason,
      at: deed.at,
      confirmableAt,
      endsAt: confirmableAt + CORRECTION_LINK_MS,
      state: "open",
    });
    await writeDown(deed, person, word, { email, confirmableAt });
  },
};

async function writeDown(
  deed: Deed,
  person: Doc<"people">,
  word: Word,
  { email, confirmableAt }: Pick<Correction, "email" | "confirmableAt">,
): Promise<void> {
  await recordEvent(deed.ctx, {
    ...deed.by,
    action: "person.emailCorrecting",
    targets: [{ type: "person", id: person._id, label: person.email }],
    context: {
      email,
      reason: word.reason,
      proposedById: word.proposedBy._id,
      confirmedById: word.confirmedBy?._id ?? null,
      confirmableAt,
    },
    occurredAt: deed.at,
  });
  const by = fullName(word.proposedBy);
  const from = momentIn(confirmableAt, person.timeZone);
  const title = `${by} is changing your email address to ${email}. You can stop it until it is confirmed there, from ${from}`;
  await tellPerson(deed, person, word, { kind: "person.emailCorrecting", title });
  await tellOthers(deed, person, word, {
    kind: "person.emailCorrecting",
    title: `The email address of ${fullName(person)} is being changed to ${email}`,
  });
}

/** Why an address cannot be given to somebody by this one, or null; asked once more when the new mailbox confirms it. */
async function whyNotCorrected(
  ctx: ReadCtx,
  person: Doc<"people">,
  email: string,
  by: Doc<"people">,
): Promise<Refusal | null> {
  const { domain } = configuredCompany(process.env);
  const no = whyNotCorrectEmail(moverOf(by), movedOf(person)) ?? whyNotCorrectedTo(email, person.email, domain);
  if (no) return no;
  const found = await whyNotEmail(ctx, person, email, { now: Date.now(), companyDomain: domain });
  if (found === null) return null;
  return found.code === "taken"
    ? { code: "invalid-input", message: found.message }
    : { code: "not-eligible", message: "The address of this account cannot be changed." };
}

const OVER = { code: "fixed", message: "This change was stopped or is over." } as const;

/** The new mailbox confirmed a correction: the address is the person's from now on, if all of it still stands. */
export async function confirmCorrection(
  ctx: MutationCtx,
  person: Doc<"people"> | null,
  email: string,
  at: number,
): Promise<RefusedEmail> {
  const correction = person && (await openCorrection(ctx, person._id, at));
  if (!person || !correction || (await whyNotConfirm(ctx, person, correction, email, at))) return OVER;
  const by = await loadPerson(ctx, correction.byId);
  await ctx.db.patch(correction._id, { state: "done", endedAt: at });
  await giveEmail(ctx, person, email, {
    actor: personActor(by),
    action: "person.emailCorrected",
    at,
    body: `It was ${person.email}. ${fullName(by)} corrected it: ${correction.reason}`,
  });
  return null;
}

async function whyNotConfirm(
  ctx: ReadCtx,
  person: Doc<"people">,
  { byId, confirmedById, confirmableAt, fromEmail, email: wanted }: Correction,
  email: string,
  at: number,
): Promise<Refusal | null> {
  const over = { code: "wrong-state", status: "over" } as const;
  if (wanted !== email || fromEmail !== person.email || at < confirmableAt) return over;
  // Whoever became more than staff meanwhile has an address that two people change.
  if (isElevated(person.roles) && confirmedById === undefined) return over;
  return await whyNotCorrected(ctx, person, email, await loadPerson(ctx, byId));
}

/** Stops the correction of somebody's address; `stopper` is nobody where their old mailbox says so. */
export async function stopCorrection(deed: Deed, person: Doc<"people">, stopper: Doc<"people"> | null): Promise<void> {
  const { ctx, at, by } = deed;
  const correction = (await openCorrection(ctx, person._id, at)) ?? refuse({ code: "wrong-state", status: "over" });
  await ctx.db.patch(correction._id, { state: "stopped", endedAt: at, ...(stopper && { stoppedById: stopper._id }) });
  await recordEvent(ctx, {
    ...by,
    action: "person.emailKept",
    targets: [{ type: "person", id: person._id, label: person.email }],
    context: { email: correction.email, askedById: correction.byId },
    occurredAt: at,
  });
  const who = stopper === null || stopper._id === person._id ? fullName(person) : fullName(stopper);
  await tellOfPerson(ctx, person, {
    title: `${fullName(person)} keeps ${person.email}`,
    body: `${who} stopped the change to ${correction.email}.`,
    at,
    except: stopper?._id,
  });
}

/** The correction that runs about somebody, as those concerned see it; null where none does. */
export async function shownCorrection(ctx: ReadCtx, person: Doc<"people">, at: number) {
  const found = await openCorrection(ctx, person._id, at);
  if (found === null || found.fromEmail !== person.email) return null;
  const { email, byId, reason, confirmableAt, endsAt } = found;
  return { email, by: fullName(await loadPerson(ctx, byId)), reason, confirmableAt, endsAt };
}
