/** Who the caller is, and finding others. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { personAsOf } from "../access/entry";
import { guardedQuery, sessionQuery, type ViewerQueryCtx } from "../access/functions";
import { endOfActing, endOfTime } from "../access/impersonation";
import { capabilitiesOf } from "../access/rules";
import { factsOf, personByToken, runningImpersonation, whyNotSession } from "../access/viewer";
import { pinnedHomeCards } from "../core/people/home";
import { currentArea, currentAreaId } from "../core/people/mergedAreas";
import { fullName } from "../core/people/model";
import { whyNotEndSessions } from "../core/people/rules/moves";
import { allAreas, findPeople } from "../core/people/search";
import { personFilter, personSort } from "../core/people/table";
import { holdsLeftDemo } from "../core/seedData/model";
import { connectorName } from "../core/services/table";
import { refuseIf } from "../lib/errors";
import type { Refusal } from "../lib/pure/refusal";
import { MAX_PROBLEMS } from "../lib/pure/sheet";
import { nullableString } from "../lib/validators";
import { pageFields, placeArgs } from "../lists/paging";
import { overseerOf } from "../lists/queues";
import { peopleCount, peoplePage } from "../pages/people/peopleQueue";
import { personFacts, personPage, personPageOf } from "../pages/people/personPage";
import { rehearseLeaving, shownRehearsal } from "../pages/people/rehearsal";
import { shownViewer } from "../pages/people/shownViewer";
import { movesFor } from "../process/confirming/moves";
import { planPeopleFile } from "../process/confirming/peopleFile";
import { movedOf, moverOf } from "../process/confirming/steps/people";
import { knownSuccessors } from "../process/confirming/succeeding/successors";

/**
 * The signed-in person: always the real one, with the capabilities that count right now. Null without a
 * token or before the first sign-in was taken up. Answers also while a password change is required or
 * the person is suspended (`capabilities` is empty then); an ended session is refused.
 */
export const me = sessionQuery("session.identify", {
  args: {},
  returns: v.union(v.null(), shownViewer),
  handler: async (ctx): Promise<Infer<typeof shownViewer> | null> => {
    const found = ctx.claims && (await personByToken(ctx, ctx.claims.tokenIdentifier));
    if (!found) return null;
    const person = personAsOf(found, Date.now());
    if (person.status === "active") refuseIf(whyNotSession(person, ctx.claims));
    const running = await runningImpersonation(ctx, person);
    const area = await currentArea(ctx, person.businessAreaId);
    const capabilities = capabilitiesOf(factsOf(person, running?.target ?? null, running?.session ?? null));
    return {
      _id: person._id,
      email: person.email,
      firstName: person.firstName,
      lastName: person.lastName,
      roles: person.roles,
      businessArea: area?.name ?? null,
      themePreference: person.themePreference ?? null,
      timeZone: person.timeZone ?? null,
      hasChangedInitialPassword: person.hasChangedInitialPassword,
      status: person.status,
      homeCards: person.homeCards ?? null,
      pinnedHomeCards: await pinnedHomeCards(ctx),
      previousVisitAt: person.previousVisitAt ?? null,
      capabilities,
      holdsLeftDemo: capabilities.includes("people.readAll") && (await holdsLeftDemo(ctx, process.env)),
      impersonation: running && {
        sessionId: running.session._id,
        impersonatingUserId: running.target._id,
        impersonationStartedAt: running.session.impersonationStartedAt,
        impersonationExpiresAt: endOfTime(running.session),
        mode: running.session.mode,
        actExpiresAt: running.session.mode === "act" ? endOfActing(running.session) : null,
        name: fullName(running.target),
        email: running.target.email,
      },
    };
  },
});

const foundPerson = v.object({
  id: v.id("people"),
  name: v.string(),
  email: v.string(),
  area: nullableString,
  areaId: v.union(v.id("businessAreas"), v.null()),
});

/** Active people by words of their name or address, at most 20. */
export const search = guardedQuery("people.search", {
  args: { text: v.string() },
  returns: v.array(foundPerson),
  handler: async (ctx, { text }) =>
    await Promise.all((await findPeople(ctx, text)).map((person) => shownFound(ctx, person))),
});

/** The people behind ids, for forms that hold them; unknown ids are left out. At most 50. */
export const byIds = guardedQuery("people.search", {
  args: { ids: v.array(v.string()) },
  returns: v.array(foundPerson),
  handler: async (ctx, { ids }) => {
    const found: Infer<typeof foundPerson>[] = [];
    for (const text of ids.slice(0, 50)) {
      const id = ctx.db.normalizeId("people", text);
      const person = id && (await ctx.db.get(id));
      if (person) found.push(await shownFound(ctx, person));
    }
    return found;
  },
});

/** Whether the caller may know where this person is signed in: who may sign them out may. */
export const maySeeSessions = guardedQuery("people.help", {
  args: { personId: v.id("people") },
  returns: v.boolean(),
  handler: async (ctx, { personId }) => {
    const person = await ctx.db.get(personId);
    return person !== null && whyNotEndSessions(moverOf(ctx.viewer.person), movedOf(person)) === null;
  },
});

/** Every business area that stands for itself, and which one is the caller's. */
export const areas = guardedQuery("people.search", {
  args: {},
  returns: v.array(v.object({ id: v.id("businessAreas"), name: v.string(), code: v.string(), isOwn: v.boolean() })),
  handler: async (ctx) => {
    const own = await currentAreaId(ctx, ctx.viewer.person.businessAreaId);
    return (await allAreas(ctx))
      .filter(({ mergedIntoId }) => mergedIntoId === undefined)
      .map(({ _id, name, code }) => ({ id: _id, name, code, isOwn: _id === own }));
  },
});

const listedPerson = v.object({
  ...personFacts,
  /** Where the portal knows of an account of theirs; about other systems nothing is said. */
  systems: v.array(connectorName),
});

/** One page of all people. */
export const list = guardedQuery("people.readAll", {
  args: {
    filter: personFilter,
    sort: personSort,
    ...placeArgs,
  },
  returns: v.object({ rows: v.array(listedPerson), ...pageFields }),
  handler: async (ctx, args) => await peoplePage(ctx, args),
});

/** How many people a filter lets through, exactly up to 1,000. */
export const count = guardedQuery("people.readAll", {
  args: { filter: personFilter },
  returns: v.object({ count: v.number(), isExact: v.boolean() }),
  handler: async (ctx, { filter }) => await peopleCount(ctx, filter),
});

/** One person with everything the caller may know about them; null when there is nobody behind the id. */
export const get = guardedQuery("people.readAll", {
  args: { personId: v.string() },
  returns: v.union(v.null(), personPage),
  handler: async (ctx, { personId }) => {
    const id = ctx.db.normalizeId("people", personId);
    const person = id && (await ctx.db.get(id));
    return person && (await personPageOf(ctx, await overseerOf(ctx, ctx.viewer), person, Date.now()));
  },
});

/** What a CSV file of people would do, with everything that is in the way; writes nothing. */
export const previewImport = guardedQuery("people.suspend", {
  args: { text: v.string() },
  returns: v.object({
    problems: v.array(v.object({ row: v.union(v.number(), v.null()), column: nullableString, message: v.string() })),
    rows: v.array(
      v.object({
        row: v.number(),
        name: v.string(),
        detail: nullableString,
        does: v.union(v.literal("change"), v.literal("nothing")),
        changes: nullableString,
      }),
    ),
    hash: v.string(),
  }),
  handler: async (ctx, { text }) => {
    const { problems, planned, hash } = await planPeopleFile(ctx, text, ctx.viewer.person);
    const rows = planned.map(({ row, name, changes, words, takesTwo, whyNot }) => ({
      row,
      name,
      detail: whyNot ? skippedWords(whyNot) : takesTwo ? "Takes a second person" : null,
      does: changes.length > 0 && whyNot === null ? ("change" as const) : ("nothing" as const),
      changes: changes.length > 0 ? words : null,
    }));
    return { problems: problems.slice(0, MAX_PROBLEMS), rows, hash };
  },
});

function skippedWords(refusal: Refusal): string {
  return "message" in refusal && typeof refusal.message === "string"
    ? `Skipped: ${refusal.message}`
    : "Skipped: this cannot be done now";
}

/** What would be if somebody left, with this successor where one is tried; null when there is nobody behind the id. */
export const rehearsal = guardedQuery("people.readAll", {
  args: {
    personId: v.string(),
    successorId: v.optional(v.string()),
    domainSuccessors: v.optional(v.array(v.object({ domainId: v.string(), successorId: v.string() }))),
  },
  returns: v.union(v.null(), shownRehearsal),
  handler: async (ctx, { personId, successorId, domainSuccessors = [] }) => {
    const load = async (text: string | undefined) => {
      const id = text === undefined ? null : ctx.db.normalizeId("people", text);
      return id && (await ctx.db.get(id));
    };
    const person = await load(personId);
    const successors = await knownSuccessors(ctx, domainSuccessors);
    const leaving = { successor: await load(successorId), domainSuccessors: successors, now: Date.now() };
    return person && (await rehearseLeaving(ctx, await overseerOf(ctx, ctx.viewer), { person, ...leaving }));
  },
});

const refusal = v.union(v.null(), v.any());

/** What the caller may do to a person, each with the reason why not; null when there is nobody behind the id. */
export const moves = guardedQuery("people.readAll", {
  args: { personId: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      whyNotSuspend: refusal,
      whyNotRestore: refusal,
      whyNotRoles: refusal,
      whyNotDates: refusal,
      whyNotMove: refusal,
      whyNotCorrectName: refusal,
      whyNotCorrectEmail: refusal,
      whyNotSendLink: refusal,
      /** Whether suspending or restoring takes a second person; other roles always do. */
      takesTwo: v.boolean(),
      /** For how many days in all a role with an end can be held. */
      roleTermDays: v.number(),
      /** Whether there are too few super admins for a second person, so that what takes two waits a day. */
      waitsInstead: v.boolean(),
      personId: v.id("people"),
      firstName: v.string(),
      lastName: v.string(),
      areaId: v.union(v.id("businessAreas"), v.null()),
      managerId: v.union(v.id("people"), v.null()),
    }),
  ),
  handler: async (ctx, { personId }) => {
    const id = ctx.db.normalizeId("people", personId);
    const person = id && (await ctx.db.get(id));
    if (!person) return null;
    const { firstName, lastName } = person;
    const area = await currentArea(ctx, person.businessAreaId);
    const place = { areaId: area?._id ?? null, managerId: person.managerId ?? null };
    return { ...(await movesFor(ctx, ctx.viewer.person, person)), personId: person._id, firstName, lastName, ...place };
  },
});

async function shownFound(ctx: ViewerQueryCtx, person: Doc<"people">): Promise<Infer<typeof foundPerson>> {
  const area = await currentArea(ctx, person.businessAreaId);
  return {
    id: person._id,
    name: fullName(person),
    email: person.email,
    area: area?.name ?? null,
    areaId: area?._id ?? null,
  };
}
