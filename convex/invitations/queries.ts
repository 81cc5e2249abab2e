/** Invitations that are out. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { guardedQuery, type ViewerQueryCtx } from "../access/functions";
import { grantedOf, rolesToGive } from "../access/rank";
import { roleName } from "../access/validators";
import { configuredCompany } from "../core/catalog/types/company";
import * as invitations from "../core/people/invitations";
import { currentAreaId } from "../core/people/mergedAreas";
import { fullName, nameOf, personByMailbox } from "../core/people/model";
import { isRestorable, restorableUntil } from "../core/people/removals";
import { whyNotResend, whyNotWithdraw } from "../core/people/rules/inviting";
import { allAreas } from "../core/people/search";
import { invitationState } from "../core/people/table";
import { latestFiles, skippedRow } from "../core/proposals/inviteFiles";
import { inviteTarget } from "../core/proposals/table";
import { MAX_PROBLEMS } from "../lib/pure/sheet";
import { normalizeEmail } from "../lib/pure/text";
import { nullableString, nullableTimestamp, plannedRow, sheetProblem, timestamp } from "../lib/validators";
import { restoring } from "../process/confirming/suspending";
import { planInviteFile } from "../process/inviting/readFile";
import { whyNotColleague } from "../process/submitting/newUsers";

/** Invitations that are shown: those out first, then the latest that ended otherwise. */
const SHOWN_OPEN = 200;
const SHOWN_ENDED = 50;
/** Files of invitations that are shown. */
const SHOWN_FILES = 5;

const refusal = v.union(v.null(), v.any());

const shownInvitation = v.object({
  id: v.id("invitations"),
  personId: v.id("people"),
  name: v.string(),
  email: v.string(),
  roles: v.array(roleName),
  /** Whether what they were invited as, beyond staff, waits for a second person. */
  waitsForSecond: v.boolean(),
  invitedBy: v.string(),
  requestKey: nullableString,
  state: invitationState,
  sentAt: timestamp,
  expiresAt: timestamp,
  mailedAt: nullableTimestamp,
  whyNotResend: refusal,
  whyNotWithdraw: refusal,
});

/** The invitations nobody came by yet, newest first. */
export const pending = guardedQuery("people.invite", {
  args: {},
  returns: v.array(shownInvitation),
  handler: async (ctx) => {
    const rows = [...(await inState(ctx, "open", SHOWN_OPEN)), ...(await inState(ctx, "expired", SHOWN_ENDED))];
    const shown = await Promise.all(rows.map((row) => shownOf(ctx, row)));
    return shown.filter((row) => row !== null);
  },
});

/** What the form of an invitation offers the caller. */
export const form = guardedQuery("people.invite", {
  args: {},
  returns: v.object({
    roles: v.array(roleName),
    areas: v.array(v.object({ id: v.id("businessAreas"), name: v.string() })),
    ownAreaId: v.union(v.null(), v.id("businessAreas")),
    company: v.object({ domain: v.string(), testAddresses: v.array(v.string()) }),
    /** For how many days an invitation works that is sent now, and after how many the link is sent again. */
    days: v.object({ works: v.number(), reminds: v.number() }),
  }),
  handler: async (ctx) => {
    const { domain, testAddresses } = configuredCompany(process.env);
    return {
      roles: rolesToGive(ctx.viewer.roles),
      areas: (await allAreas(ctx)).flatMap(({ _id, name, mergedIntoId }) =>
        mergedIntoId === undefined ? [{ id: _id, name }] : [],
      ),
      ownAreaId: ctx.viewer.person.businessAreaId ?? null,
      company: { domain, testAddresses: [...testAddresses] },
      days: await invitations.daysNow(ctx),
    };
  },
});

/**
 * Whom an address belongs to where they are restored instead of invited, with the reason why the caller cannot; null
 * where there is nobody to restore. Governors read all people anyway.
 */
export const restorable = guardedQuery("people.invite", {
  args: { email: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      personId: v.id("people"),
      name: v.string(),
      status: v.union(v.literal("suspended"), v.literal("removed")),
      until: nullableTimestamp,
      whyNot: refusal,
    }),
  ),
  handler: async (ctx, { email }) => {
    const person = await invitations.knownBehind(ctx, normalizeEmail(email));
    const status = person?.status;
    if (!person || (status !== "suspended" && status !== "removed")) return null;
    if (status === "removed" && !(await isRestorable(ctx, person.removedAt, Date.now()))) return null;
    const change = { kind: "person.restore" as const, personId: person._id };
    return {
      personId: person._id,
      name: fullName(person),
      status,
      until: person.removedAt === undefined ? null : await restorableUntil(ctx, person.removedAt),
      whyNot: await restoring.whyNot(ctx, change, ctx.viewer.person),
    };
  },
});

/**
 * The colleague whose address this is, as far as inviting them to Snowflake asks; null where nobody in the portal has it.
 * Whoever may invite reads all people anyway.
 */
export const colleague = guardedQuery("people.invite", {
  args: { email: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      personId: v.id("people"),
      name: v.string(),
      areaId: v.union(v.null(), v.id("businessAreas")),
      /** Why they get no user by an invitation, in words. */
      whyNot: nullableString,
    }),
  ),
  handler: async (ctx, { email }) => {
    const person = await personByMailbox(ctx, normalizeEmail(email));
    if (!person) return null;
    return {
      personId: person._id,
      name: fullName(person),
      areaId: (await currentAreaId(ctx, person.businessAreaId)) ?? null,
      whyNot: whyNotColleague(person, ctx.viewer.person._id),
    };
  },
});

/** What a CSV file of people to invite would do, with everything that is in the way; writes nothing. */
export const previewFile = guardedQuery("people.invite", {
  args: { text: v.string(), target: v.optional(inviteTarget) },
  returns: v.object({ problems: v.array(sheetProblem), rows: v.array(plannedRow), hash: v.string() }),
  handler: async (ctx, { text, target = "portal" }) => {
    const { problems, planned, hash } = await planInviteFile(ctx, text, {
      target,
      by: ctx.viewer.person,
      company: configuredCompany(process.env),
      now: Date.now(),
    });
    const rows = planned.map(({ row, name, email, userName, area, whyNot }) => ({
      row,
      name,
      detail: [email, userName, area].filter((part) => part !== null).join(", "),
      does: whyNot === null ? ("create" as const) : ("nothing" as const),
      changes: whyNot,
    }));
    return { problems: problems.slice(0, MAX_PROBLEMS), rows, hash };
  },
});

/** The latest files of invitations that were confirmed, and how far the portal is with each. */
export const files = guardedQuery("people.invite", {
  args: {},
  returns: v.array(
    v.object({
      id: v.id("inviteFiles"),
      target: inviteTarget,
      people: v.number(),
      done: v.number(),
      skipped: v.array(skippedRow),
      invitedBy: v.string(),
      confirmedBy: nullableString,
      at: timestamp,
      endedAt: nullableTimestamp,
    }),
  ),
  handler: async (ctx) =>
    await Promise.all(
      (await latestFiles(ctx, SHOWN_FILES)).map(async (file) => ({
        id: file._id,
        target: file.target,
        people: file.people.length,
        done: file.done,
        skipped: file.skipped,
        invitedBy: await nameOf(ctx, file.invitedById),
        confirmedBy: file.confirmedById ? await nameOf(ctx, file.confirmedById) : null,
        at: file.at,
        endedAt: file.endedAt ?? null,
      })),
    ),
});

async function inState(
  ctx: ViewerQueryCtx,
  state: Doc<"invitations">["state"],
  limit: number,
): Promise<Doc<"invitations">[]> {
  return await ctx.db
    .query("invitations")
    .withIndex("by_state", (q) => q.eq("state", state))
    .order("desc")
    .take(limit);
}

async function shownOf(ctx: ViewerQueryCtx, row: Doc<"invitations">): Promise<Infer<typeof shownInvitation> | null> {
  const person = await ctx.db.get(row.personId);
  if (!person) return null;
  const request = row.requestId && (await ctx.db.get(row.requestId));
  const facts = { status: person.status, roles: person.roles, sentAt: row.sentAt };
  const { roles } = ctx.viewer;
  return {
    id: row._id,
    personId: row.personId,
    name: fullName(person),
    email: person.email,
    roles: row.roles,
    waitsForSecond: grantedOf(row.roles).some((role) => !person.roles.includes(role)),
    invitedBy: await nameOf(ctx, row.invitedById),
    requestKey: request?.key ?? null,
    state: row.state,
    sentAt: row.sentAt,
    expiresAt: row.expiresAt,
    mailedAt: row.mailedAt ?? null,
    whyNotResend: whyNotResend(roles, facts, Date.now()),
    whyNotWithdraw: whyNotWithdraw(roles, facts),
  };
}
