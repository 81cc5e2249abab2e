/** Arguments with which those who may call what is done in support tickets. */

import type { Scene } from "../lib/publicApi.scene.testing";
import { DAWN } from "../testing/world.testing";
import { aTicketRow } from "./scenes.testing";

type Args = Record<string, unknown>;

const ofOther =
  (beside: Args, state: "new" | "open" | "waitingOnRequester" | "closed" = "open") =>
  async (_: string, { world }: Scene): Promise<Args> => {
    const requester = await world.person("ticketwriter");
    const { key } = await world.run((ctx) => aTicketRow(ctx, { requesterId: requester.id, state }));
    return { key, ...beside };
  };

const ofOwn =
  (beside: Args) =>
  async (_: string, { world, personId }: Scene): Promise<Args> => {
    const { key } = await world.run((ctx) => aTicketRow(ctx, { requesterId: personId, state: "open" }));
    return { key, ...beside };
  };

/** A ticket of the caller, who is in a business area, shared with that or not yet. */
const ofOwnInArea = ({ world, personId }: Scene, isShared: boolean): Promise<Args> =>
  world.run(async (ctx) => {
    const areaId = await ctx.db.insert("businessAreas", { name: "Returns", code: "RET", costCentre: "4712" });
    await ctx.db.patch(personId, { businessAreaId: areaId });
    const shared = isShared ? { sharedAreaId: areaId, sharedAreaAt: DAWN } : {};
    const { key } = await aTicketRow(ctx, { requesterId: personId, state: "open", ...shared });
    return { key };
  });

/** A ticket of somebody else with a reply of the caller that is held. */
const withHeldReply = async ({ world, personId }: Scene): Promise<Args> => {
  const { id: requesterId } = await world.person("ticketwriter");
  return await world.run(async (ctx) => {
    const { _id: ticketId, key } = await aTicketRow(ctx, { requesterId, state: "open" });
    const held = { sendsAt: DAWN + 60_000, uploadIds: [] };
    const draft = { body: "We look at it", visibility: "public" as const };
    await ctx.db.insert("ticketDrafts", { personId, ticketId, draft, version: 1, changedAt: DAWN, held });
    return { key };
  });
};

/** A mail that waits in a ticket of somebody else. */
const withHeldMail = async (beside: Args, { world }: Scene): Promise<Args> => {
  const { id: personId } = await world.person("ticketwriter");
  return await world.run(async (ctx) => {
    const { _id: ticketId } = await aTicketRow(ctx, { requesterId: personId, state: "open" });
    const mail = { from: "eve@evil.test", messageId: "m1@mail.test", body: "Now", receivedAt: Date.now() };
    return { id: await ctx.db.insert("ticketHeldMails", { ticketId, personId, ...mail }), ...beside };
  });
};

/** A file of the caller, sent with a ticket of theirs or not yet. */
const anUpload = ({ world, personId }: Scene, isSent = false) =>
  world.file("Text").then((storageId) =>
    world.run(async (ctx) => {
      const { _id: ticketId } = await aTicketRow(ctx, { requesterId: personId });
      return await ctx.db.insert("ticketUploads", {
        ...(isSent && { ticketId, sentAt: DAWN }),
        personId,
        storageId,
        name: "a.txt",
        size: 4,
        state: "accepted",
        contentType: "text/plain",
        createdAt: DAWN,
      });
    }),
  );

export const TICKET_ARGS: Readonly<Record<string, (viewed: string, scene: Scene) => Args | Promise<Args>>> = {
  "tickets/queries:ownAlike": () => ({ title: "Orders do not load" }),
  "tickets/queries:get": () => ({ key: "TKT-1" }),
  "tickets/queries:mergeTargets": () => ({ key: "TKT-1", text: "" }),
  "tickets/queries:redactable": () => ({ key: "TKT-1", words: "hunter2" }),
  "tickets/queries:mine": () => ({ size: 25 }),
  "tickets/queries:queue": () => ({ filter: { show: "all" }, size: 25 }),
  "ticketReplies/queries:next": () => ({ except: [] }),
  "ticketReplies/queries:unsent": () => ({}),
  "ticketReplies/queries:placeOf": () => ({ id: "nothing" }),
  "ticketReplies/queries:mentionable": () => ({ key: "TKT-1", text: "" }),
  "ticketMail/queries:held": () => ({ key: "TKT-1" }),
  "ticketMail/queries:tickets": () => ({}),
  "ticketReplies/queries:countViews": () => ({ filter: {}, asOf: DAWN }),
  "tickets/queries:countQueue": () => ({ filter: { show: "all" } }),
  "tickets/queries:waitableFor": () => ({ name: "REQ-1" }),
  "tickets/queries:related": () => ({ ref: "REQ-1" }),
  "tickets/queries:uploads": () => ({ key: null }),
  "tickets/queries:draft": () => ({ key: null }),
  "tickets/queries:report": () => ({ weeks: [0] }),
  "tickets/queries:attachment": async (_, scene) => ({ file: await anUpload(scene, true) }),
  "tickets/mutations:generateUploadUrl": () => ({ key: null }),
  "tickets/mutations:takeUpFile": async (_, { world, personId }) => {
    const permitId = await world.run((ctx) => ctx.db.insert("ticketUploadPermits", { personId, createdAt: DAWN }));
    return { key: null, permitId, storageId: await world.file("Text"), name: "a.txt" };
  },
  "tickets/mutations:dropFile": async (_, scene) => ({ uploadId: await anUpload(scene) }),
  "tickets/mutations:saveDraft": () => ({ key: null, draft: { body: "Begun" }, version: null }),
  "tickets/mutations:create": () => ({ title: "Help", description: "Please", topic: "other", related: null }),
  "tickets/mutations:reply": ofOwn({ body: "More" }),
  "tickets/mutations:rate": async (_, { world, personId }) => {
    const { key } = await world.run((ctx) => aTicketRow(ctx, { requesterId: personId, state: "closed" }));
    return { key, satisfaction: "good" };
  },
  "tickets/mutations:addParticipant": async (_, scene) => {
    const { id } = await scene.world.person("ticketreader");
    return await ofOwn({ personId: id })(_, scene);
  },
  "tickets/mutations:removeParticipant": async (_, { world, personId: addedById }) => {
    const { id: personId } = await world.person("ticketreader");
    const key = await world.run(async (ctx) => {
      const ticket = await aTicketRow(ctx, { requesterId: addedById });
      await ctx.db.insert("ticketParticipants", { ticketId: ticket._id, personId, addedById, since: Date.now() });
      return ticket.key;
    });
    return { key, personId };
  },
  "ticketParties/mutations:openFor": async (_, { world }) => {
    const { id: personId } = await world.person("ticketwriter");
    return { personId, tells: true, title: "Help", description: "Please", topic: "other", related: null };
  },
  "ticketParties/mutations:shareWithArea": (_, scene) => ofOwnInArea(scene, false),
  "ticketParties/mutations:unshareWithArea": (_, scene) => ofOwnInArea(scene, true),
  "tickets/mutations:solve": ofOwn({}),
  "presence/mutations:stayOnTicket": ofOther({ isWriting: true, tab: "tab" }),
  "ticketReplies/mutations:hold": ofOther({ body: "We look at it" }),
  "ticketReplies/mutations:undo": (_, scene) => withHeldReply(scene),
  "ticketReplies/mutations:sendNow": (_, scene) => withHeldReply(scene),
  "ticketMail/mutations:add": (_, scene) => withHeldMail({ visibility: "public" }, scene),
  "ticketMail/mutations:drop": (_, scene) => withHeldMail({}, scene),
  "ticketCauses/mutations:change": ofOther({ cause: "howTo" }, "closed"),
  "ticketQueue/mutations:changeMatching": () => ({
    filter: { show: "mine", text: "nothing like it" },
    expectedCount: 0,
    wish: { kind: "claim" },
  }),
  "ticketQueue/mutations:undoAssign": async (_, scene) => ({
    given: [{ ...(await ofOther({})(_, scene)), event: 1 }],
  }),
  "supportTeams/mutations:hand": async (_, { world }) => {
    const { id: requesterId } = await world.person("ticketwriter");
    const area = { name: "Data Platform", code: "PLAT", costCentre: "1" };
    const { key } = await world.run(async (ctx) =>
      aTicketRow(ctx, { requesterId, teamId: await ctx.db.insert("businessAreas", area) }),
    );
    return { key, teamId: null };
  },
  "ticketTags/mutations:change": ofOther({ add: ["returns"], remove: [] }),
  "tickets/mutations:redact": ofOther({ words: "Since this morning", fileIds: [], reason: "A key" }),
  "tickets/mutations:say": ofOther({ body: "Done", visibility: "public" }),
  "tickets/mutations:claim": ofOther({}, "new"),
  "tickets/mutations:assign": ofOther({ assigneeId: null }),
  "tickets/mutations:setPriority": ofOther({ priority: "High" }),
  "tickets/mutations:wait": ofOther({ on: "waitingOnThirdParty", until: null, what: null }),
  "tickets/mutations:resume": ofOther({}, "waitingOnRequester"),
  "tickets/mutations:merge": async (_, { world }) => {
    const { id: requesterId } = await world.person("ticketwriter");
    const [source, target] = await world.run(async (ctx) => [
      await aTicketRow(ctx, { requesterId }),
      await aTicketRow(ctx, { requesterId }),
    ]);
    return { key: source?.key, into: target?.key, acrossRequesters: false };
  },
  "tickets/mutations:unmerge": async (_, { world }) => {
    const { id: requesterId } = await world.person("ticketwriter");
    const key = await world.run(async (ctx) => {
      const { _id: mergedIntoId } = await aTicketRow(ctx, { requesterId });
      const at = Date.now();
      const beforeMerge = { state: "new", updatedAt: at, dueAt: at, pausedSeconds: 0 } as const;
      return (await aTicketRow(ctx, { requesterId, state: "merged", mergedIntoId, mergedAt: at, beforeMerge })).key;
    });
    return { key };
  },
};
