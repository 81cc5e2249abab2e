/** What the sign-in service asks and says about addresses that are corrected. */

import { v } from "convex/values";
import { internalMutation, internalQuery } from "../access/functions";
import { personByToken } from "../access/viewer";
import { personActor } from "../core/audit/model";
import * as corrections from "../core/emails/model";
import { correctionMail } from "../core/emails/table";
import { refusedEmail } from "../core/people/renaming";
import { normalizeEmail } from "../lib/pure/text";
import { timestamp } from "../lib/validators";
import * as emails from "../process/confirming/emails/emails";

/** What the sign-in service has to mail about addresses that are corrected. */
export const waitingMails = internalQuery({
  args: {},
  returns: v.array(
    v.object({
      id: v.id("emailCorrections"),
      mail: correctionMail,
      tokenIdentifier: v.union(v.string(), v.null()),
      email: v.string(),
      endsAt: timestamp,
    }),
  ),
  handler: async (ctx) =>
    await Promise.all(
      (await corrections.waitingCorrectionMails(ctx, Date.now())).map(async ({ row, mail }) => ({
        id: row._id,
        mail,
        tokenIdentifier: (await ctx.db.get(row.personId))?.tokenIdentifier ?? null,
        email: row.email,
        endsAt: row.endsAt,
      })),
    ),
});

/** The sign-in service takes such a mail over. */
export const takeMail = internalMutation({
  args: { id: v.id("emailCorrections"), mail: correctionMail },
  returns: v.boolean(),
  handler: async (ctx, { id, mail }) => await corrections.takeCorrectionMail(ctx, id, mail, Date.now()),
});

/** The new mailbox of a person confirmed that their address is corrected to it. */
export const confirm = internalMutation({
  args: { tokenIdentifier: v.string(), email: v.string() },
  returns: refusedEmail,
  handler: async (ctx, { tokenIdentifier, email }) =>
    await emails.confirmCorrection(ctx, await personByToken(ctx, tokenIdentifier), normalizeEmail(email), Date.now()),
});

/** The old mailbox of a person stops the correction; says whether there was one. */
export const keep = internalMutation({
  args: { tokenIdentifier: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { tokenIdentifier }) => {
    const [at, person] = [Date.now(), await personByToken(ctx, tokenIdentifier)];
    if (!person || !(await corrections.openCorrection(ctx, person._id, at))) return false;
    await emails.stopCorrection({ ctx, at, by: { actor: personActor(person) } }, person, null);
    return true;
  },
});
