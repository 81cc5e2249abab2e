/** What a person does to their own row. */

import { v } from "convex/values";
import { guardedMutation, sessionMutation } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import * as board from "../core/people/home";
import { updatePerson } from "../core/people/model";
import { rename } from "../core/people/renaming";
import { whyNotBoard } from "../core/people/rules/home";
import { signIn } from "../core/people/signIn";
import { homeCard, themePreference } from "../core/people/table";
import { refuse, refuseIf } from "../lib/errors";
import { whyNotPersonName } from "../lib/pure/text";

/** Takes up the holder of the token as a person; call it after every sign-in and password change. */
export const signedIn = sessionMutation("session.begin", {
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await signIn(ctx, ctx.claims, Date.now());
    return null;
  },
});

/** Keeps the caller's choice of theme. */
export const saveTheme = guardedMutation("self.write", {
  args: { themePreference },
  returns: v.null(),
  handler: async (ctx, changes) => {
    const event = { ...attributionOf(ctx.viewer), action: "person.themeSaved", at: Date.now() };
    await updatePerson(ctx, ctx.viewer.person, changes, event);
    return null;
  },
});

/** Keeps the caller's front page: which cards, in which order. */
export const saveHomeCards = guardedMutation("self.write", {
  args: { homeCards: v.array(homeCard) },
  returns: v.null(),
  handler: async (ctx, { homeCards }) => {
    refuseIf(whyNotBoard(homeCards));
    const event = { ...attributionOf(ctx.viewer), action: "person.homeSaved", at: Date.now() };
    await updatePerson(ctx, ctx.viewer.person, { homeCards }, event);
    return null;
  },
});

/** Takes the first steps from the caller's front page, or brings them back. */
export const putFirstStepsAway = guardedMutation("self.write", {
  args: { hasPutFirstStepsAway: v.boolean() },
  returns: v.null(),
  handler: async (ctx, changes) => {
    const event = { ...attributionOf(ctx.viewer), action: "person.firstStepsPutAway", at: Date.now() };
    await updatePerson(ctx, ctx.viewer.person, changes, event);
    return null;
  },
});

/** Puts cards on everybody's front page, instead of those that were pinned before. */
export const pinHomeCards = guardedMutation("home.pin", {
  args: { cards: v.array(homeCard) },
  returns: v.null(),
  handler: async (ctx, { cards }) => {
    refuseIf(whyNotBoard(cards));
    await board.pinHomeCards(ctx, cards, { ...attributionOf(ctx.viewer), byId: ctx.viewer.person._id, at: Date.now() });
    return null;
  },
});

/** Keeps the caller's names; the admins are told the old and the new one. */
export const saveProfile = guardedMutation("self.write", {
  args: { firstName: v.string(), lastName: v.string() },
  returns: v.null(),
  handler: async (ctx, { firstName, lastName }) => {
    refuseBadName("firstName", whyNotPersonName("First name", firstName));
    refuseBadName("lastName", whyNotPersonName("Last name", lastName));
    const names = { firstName: firstName.trim(), lastName: lastName.trim() };
    await rename(ctx, ctx.viewer.person, names, { ...attributionOf(ctx.viewer), at: Date.now() });
    return null;
  },
});

function refuseBadName(field: "firstName" | "lastName", problem: string | null): void {
  if (problem) refuse({ code: "invalid-name", field, message: problem });
}
