/** Reading support tickets. */

import { v, type Infer } from "convex/values";
import { guardedQuery } from "../access/functions";
import { waitingFileOf } from "../core/files/model";
import { servedFile, waitingFile } from "../core/files/table";
import { incidentOf } from "../core/incidents/model";
import { isWaitingFor } from "../core/incidents/rules";
import { nameOf } from "../core/people/model";
import { teamNameOf } from "../core/supportTeams/model";
import { draftIn, shownDraft, shownDraftOf } from "../core/tickets/drafts";
import { readOf, readTicket } from "../core/tickets/model";
import { TITLE_MAX_LENGTH, UNFINISHED, whyNotMove, whyNotUnmerge } from "../core/tickets/rules";
import { shownProof, shownWait } from "../core/tickets/rules/waits";
import { shownRating, ticketRow, waitable } from "../core/tickets/shown";
import { findingWeight, relatedThing, ticketFile } from "../core/tickets/table";
import { conversationOf, readPartsOf, standsFor } from "../core/tickets/together";
import { servedUpload, waitingUploads } from "../core/tickets/uploads";
import { refuse } from "../lib/errors";
import { nullableString, nullableTimestamp } from "../lib/validators";
import { pageFields, placeArgs } from "../lists/paging";
import { ownTicketsAlike, relatablesOf } from "../pages/tickets/beforehand";
import { findingsFor } from "../pages/tickets/findings";
import { shownMessage, shownMessages } from "../pages/tickets/messages";
import { reportOf, ticketReport } from "../pages/tickets/report";
import { ownCount, ownFilter, ownPage, queueCount, queueFilter, queuePage } from "../pages/tickets/ticketQueue";
import { rowOf } from "../pages/tickets/ticketRows";
import { ticketsBy } from "../pages/tickets/ticketsBy";
import { sharedArea, sharedAreaOf } from "../process/supporting/areaSharing";
import { ratingOf } from "../process/supporting/rating";
import { countPlaces } from "../process/supporting/redaction/redacting";
import { foundFor, relatedFor, shownRelated } from "../process/supporting/relating";
import { waitableBy } from "../process/supporting/waits/naming";
import { proofOf, waitOf } from "../process/supporting/waits/proving";
import { clockOf } from "../process/supporting/waits/silence";

/** Tickets that are offered to merge into. */
const OFFERED = 10;

const ticketPage = v.object({ rows: v.array(ticketRow), ...pageFields });
const counted = v.object({ count: v.number(), isExact: v.boolean() });

/** A ticket by name, for those who may read it. */
const namedTicket = v.object({ key: v.string(), title: v.string() });

const linkedFinding = v.object({
  weight: findingWeight,
  text: v.string(),
  /** Where it is mended or looked at. */
  link: v.optional(v.object({ to: v.string(), label: v.string() })),
});

const offeredTicket = v.object({ ...namedTicket.fields, requester: v.string(), requesterId: v.id("people") });

const shownTicket = v.object({
  ...ticketRow.fields,
  description: v.string(),
  files: v.array(ticketFile),
  /** How an answer addresses whoever wrote it. */
  requesterFirstName: v.string(),
  /** The agent who wrote it for them. */
  openedBy: nullableString,
  /** `address` is how addresses name it. */
  related: v.union(v.null(), v.object({ ...relatedThing.fields, address: v.string() })),
  /** What the portal saw of it when the ticket was sent; only what the caller may see. */
  found: v.array(v.object({ weight: findingWeight, text: v.string() })),
  /** What went along of page, browser and errors; none for whoever only reads along. */
  diagnostics: v.array(v.string()),
  isParty: v.boolean(),
  isAgent: v.boolean(),
  isMine: v.boolean(),
  canSolve: v.boolean(),
  ...shownRating.fields,
  participants: v.array(v.object({ id: v.id("people"), name: v.string(), isSelf: v.boolean() })),
  canShare: v.boolean(),
  area: sharedArea,
  canRemove: v.boolean(),
  resolvedAt: nullableTimestamp,
  /** When the clock ends its wait; and when it resolves the ticket unless its requester answers. */
  waitsUntil: nullableTimestamp,
  endsUnansweredAt: nullableTimestamp,
  /** The request or task whose end it waits for; without names for those who do not read that. */
  waitsFor: v.union(v.null(), shownWait),
  /** The incident whose end it waits for. */
  waitsForIncident: nullableString,
  /** How what it waited for ended: for its agents. `isForAll` where everybody reads that request who reads an answer. */
  proof: v.union(v.null(), shownProof),
  followUpOf: nullableString,
  /** Null also where it carries on in a ticket that is not theirs to read. */
  mergedInto: v.union(v.null(), namedTicket),
  merged: v.array(namedTicket),
  canUnmerge: v.boolean(),
  messages: v.array(shownMessage),
});

/** One page of the tickets the caller wrote or takes part in, what changed last first. */
export const mine = guardedQuery("tickets.readOwn", {
  args: { ...ownFilter, ...placeArgs },
  returns: ticketPage,
  handler: async (ctx, args) => await ownPage(ctx, ctx.viewer.person, args),
});

/** How many there are, exactly up to 200. */
export const countMine = guardedQuery("tickets.readOwn", {
  args: ownFilter,
  returns: counted,
  handler: async (ctx, filter) => await ownCount(ctx, ctx.viewer.person, filter),
});

/** One page of the tickets support has to do with; without those of whoever looks, which others answer. */
export const queue = guardedQuery("tickets.answer", {
  args: { filter: queueFilter, ...placeArgs },
  returns: ticketPage,
  handler: async (ctx, args) => await queuePage(ctx, ctx.viewer.person, args),
});

/** How many of them a filter lets through, exactly up to 200. */
export const countQueue = guardedQuery("tickets.answer", {
  args: { filter: queueFilter },
  returns: counted,
  handler: async (ctx, { filter }) => await queueCount(ctx, ctx.viewer.person, filter),
});

/** What support did in the weeks that begin so, the earliest first; asked for once, not live. */
export const report = guardedQuery("tickets.answer", {
  args: { weeks: v.array(v.number()) },
  returns: ticketReport,
  handler: async (ctx, { weeks }) => await reportOf(ctx, weeks),
});

/** One ticket with its conversation; null where there is none the caller may read. */
export const get = guardedQuery("tickets.readOwn", {
  args: { key: v.string() },
  returns: v.union(v.null(), shownTicket),
  handler: async (ctx, { key }) => {
    const read = await readTicket(ctx, ctx.viewer, key);
    if (!read) return null;
    const { ticket, participants, isParty, isRequester, isAgent } = read;
    const before = ticket.followUpOfId && (await ctx.db.get(ticket.followUpOfId));
    const into = ticket.mergedIntoId && (await standsFor(ctx, ticket));
    const readInto = into ? await readOf(ctx, ctx.viewer, into) : null;
    const parts = await readPartsOf(ctx, ctx.viewer, ticket._id);
    const named: Infer<typeof shownTicket>["participants"] = [];
    for (const { personId: id } of participants)
      named.push({ id, name: await nameOf(ctx, id), isSelf: id === ctx.viewer.person._id });
    return {
      ...(await rowOf(
        ticket,
        { readerId: ctx.viewer.person._id, isForAgents: isAgent },
        (id) => nameOf(ctx, id),
        (id) => teamNameOf(ctx, id),
      )),
      description: ticket.description,
      files: ticket.files ?? [],
      requesterFirstName: (await ctx.db.get(ticket.requesterId))?.firstName ?? "",
      openedBy: ticket.openedById ? await nameOf(ctx, ticket.openedById) : null,
      related: await shownRelated(ctx, ticket.related),
      found: await foundFor(ctx, read, ctx.viewer.person),
      diagnostics: isRequester || isAgent ? (ticket.diagnostics ?? []) : [],
      isParty,
      isAgent,
      isMine: ticket.assigneeId === ctx.viewer.person._id,
      canSolve: isRequester && whyNotMove(ticket.state, "solve") === null,
      ...ratingOf(read, Date.now()),
      participants: named,
      canShare: (isRequester || isAgent) && whyNotMove(ticket.state, "share") === null,
      canRemove: isRequester || isAgent,
      area: await sharedAreaOf(ctx, read, ctx.viewer.person),
      ...(await clockOf(ctx, ticket)),
      waitsFor: await waitOf(ctx, read, ctx.viewer.person),
      waitsForIncident: isWaitingFor(ticket) ? ((await incidentOf(ctx, ticket))?.key ?? null) : null,
      proof: await proofOf(ctx, read, ctx.viewer.person),
      resolvedAt: ticket.resolvedAt ?? null,
      followUpOf: before?.key ?? null,
      mergedInto: readInto && { key: readInto.ticket.key, title: readInto.ticket.title },
      merged: parts.map((part) => ({ key: part.ticket.key, title: part.ticket.title })),
      canUnmerge: isAgent && whyNotUnmerge(ticket, Date.now()) === null,
      messages: await shownMessages(ctx, await conversationOf(ctx, read, parts), {
        personId: ctx.viewer.person._id,
        isAgent,
      }),
    };
  },
});

/** What a ticket can wait for by this name, with the tasks of which one may be enough; null where that is nothing. */
export const waitableFor = guardedQuery("tickets.answer", {
  args: { name: v.string() },
  returns: v.union(v.null(), waitable),
  handler: async (ctx, { name }) => await waitableBy(ctx, ctx.viewer.person, name),
});

/** In how many places words stand that an agent may redact. */
export const redactable = guardedQuery("tickets.answer", {
  args: { key: v.string(), words: v.string() },
  returns: v.number(),
  handler: async (ctx, { key, words }) => {
    const read = await readTicket(ctx, ctx.viewer, key);
    return read ? await countPlaces(ctx, [read, ...(await readPartsOf(ctx, ctx.viewer, read.ticket._id))], words) : 0;
  },
});

/** Tickets that one can be merged into: those with these words, without any the others of its requester. */
export const mergeTargets = guardedQuery("tickets.answer", {
  args: { key: v.string(), text: v.string() },
  returns: v.array(offeredTicket),
  handler: async (ctx, { key, text }) => {
    const source = await readTicket(ctx, ctx.viewer, key);
    if (!source?.isAgent) return [];
    const offered: Infer<typeof offeredTicket>[] = [];
    for (const ticket of await ticketsBy(ctx, source.ticket.requesterId, text.trim().slice(0, TITLE_MAX_LENGTH))) {
      const read = ticket.key === key ? null : await readOf(ctx, ctx.viewer, ticket);
      if (!read?.isAgent || !UNFINISHED.includes(ticket.state) || offered.length === OFFERED) continue;
      const { requesterId } = ticket;
      const requester = await nameOf(ctx, requesterId);
      offered.push({ key: ticket.key, title: ticket.title, requester, requesterId });
    }
    return offered;
  },
});

/** What a new ticket would be about and what the portal sees of that; null where that is nothing for the caller. */
export const related = guardedQuery("tickets.readOwn", {
  args: { ref: v.string() },
  returns: v.union(v.null(), v.object({ ...relatedThing.fields, findings: v.array(linkedFinding) })),
  handler: async (ctx, { ref }) => {
    const { person } = ctx.viewer;
    const about = await relatedFor(ctx, person, ref);
    if (!about) return null;
    const found = await findingsFor({ ctx, person, now: Date.now() }, about);
    const findings = found.map(({ weight, text, link }) => ({ weight, text, ...(link && { link }) }));
    return { ...about.thing, findings };
  },
});

/** What a ticket of the caller may be about: their latest requests, their access, domains and systems. */
export const relatables = guardedQuery("tickets.readOwn", {
  args: {},
  returns: v.array(
    v.object({
      ref: v.string(),
      label: v.string(),
      group: v.union(v.literal("request"), v.literal("grant"), v.literal("domain"), v.literal("service")),
    }),
  ),
  handler: async (ctx) => await relatablesOf(ctx, ctx.viewer.person),
});

/** Unfinished tickets the caller wrote with a title much like this one. */
export const ownAlike = guardedQuery("tickets.readOwn", {
  args: { title: v.string() },
  returns: v.array(namedTicket),
  handler: async (ctx, { title }) => await ownTicketsAlike(ctx, ctx.viewer.person, title.slice(0, TITLE_MAX_LENGTH)),
});

/** What the caller wrote in a ticket, or with null of a new one, and has not sent; nobody else reads it (S17). */
export const draft = guardedQuery("tickets.readOwn", {
  args: { key: nullableString },
  returns: v.union(v.null(), shownDraft),
  handler: async (ctx, { key }) => {
    const read = key === null ? null : await readTicket(ctx, ctx.viewer, key);
    if (ctx.viewer.impersonation !== null || (key !== null && !read)) return null;
    const kept = await draftIn(ctx, { personId: ctx.viewer.person._id, ticketId: read?.ticket._id });
    return kept && shownDraftOf(kept);
  },
});

/** The files the caller uploaded for a ticket, or with null for a new one, and has not sent yet. */
export const uploads = guardedQuery("tickets.readOwn", {
  args: { key: nullableString },
  returns: v.array(waitingFile("ticketUploads")),
  handler: async (ctx, { key }) => {
    const read = key === null ? null : await readTicket(ctx, ctx.viewer, key);
    if (ctx.viewer.impersonation !== null || (key !== null && !read)) return [];
    const found = await waitingUploads(ctx, ctx.viewer.person._id, read?.ticket._id);
    return found.map(waitingFileOf);
  },
});

/** One file of a ticket, for whoever may read what it stands beside. */
export const attachment = guardedQuery("tickets.readOwn", {
  args: { file: v.string() },
  returns: servedFile,
  handler: async (ctx, { file }) => (await servedUpload(ctx, ctx.viewer, file)) ?? refuse({ code: "not-found" }),
});
