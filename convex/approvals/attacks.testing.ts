/** What the attacks of the approval matrix do before somebody tries to decide. */

import { expect } from "vitest";
import { api, internal } from "../_generated/api";
import { SYSTEM } from "../core/audit/model";
import { updatePerson } from "../core/people/model";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { edited } from "../process/requests.testing";
import type { CastName, Play } from "./approvals.testing";

/** The answers become others, past the rule that says who may change them. */
export const edit = (play: Play, who: CastName) =>
  play.world.run((ctx) =>
    edited(ctx, play.requestId, { reason: "A smaller one is enough after all" }, play.people[who].id),
  );

/** Makes the requests' type one of the catalog, so that their answers can be edited as those of any type. */
export async function offerType(play: Play): Promise<void> {
  const definition = {
    name: "Test",
    category: "Test",
    summary: "",
    help: "",
    owner: "Test",
    slaHours: 1,
    risk: "medium" as const,
    audience: ["staff" as const],
    goodJustification: "",
    badJustification: "",
    title: "Test",
    fields: [
      { name: "reason", kind: "longText" as const, label: "Reason", isRequired: true },
      { name: "requestedFor", kind: "person" as const, label: "Requested for", isRequired: false },
    ],
    tasks: [],
  };
  await play.world.run(async (ctx) => {
    await ctx.db.insert("requestTypeVersions", {
      typeKey: "test",
      version: 1,
      status: "published",
      definition,
      createdAt: 0,
      publishedAt: 0,
    });
    await ctx.db.insert("requestTypes", {
      key: "test",
      name: "Test",
      category: "Test",
      summary: "",
      publishedVersion: 1,
      isOffered: true,
      updatedAt: 0,
    });
  });
}

/** What the screen that edits the answers would send. */
export async function editAs(play: Play, who: CastName): Promise<unknown> {
  const { request } = await play.look();
  const form = { ...request.form, requestedFor: request.beneficiaryId, reason: "A smaller one is enough after all" };
  return await play.people[who].mutation(api.requests.mutations.edit, {
    requestId: play.requestId,
    form,
    formHash: request.formHash,
    editKey: `edit by ${who}`,
    acceptsDuplicate: true,
  });
}

/** A super admin of yesterday edits while acting as the requester, and decides as themselves afterwards. */
export async function editImpersonating(play: Play, who: CastName, party: CastName): Promise<void> {
  const at = Date.UTC(2026, 2, 2, 9);
  await offerType(play);
  await play.world.run(async (ctx) => {
    await ctx.db.patch(play.requestId, { beneficiaryId: play.people[party].id });
    await ctx.db.patch(play.people[who].id, {
      roles: ["staff", "finops", "superAdmin"],
      isSuperAdmin: true,
      isElevated: true,
    });
  });
  const session = await play.world.run((ctx) =>
    ctx.db.insert("impersonationSessions", {
      realPersonId: play.people[who].id,
      impersonatingUserId: play.people[party].id,
      mode: "act",
      reason: "Support",
      impersonationStartedAt: at,
      impersonationExpiresAt: at + DAY_MS,
    }),
  );
  play.people[who].shows(session);
  await editAs(play, who);
  play.people[who].shows(null);
  await play.world.run(async (ctx) => {
    await ctx.db.patch(session, { endedAt: Date.now() });
    await ctx.db.patch(play.people[who].id, { roles: ["staff", "finops"], isSuperAdmin: false, isElevated: true });
  });
  const [event] = (await play.world.rows("auditEvents")).filter(({ action }) => action === "request.formEdited");
  expect(event).toMatchObject({
    actor: { personId: play.people[party].id },
    impersonator: { personId: play.people[who].id },
  });
}

/** A running impersonation by sam, whose page shows it. */
export async function impersonate(play: Play, who: CastName, mode: "view" | "act"): Promise<void> {
  const at = Date.UTC(2026, 2, 2, 9);
  const session = await play.world.run((ctx) =>
    ctx.db.insert("impersonationSessions", {
      realPersonId: play.sam.id,
      impersonatingUserId: play.people[who].id,
      mode,
      reason: "Support",
      impersonationStartedAt: at,
      impersonationExpiresAt: at + 60 * DAY_MS,
    }),
  );
  play.sam.shows(session);
}

/** Somebody impersonated a party while the request was open; it is over by now. */
export async function record(play: Play, who: CastName, party: CastName): Promise<void> {
  const at = Date.UTC(2026, 2, 2, 9);
  await play.world.run((ctx) =>
    ctx.db.insert("impersonationSessions", {
      realPersonId: play.people[who].id,
      impersonatingUserId: play.people[party].id,
      mode: "act",
      reason: "Support",
      impersonationStartedAt: at - HOUR_MS,
      impersonationExpiresAt: at + DAY_MS,
      endedAt: at,
    }),
  );
}

/** Somebody becomes a super admin. */
export async function promote(play: Play, who: CastName): Promise<void> {
  await play.world.run(async (ctx) => {
    const person = await ctx.db.get(play.people[who].id);
    if (person)
      await updatePerson(
        ctx,
        person,
        { roles: [...person.roles, "superAdmin"] },
        { ...SYSTEM, action: "person.rolesChanged", at: Date.now() },
      );
  });
}

/** Somebody is suspended or removed, and the clock has run since. */
export async function leave(play: Play, who: CastName, status: "suspended" | "removed"): Promise<void> {
  await suspend(play, who, status);
  await play.world.internal(internal.approvals.internal.runTimers, {});
}

/** Somebody is suspended or removed a moment ago. */
export async function suspend(play: Play, who: CastName, status: "suspended" | "removed"): Promise<void> {
  await play.world.run(async (ctx) => {
    const person = await ctx.db.get(play.people[who].id);
    if (person) await updatePerson(ctx, person, { status }, { ...SYSTEM, action: `person.${status}`, at: Date.now() });
  });
}
