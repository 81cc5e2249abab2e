/** Who the caller is. */
import { v, type Infer } from "convex/values";
import { sessionQuery } from "../lib/functions";
import { nullableString, nullableTimestamp, timestamp } from "../lib/validators";
import { factsOf, personByToken, runningImpersonation } from "../lib/viewer";
import { fullName } from "./model";
import { capabilitiesOf } from "./rules";
import { homeCard, impersonationMode, personStatus, roleName, themePreference } from "./table";

const shownViewer = v.object({
  _id: v.id("people"),
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  roles: v.array(roleName),
  businessArea: nullableString,
  themePreference: v.union(themePreference, v.null()),
  hasChangedInitialPassword: v.boolean(),
  status: personStatus,
  homeCards: v.union(v.array(homeCard), v.null()),
  previousVisitAt: nullableTimestamp,
  capabilities: v.array(v.string()),
  impersonation: v.union(v.null(), v.object({
    impersonatingUserId: v.id("people"),
    impersonationStartedAt: timestamp,
    impersonationExpiresAt: timestamp,
    mode: impersonationMode,
    name: v.string(),
    email: v.string(),
  })),
});

/**
 * The signed-in person: always the real one, with the capabilities that count right now. Null without a
 * token or before the first sign-in was taken up. Answers also while a password change is required or
 * the person is suspended (`capabilities` is empty then); an ended session is refused.
 */
export const me = sessionQuery("session.identify", {
  args: {},
  returns: v.union(v.null(), shownViewer),
  handler: async (ctx): Promise<Infer<typeof shownViewer> | null> => {
    const person = ctx.claims && (await personByToken(ctx, ctx.claims.tokenIdentifier));
    if (!person) return null;
    const running = await runningImpersonation(ctx, person);
    const area = person.businessAreaId && (await ctx.db.get(person.businessAreaId));
    return {
      _id: person._id,
      email: person.email,
      firstName: person.firstName,
      lastName: person.lastName,
      roles: person.roles,
      businessArea: area?.name ?? null,
      themePreference: person.themePreference ?? null,
      hasChangedInitialPassword: person.hasChangedInitialPassword,
      status: person.status,
      homeCards: person.homeCards ?? null,
      previousVisitAt: person.previousVisitAt ?? null,
      capabilities: capabilitiesOf(factsOf(person, running?.target ?? null, running?.session ?? null)),
      impersonation: running && {
        impersonatingUserId: running.target._id,
        impersonationStartedAt: running.session.impersonationStartedAt,
        impersonationExpiresAt: running.session.impersonationExpiresAt,
        mode: running.session.mode,
        name: fullName(running.target),
        email: running.target.email,
      },
    };
  },
});
