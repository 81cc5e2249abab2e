/** Arguments with which the public functions about what a ticket becomes can be called. */

import { aFormFor, type Scene } from "../lib/publicApi.scene.testing";
import { DAWN } from "../testing/world.testing";
import { aTicketRow } from "../tickets/scenes.testing";

const TYPE = "bi-access";

export const CONVERSION_ARGS = {
  "conversions/queries:suggestion": () => ({ key: "TKT-1" }),
  "conversions/queries:types": () => ({ key: "TKT-1" }),
  "conversions/queries:files": () => ({ key: "TKT-1" }),
  "conversions/queries:words": () => ({ key: "TKT-1" }),
  "conversions/queries:idea": () => ({ key: "TKT-1" }),
  "conversions/queries:ticket": () => ({ idea: "IDEA-1" }),
  "conversions/mutations:split": async (_: string, { world }: Scene) => {
    const { id: authorId } = await world.person("ticketwriter");
    return await world.run(async (ctx) => {
      const { _id: ticketId, key } = await aTicketRow(ctx, { requesterId: authorId, state: "open" });
      const message = { ticketId, authorId, visibility: "public", isAnswer: false, body: "Also" } as const;
      const messageId = await ctx.db.insert("ticketMessages", { ...message, createdAt: DAWN });
      return { key, messageId, title: "Also", topic: "other" };
    });
  },
  "conversions/mutations:writeIdea": async (_: string, { world, personId }: Scene) => {
    const suggested = { at: DAWN, byId: personId };
    const { key } = await world.run((ctx) => aTicketRow(ctx, { requesterId: personId, state: "open", suggested }));
    return { key, title: "A tour", description: "For newcomers", priority: "Low" };
  },
  "conversions/mutations:suggest": async (_: string, scene: Scene) => {
    await aFormFor(scene);
    const { world } = scene;
    const { id: requesterId } = await world.person("ticketwriter");
    const { key } = await world.run((ctx) => aTicketRow(ctx, { requesterId, state: "open" }));
    return { key, typeKey: TYPE, body: "Please ask for it" };
  },
  "conversions/mutations:begin": async (_: string, scene: Scene) => {
    await aFormFor(scene);
    const { world, personId } = scene;
    const suggested = { typeKey: TYPE, at: DAWN, byId: personId };
    const { key } = await world.run((ctx) => aTicketRow(ctx, { requesterId: personId, state: "open", suggested }));
    return { key };
  },
};
