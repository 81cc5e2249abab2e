/**
 * Who takes over what somebody who is removed holds, kind by kind: what is shown before it, whether each may have what
 * they are named for, and what of it takes two people (U15).
 */

import type { Doc, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { loadCase } from "../../../core/approvals/case";
import { dollars } from "../../../core/catalog/rules/values";
import { effectiveDomain } from "../../../core/domains/inherited";
import { allDomains } from "../../../core/domains/model";
import { isSettled } from "../../../core/domains/rules/states";
import { grantsOf } from "../../../core/grants/model";
import { accountsOf, humanBehind } from "../../../core/people/humans";
import { fullName, nameOf } from "../../../core/people/model";
import {
  domainSuccessorOf,
  GOES_BY_RULE,
  successorIdOf,
  successorIdsOf,
  namedDomainSuccessors,
  namedSuccessors,
  SUCCESSION_WORDS,
  type Succession,
  type SuccessionKind,
} from "../../../core/people/rules/succession";
import { allAreas } from "../../../core/people/search";
import type { ProposedLine } from "../../../core/proposals/table";
import { tasksHeldBy } from "../../../core/tasks/model";
import { asIf } from "../../../lib/asIf";
import { notEligible, type Refusal } from "../../../lib/pure/refusal";
import { plural } from "../../../lib/pure/text";
import { takesSeat, takesTask } from "../../steps/succession";
import { counted, IMPACT_LIMIT } from "../domains/impact";
import { loadPerson } from "../steps/people";
import { isTiedTo } from "../steps/seconds";
import { type Owned, ownedBy, thoughtOf, externalUsers } from "./owned";

type ReadCtx = Pick<QueryCtx, "db">;
type PersonId = Id<"people">;
type Domain = Doc<"dataDomains">;

/** Approvals and tasks of somebody that are looked at before they are removed. */
const WAITING_READ = 25;
/** Domains an address names somebody for. */
const MAX_NAMED = 100;

/** A removal as far as it says who takes over. */
export interface Handing extends Succession<PersonId> {
  readonly personId: PersonId;
}

/** Who takes over what is owned as somebody named it, told apart from those who would anyway: the same wish is one wish. */
export function handingOf(
  { domains, expertOf }: Pick<Owned, "domains" | "expertOf">,
  { personId, successorId }: Pick<Handing, "personId" | "successorId">,
  named: Pick<Succession<PersonId>, "successors" | "domainSuccessors">,
) {
  const successors = namedSuccessors(successorId, named.successors);
  const domainIds = [...domains, ...expertOf].map(({ _id }) => _id);
  const domainSuccessors = namedDomainSuccessors({ successorId, successors }, domainIds, named.domainSuccessors);
  return { personId, successorId, ...(successors && { successors }), ...(domainSuccessors && { domainSuccessors }) };
}

/** The people among those an address names. */
export async function knownSuccessors(
  ctx: ReadCtx,
  named: readonly { readonly domainId: string; readonly successorId: string }[],
) {
  const successors = await Promise.all(
    named.slice(0, MAX_NAMED).map(async ({ domainId, successorId: text }) => {
      const id = ctx.db.normalizeId("people", text);
      const successorId = id && (await ctx.db.get(id))?._id;
      return successorId ? { domainId, successorId } : null;
    }),
  );
  return successors.filter((successor) => successor !== null);
}

/** What of a kind waits for somebody, and how much of it whoever is named for it may have. */
interface Waiting {
  readonly count: number;
  readonly toSuccessor: number;
}

/** Why somebody cannot take over what this person holds, in a sentence, or null. */
export function whyNotTakeOver(person: Doc<"people">, successor: Doc<"people">): string | null {
  if (humanBehind(successor) === humanBehind(person)) return "The successor has to be somebody else.";
  return successor.status === "active"
    ? null
    : `${fullName(successor)} is not active, so they cannot take anything over.`;
}

/** Why one of those who take over cannot, or null. Whoever is named for what waits has to be able to take some of it. */
export async function whyNotSuccessors(
  ctx: ReadCtx,
  handing: Handing,
  by: Doc<"people">,
  now = Date.now(),
): Promise<Refusal | null> {
  const person = await loadPerson(ctx, handing.personId);
  for (const id of successorIdsOf(handing)) {
    const no = whyNotTakeOver(person, await loadPerson(ctx, id));
    if (no !== null) return notEligible(no);
  }
  const looks = { approvals: waitingApprovals, tasks: waitingTasks } as const;
  for (const kind of ["approvals", "tasks"] as const) {
    const successorId = successorIdOf(handing, kind);
    if (successorId === null) continue;
    const successor = await loadPerson(ctx, successorId);
    const { count, toSuccessor } = await looks[kind](ctx, handing, { successor, byId: by._id, now });
    if (count > 0 && toSuccessor === 0) return notEligible(noneText(kind, successor, count));
  }
  return null;
}

function noneText(kind: SuccessionKind, successor: Doc<"people">, count: number): string {
  const { one, many } = SUCCESSION_WORDS[kind];
  const what = count === 1 ? `the ${one}` : `any of the ${plural(Math.min(count, WAITING_READ), one, many)}`;
  return `${fullName(successor)} cannot take over ${what}: ${REASONS[kind as keyof typeof REASONS]}.`;
}

const REASONS = {
  approvals: "no step asks them, they are party to the request, or you do not look after it",
  tasks: "they are not among those who could take one, or are party to the request",
} as const;

interface Looking {
  readonly successor: Doc<"people">;
  readonly byId: PersonId;
  readonly now: number;
}

/** Steps are asked as if the person were gone and what they own were the successors'. */
async function waitingApprovals(ctx: ReadCtx, handing: Handing, { successor, byId, now }: Looking): Promise<Waiting> {
  const seats = await ctx.db
    .query("approvalSeats")
    .withIndex("by_person", (q) => q.eq("personId", handing.personId).eq("isPending", true))
    .take(WAITING_READ);
  const then = asIf(ctx, thoughtOf(handing.personId, handing, await ownedBy(ctx, handing.personId)));
  let toSuccessor = 0;
  for (const { approvalId } of seats)
    if (await takesSeat(then, await loadCase(then, approvalId, now), successor, { byIds: [byId], at: now }))
      toSuccessor += 1;
  return { count: seats.length, toSuccessor };
}

async function waitingTasks(ctx: ReadCtx, { personId }: Handing, { successor }: Looking): Promise<Waiting> {
  const held = [
    ...(await tasksHeldBy(ctx, personId, "Running", WAITING_READ)),
    ...(await tasksHeldBy(ctx, personId, "Not Started", WAITING_READ)),
  ];
  let toSuccessor = 0;
  for (const task of held) if (await takesTask(ctx, task, successor)) toSuccessor += 1;
  return { count: held.length, toSuccessor };
}

/** Whether one of those who take over is whoever removes, their deputy or delegate, or the making of one of the two. */
export async function isOwnGain(ctx: ReadCtx, handing: Handing, by: Doc<"people">, at: number): Promise<boolean> {
  const own = await accountsOf(ctx, by._id);
  const deputies = await deputiesOf(ctx, own);
  for (const id of successorIdsOf(handing)) {
    if (own.includes(id) || (await accountsOf(ctx, id)).some((account) => deputies.has(account))) return true;
    if ((await isTiedTo(ctx, id, by._id, at)) || (await isTiedTo(ctx, by._id, id, at))) return true;
  }
  return false;
}

/** Everybody who is deputy of an area or a domain that one of these owns. */
async function deputiesOf(ctx: ReadCtx, ownerIds: readonly PersonId[]): Promise<ReadonlySet<PersonId | undefined>> {
  const isOwned = (ids: readonly (PersonId | undefined)[]): boolean => ownerIds.some((id) => ids.includes(id));
  const areas = (await allAreas(ctx)).filter(({ ownerId }) => isOwned([ownerId]));
  const domains = (await allDomains(ctx)).filter((domain) => isOwned(domain.ownerIds));
  return new Set([...areas.map(({ deputyId }) => deputyId), ...domains.flatMap(({ deputyIds }) => deputyIds)]);
}

/**
 * What is said of the kinds that change by the hour, where somebody is named for them: by which rule they go, so that it
 * holds until it is confirmed.
 */
export async function waitingLines(ctx: ReadCtx, handing: Handing): Promise<ProposedLine[]> {
  const lines: ProposedLine[] = [];
  for (const kind of ["approvals", "tasks"] as const) {
    const successorId = successorIdOf(handing, kind);
    if (successorId === null) continue;
    const after = `${await nameOf(ctx, successorId)} where they may, otherwise ${GOES_BY_RULE[kind]}`;
    lines.push({ field: SUCCESSION_WORDS[kind].label, before: "What waits for them", after });
  }
  return lines;
}

/** What a domain has nobody active for. */
type Missing = "owner" | "deputy";

/** What this domain has nobody active for; areas and the domains above it count with their people. */
async function missingIn(ctx: ReadCtx, domain: Domain): Promise<readonly Missing[]> {
  const row = (await ctx.db.get(domain._id)) ?? domain;
  const { ownerIds, deputyIds } = await effectiveDomain(ctx, row);
  const hasActive = async (ids: Domain["ownerIds"]): Promise<boolean> => {
    for (const id of ids) if ((await ctx.db.get(id))?.status === "active") return true;
    return false;
  };
  return [
    ...((await hasActive(ownerIds)) ? [] : (["owner"] as const)),
    ...((await hasActive(deputyIds)) ? [] : (["deputy"] as const)),
  ];
}

/** What a domain has somebody active for now, and would have nobody for then, or null. */
export async function lostIn(ctx: ReadCtx, then: ReadCtx, domain: Domain): Promise<Missing | null> {
  const lacked = await missingIn(ctx, domain);
  return (await missingIn(then, domain)).find((place) => !lacked.includes(place)) ?? null;
}

/** Why this removal would leave an open domain without somebody it has now, or null. Nothing is handed on then. */
export async function whyNotLeftBehind(ctx: ReadCtx, handing: Handing): Promise<Refusal | null> {
  const owned = await ownedBy(ctx, handing.personId);
  const then = asIf(ctx, thoughtOf(handing.personId, handing, owned));
  for (const domain of owned.domains) {
    if (!isSettled(domain.status)) continue;
    const lost = await lostIn(ctx, then, domain);
    if (lost === null) continue;
    const successor = await nameOf(ctx, domainSuccessorOf(handing, domain._id));
    return notEligible(
      `${domain.name} would be left without ${WORDS[lost]}: ${successor} is already in charge of it. Name somebody else for this domain.`,
    );
  }
  return null;
}

const WORDS: Readonly<Record<Missing, string>> = { owner: "an active owner", deputy: "an active deputy" };

/**
 * What else hangs on somebody who is removed, as it is now. Requests and access are counted and not named: not everybody
 * who may remove somebody sees them.
 */
export async function hangingOnPerson(ctx: ReadCtx, { personId }: Pick<Handing, "personId">): Promise<ProposedLine[]> {
  const line = (field: string, after: string): ProposedLine => ({ field, before: "", after });
  const { snowflakeUser } = await loadPerson(ctx, personId);
  const budgets = (await ownedBy(ctx, personId)).areas.flatMap(({ name, budget }) =>
    budget === undefined ? [] : [`${name} (${dollars(budget * 100)} a month)`],
  );
  const seats = await ctx.db
    .query("approvalSeats")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("isPending", true))
    .take(IMPACT_LIMIT);
  const tasks = [
    ...(await tasksHeldBy(ctx, personId, "Running", IMPACT_LIMIT)),
    ...(await tasksHeldBy(ctx, personId, "Not Started", IMPACT_LIMIT)),
  ];
  const grants = [
    ...(await grantsOf(ctx, personId, "Active", IMPACT_LIMIT)),
    ...(await grantsOf(ctx, personId, "Expiring", IMPACT_LIMIT)),
  ];
  const inSnowflake = grants.filter(({ system }) => system === "snowflake");
  return [
    line("Budgets", budgets.join(", ") || "None"),
    line("Open approvals", counted(new Set(seats.map(({ approvalId }) => approvalId)).size)),
    line("Open tasks", counted(tasks.length)),
    line("Access held", counted(grants.length)),
    line("Snowflake user", snowflakeUser ?? "None"),
    line("Schemas and warehouses made for them", counted(await madeAmong(ctx, inSnowflake))),
  ];
}

/** Tasks that leave something in Snowflake that is there for one person. */
const MAKES_OBJECTS: readonly string[] = ["create_schema", "create_warehouse"];

/** How many of these grants stand for something that was made, and not for a way in or a size. */
async function madeAmong(ctx: ReadCtx, grants: readonly Doc<"grants">[]): Promise<number> {
  const tasks = await Promise.all(grants.map(({ taskId }) => ctx.db.get(taskId)));
  return tasks.filter((task) => task !== null && MAKES_OBJECTS.includes(task.type)).length;
}

/** What lists call users in outside systems that somebody holds for people who have no account here. */
export const EXTERNAL_USERS = "External users";

/** The same with what is in their name, for whoever asks for the end of an access: nobody takes over yet. */
export async function everythingOn(ctx: ReadCtx, personId: PersonId): Promise<ProposedLine[]> {
  const { areas, domains, expertOf, owned, deputised } = await ownedBy(ctx, personId);
  const line = (kind: SuccessionKind, things: readonly { readonly name: string }[]): ProposedLine => ({
    field: SUCCESSION_WORDS[kind].label,
    before: "",
    after: things.map(({ name }) => name).join(", ") || "None",
  });
  return [
    line("areas", areas),
    line("domains", [...domains, ...expertOf]),
    line("serviceUsers", [...owned, ...deputised]),
    { field: EXTERNAL_USERS, before: "", after: counted((await externalUsers(ctx, personId)).length) },
    ...(await hangingOnPerson(ctx, { personId })),
  ];
}
