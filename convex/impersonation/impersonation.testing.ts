/** Sam, a super admin who may look through Ada's eyes, and others who are there. */

import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { RoleName } from "../access/roles";
import { submitted } from "../process/requests.testing";
import { aWorld, DAWN, type TestPerson } from "../testing/world.testing";
import { aTicketRow } from "../tickets/scenes.testing";

const { start, act, look, opened, stop } = api.impersonation.mutations;

/** Una and kim are super admins, too; adam is an admin, gina governance, bea staff. */
export async function anOffice(env: Record<string, string> = {}) {
  const world = await aWorld({}, env);
  const person = (name: string, ...roles: RoleName[]) => world.person(name, { roles: ["staff", ...roles] });
  const people = {
    ada: await person("ada"),
    bea: await person("bea"),
    adam: await person("adam", "admin"),
    gina: await person("gina", "governance"),
    sam: await person("sam", "superAdmin"),
    una: await person("una", "superAdmin"),
    kim: await person("kim", "superAdmin"),
  };
  const { sam, ada } = people;
  /** Sam gives the password again and starts; their page shows the session from then on. */
  const begin = async (minutes = 30, as: TestPerson = ada, by: TestPerson = sam) => {
    await by.stepUp();
    const sessionId = await by.mutation(start, { personId: as.id, reason: "Cannot find a request", minutes });
    by.shows(sessionId);
    return sessionId;
  };
  const steer = {
    act: async (sessionId: Id<"impersonationSessions">, by: TestPerson = sam) => {
      await by.stepUp();
      return await by.mutation(act, { sessionId, reason: "Sends it for them" });
    },
    look: (sessionId: Id<"impersonationSessions">, by: TestPerson = sam) => by.mutation(look, { sessionId }),
    opened: (sessionId: Id<"impersonationSessions">, page: string, by: TestPerson = sam) =>
      by.mutation(opened, { sessionId, page }),
    stop: async (sessionId: Id<"impersonationSessions">, by: TestPerson = sam) => {
      await by.mutation(stop, { sessionId });
      by.shows(null);
    },
  };
  const running = async (by: TestPerson = sam) => (await by.query(api.people.queries.me, {}))?.impersonation ?? null;
  const sessions = () => world.rows("impersonationSessions");
  const events = async (action: string) => (await world.rows("auditEvents")).filter((event) => event.action === action);
  const toldTo = async ({ id }: TestPerson) =>
    (await world.rows("notifications")).filter((row) => row.recipientId === id && row.kind === "security.impersonated");
  const requestId = await world.run(async (ctx) => (await submitted(ctx, ada.id, [{ type: "manual_check" }]))._id);
  const comment = (by: TestPerson, body: string, mentionIds: Id<"people">[] = []) =>
    by.mutation(api.requests.mutations.comment, { requestId, body, visibility: "public", mentionIds });
  const signOut = (by: string) =>
    world.internal(internal.people.internal.endSession, {
      sessionId: `session-of-${by}`,
      expiresAt: DAWN + 999_999_999,
    });
  const aTicketOf = async ({ id: requesterId }: TestPerson) =>
    (await world.run((ctx) => aTicketRow(ctx, { requesterId, state: "open" }))).key;
  const told = { events, toldTo };
  return { world, ...people, begin, ...steer, running, sessions, ...told, requestId, aTicketOf, comment, signOut };
}
