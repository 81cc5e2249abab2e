/** Arguments with which those who may call what is done with incidents. */

import type { Scene } from "../lib/publicApi.scene.testing";
import { aTicketRow } from "../tickets/scenes.testing";

type Args = Record<string, unknown>;

/** A ticket of somebody else, and an incident; declared from that ticket, or from another. */
const anIncident = async ({ world }: Scene, isOwn: boolean) => {
  const { id: requesterId } = await world.person("incidentwriter");
  return await world.run(async (ctx) => {
    const ticket = await aTicketRow(ctx, { requesterId, state: "open" });
    const { _id: ticketId } = isOwn ? ticket : await aTicketRow(ctx, { requesterId });
    const declaredAt = Date.now();
    const fields = { key: "INC-900", ticketId, title: "Orders are late", state: "open", declaredAt } as const;
    const incidentId = await ctx.db.insert("incidents", fields);
    await ctx.db.insert("incidentWords", {
      ...{ incidentId, number: 1, kind: "known", body: "We look at it", authorId: requesterId },
      ...{ createdAt: declaredAt, reached: 0 },
    });
    await ctx.db.patch(ticketId, { incidentId, linked: { at: declaredAt, byId: requesterId } });
    return { key: ticket.key, incidentId, ticketId: ticket._id };
  });
};

const telling = async (_: string, scene: Scene): Promise<Args> => ({
  key: (await anIncident(scene, true)).key,
  body: "It is found",
  shown: 1,
});

export const INCIDENT_ARGS: Readonly<Record<string, (viewed: string, scene: Scene) => Args | Promise<Args>>> = {
  "incidents/queries:ofTicket": () => ({ key: "TKT-1" }),
  "incidents/mutations:declare": async (_, { world }) => {
    const { id: requesterId } = await world.person("incidentwriter");
    const { key } = await world.run((ctx) => aTicketRow(ctx, { requesterId, state: "open" }));
    return { key, title: "Orders are late", word: "We look at it" };
  },
  "incidents/mutations:link": async (_, scene) => ({
    key: (await anIncident(scene, false)).key,
    incident: "INC-900",
    waits: true,
  }),
  "incidents/mutations:unlink": async (_, scene) => {
    const { key, incidentId, ticketId } = await anIncident(scene, false);
    await scene.world.run((ctx) => ctx.db.patch(ticketId, { incidentId }));
    return { key };
  },
  "incidents/mutations:withdraw": async (_, scene) => ({ key: (await anIncident(scene, true)).key }),
  "incidents/mutations:retitle": async (_, scene) => ({
    key: (await anIncident(scene, true)).key,
    title: "Some orders are late",
  }),
  "incidents/mutations:tellAll": telling,
  "incidents/mutations:end": async (viewed, scene) => ({ ...(await telling(viewed, scene)), resolves: true }),
};
