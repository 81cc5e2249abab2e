/**
 * What a person finds by words, wherever they are in the portal: requests, types to ask for, people, data domains, own
 * tickets, help articles and ideas.
 */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { can, type Capability } from "../../access/rules";
import type { Viewer } from "../../access/viewer";
import { articleByKey, findArticles } from "../../core/articles/model";
import { offeredTypes, type VersionedType } from "../../core/catalog/model";
import { roleWords } from "../../core/catalog/rules/review";
import { activeDomains } from "../../core/domains/model";
import { dataDomain } from "../../core/domains/table";
import { findIdeas } from "../../core/feedback/model";
import { ideaStatus } from "../../core/feedback/table";
import { openIncidents } from "../../core/incidents/model";
import { fullName } from "../../core/people/model";
import { findPeople } from "../../core/people/search";
import { requestsFor, requestsOf } from "../../core/requests/model";
import { titleFor } from "../../core/requests/rules";
import { requestStatus } from "../../core/requests/table";
import { accessLink } from "../../core/shared/rules/finding";
import { isInSight } from "../../core/shared/rules/queues";
import { ticketsOf } from "../../core/tickets/model";
import { ticketState } from "../../core/tickets/table";
import { holdsWords, wordsOf } from "../../lib/pure/wordSearch";
import { nullableString } from "../../lib/validators";
import { overseerOf } from "../../lists/queues";

type ReadCtx = Pick<QueryCtx, "db">;
type Finder = Pick<Viewer, "person" | "roles" | "impersonation">;

/** Of each kind: a list to glance at. Who looks for more has the queue and the catalog. */
const SHOWN = 5;
/** Own requests that are looked through, the newest, made by the person and made for them. */
const OWN_REQUESTS = 100;
const OWN_TICKETS = 100;
/** Best matches of the index that are looked at: it finds what has any of the words, and knows nothing of rights. */
const BEST_MATCHES = 50;
const MIN_LENGTH = 2;
const MAX_LENGTH = 100;

const foundRole = v.object({
  name: v.string(),
  /** What it opens: "Read Cloud cost". */
  words: v.string(),
  description: v.string(),
  sensitivity: dataDomain.fields.sensitivity,
  /** The form that asks for the role, filled in with it. */
  to: v.string(),
});

const foundDomain = v.object({
  key: v.string(),
  name: v.string(),
  description: v.string(),
  sensitivity: dataDomain.fields.sensitivity,
  /** The form that asks for the domain, filled in with it. */
  to: v.string(),
});

export const foundAccess = v.object({ domains: v.array(foundDomain), roles: v.array(foundRole) });

export const found = v.object({
  requests: v.array(v.object({ key: v.string(), typeKey: v.string(), title: v.string(), status: requestStatus })),
  types: v.array(v.object({ key: v.string(), name: v.string(), summary: v.string() })),
  people: v.array(v.object({ id: v.id("people"), name: v.string(), email: v.string(), area: nullableString })),
  ...foundAccess.fields,
  tickets: v.array(v.object({ key: v.string(), title: v.string(), state: ticketState, isRequester: v.boolean() })),
  incidents: v.array(v.object({ key: v.string(), title: v.string() })),
  articles: v.array(v.object({ key: v.string(), title: v.string(), summary: v.string() })),
  ideas: v.array(v.object({ key: v.string(), title: v.string(), status: ideaStatus })),
});

const NOTHING: Infer<typeof found> = {
  requests: [],
  types: [],
  people: [],
  domains: [],
  roles: [],
  tickets: [],
  incidents: [],
  articles: [],
  ideas: [],
};

/** What has these words and is the viewer's to open, at most five of each; nothing for less than two characters. */
export async function find(ctx: ReadCtx, viewer: Finder, text: string): Promise<Infer<typeof found>> {
  const words = searched(text);
  if (words === null) return NOTHING;
  const offered = may(viewer, "requests.create") ? await offeredTypes(ctx, viewer.roles) : [];
  return {
    requests: await requestsWith(ctx, viewer, words),
    types: typesWith(offered, wordsOf(words)),
    people: may(viewer, "requests.readAll") ? await peopleWith(ctx, words) : [],
    ...(await accessWith(ctx, offered, words)),
    tickets: may(viewer, "tickets.readOwn") ? await ticketsWith(ctx, viewer, wordsOf(words)) : [],
    incidents: may(viewer, "tickets.write") ? await incidentsWith(ctx, wordsOf(words)) : [],
    articles: may(viewer, "articles.read") ? await articlesWith(ctx, viewer, words) : [],
    ideas: may(viewer, "feedback.read") ? await ideasWith(ctx, words) : [],
  };
}

/** The domains and roles with these words that the viewer may ask for, at most five each: what `find` finds of them alone. */
export async function findAccess(ctx: ReadCtx, viewer: Finder, text: string): Promise<Infer<typeof foundAccess>> {
  const words = searched(text);
  if (words === null || !may(viewer, "requests.create")) return { domains: [], roles: [] };
  return await accessWith(ctx, await offeredTypes(ctx, viewer.roles), words);
}

/** The words as far as they are looked for; null where nothing is. */
function searched(text: string): string | null {
  const words = text.trim().slice(0, MAX_LENGTH);
  return words.length < MIN_LENGTH || wordsOf(words).length === 0 ? null : words;
}

/**
 * Whether the caller may use the portal at all was decided before the query ran; the roles are those that count now.
 */
function may({ roles, impersonation }: Finder, capability: Capability): boolean {
  return can(
    {
      roles,
      status: "active",
      hasChangedInitialPassword: true,
      impersonation: impersonation && { mode: impersonation.mode, targetRoles: roles },
    },
    capability,
  );
}

/** The newest first: the person's own, drafts included, and those they oversee. */
async function requestsWith(ctx: ReadCtx, viewer: Finder, text: string): Promise<Infer<typeof found>["requests"]> {
  const words = wordsOf(text);
  const { _id } = viewer.person;
  const received = (await requestsFor(ctx, _id, OWN_REQUESTS)).filter(
    ({ status, requesterId }) => status !== "Draft" || requesterId === _id,
  );
  const own = [...(await requestsOf(ctx, _id, OWN_REQUESTS)), ...received];
  const overseen = may(viewer, "requests.readAll") ? await overseenWith(ctx, viewer, text) : [];
  const matching = [...own, ...overseen].filter((request) =>
    holdsWords(request.searchText ?? `${request.key} ${request.title}`, words),
  );
  const each = new Map(matching.map((request) => [request._id, request]));
  return [...each.values()]
    .toSorted((a, b) => b.number - a.number)
    .slice(0, SHOWN)
    .map((request) => ({
      key: request.key,
      typeKey: request.typeId,
      title: titleFor(request, _id),
      status: request.status,
    }));
}

async function overseenWith(ctx: ReadCtx, viewer: Finder, text: string): Promise<Doc<"requests">[]> {
  const best = await ctx.db
    .query("requests")
    .withSearchIndex("search_text", (q) => q.search("searchText", text))
    .take(BEST_MATCHES);
  const overseer = await overseerOf(ctx, viewer);
  return best.filter(
    (request) => request.status !== "Draft" && request.archivedAt === undefined && isInSight(overseer, request),
  );
}

function typesWith(offered: readonly VersionedType[], words: readonly string[]): Infer<typeof found>["types"] {
  return offered
    .map(
      ({
        type: { key },
        version: {
          definition: { name, summary, category, synonyms = "" },
        },
      }) => ({ key, name, summary, text: `${name} ${summary} ${category} ${synonyms}` }),
    )
    .filter(({ text }) => holdsWords(text, words))
    .slice(0, SHOWN)
    .map(({ key, name, summary }) => ({ key, name, summary }));
}

/** The index finds whoever has any of the words; here all of them are meant. */
async function peopleWith(ctx: ReadCtx, text: string): Promise<Infer<typeof found>["people"]> {
  const words = wordsOf(text);
  const people = (await findPeople(ctx, text))
    .filter((person) => holdsWords(person.searchText ?? fullName(person), words))
    .slice(0, SHOWN);
  return await Promise.all(
    people.map(async (person) => {
      const area = person.businessAreaId && (await ctx.db.get(person.businessAreaId));
      return { id: person._id, name: fullName(person), email: person.email, area: area?.name ?? null };
    }),
  );
}

/** Tickets they wrote or take part in: those of others have their queue. */
async function ticketsWith(
  ctx: ReadCtx,
  { person }: Finder,
  words: readonly string[],
): Promise<Infer<typeof found>["tickets"]> {
  return (await ticketsOf(ctx, person._id, OWN_TICKETS))
    .filter(({ key, title }) => holdsWords(`${key} ${title}`, words))
    .slice(0, SHOWN)
    .map(({ key, title, state, requesterId }) => ({ key, title, state, isRequester: requesterId === person._id }));
}

/** Incidents that have not ended, by what everybody reads of them: they lead to a ticket that is part of one. */
async function incidentsWith(ctx: ReadCtx, words: readonly string[]): Promise<Infer<typeof found>["incidents"]> {
  return (await openIncidents(ctx))
    .filter(({ key, title }) => holdsWords(`${key} ${title}`, words))
    .slice(0, SHOWN)
    .map(({ key, title }) => ({ key, title }));
}

async function articlesWith(ctx: ReadCtx, viewer: Finder, text: string): Promise<Infer<typeof found>["articles"]> {
  const words = wordsOf(text);
  const named = (await articleByKey(ctx, viewer, text.toUpperCase()))?.article;
  const best = (await findArticles(ctx, viewer, text, BEST_MATCHES)).filter(
    ({ article: { _id }, text }) => _id !== named?._id && holdsWords(text.searchText, words),
  );
  return [...(named ? [named] : []), ...best.map(({ article }) => article)]
    .slice(0, SHOWN)
    .map(({ key, title, summary }) => ({ key, title, summary }));
}

async function ideasWith(ctx: ReadCtx, text: string): Promise<Infer<typeof found>["ideas"]> {
  const words = wordsOf(text);
  return (await findIdeas(ctx, text, BEST_MATCHES))
    .filter(({ key, searchText }) => holdsWords(`${key} ${searchText}`, words))
    .slice(0, SHOWN)
    .map(({ key, title, status }) => ({ key, title, status }));
}

/** Domains and roles somebody can ask for: without a type that does it they lead nowhere. */
async function accessWith(
  ctx: ReadCtx,
  offered: readonly VersionedType[],
  text: string,
): Promise<Infer<typeof foundAccess>> {
  const link = accessLink(offered.map(({ type: { key }, version: { definition } }) => ({ key, definition })));
  if (link === null) return { domains: [], roles: [] };
  const words = wordsOf(text);
  const active = await activeDomains(ctx);
  const domains = active.filter(({ name, description }) => holdsWords(`${name} ${description}`, words));
  const roles = active.flatMap((domain) =>
    domain.roles
      .map((role) => ({ domain, role, words: roleWords(role, domain.name) }))
      .filter((found) =>
        holdsWords(`${found.words} ${found.role.name} ${found.role.description} ${domain.description}`, words),
      ),
  );
  return {
    domains: inOrderOf(domains, words)
      .slice(0, SHOWN)
      .map(({ key, name, description, sensitivity }) => ({ key, name, description, sensitivity, to: link(key) })),
    roles: roles.slice(0, SHOWN).map(({ domain, role, words: called }) => ({
      name: role.name,
      words: called,
      description: role.description,
      sensitivity: domain.sensitivity,
      to: link(domain.key, role),
    })),
  };
}

/** Those found by their name come before those found by what is said about them. */
function inOrderOf(domains: readonly Doc<"dataDomains">[], words: readonly string[]): Doc<"dataDomains">[] {
  const isNamed = ({ name }: Doc<"dataDomains">): number => (holdsWords(name, words) ? 0 : 1);
  return domains.toSorted((a, b) => isNamed(a) - isNamed(b));
}
