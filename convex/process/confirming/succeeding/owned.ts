/** What is in somebody's name, and how it is once others stand in their place. */

import type { Doc, Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { inCharge } from "../../../core/areas/model";
import type { Deed } from "../../../core/audit/model";
import { allDomains } from "../../../core/domains/model";
import { grantsOf, updateGrant } from "../../../core/grants/model";
import { notify } from "../../../core/notifications/model";
import { fullName } from "../../../core/people/model";
import { domainSuccessorOf, ownerAfter, type Succession } from "../../../core/people/rules/succession";
import { allAreas } from "../../../core/people/search";
import { answeredForBy } from "../../../core/serviceUsers/model";
import { typeOf } from "../../../core/tasks/rules";
import type { Thought } from "../../../lib/asIf";
import { plural } from "../../../lib/pure/text";
import { pathTo } from "../../../site/links";

type ReadCtx = Pick<QueryCtx, "db">;
type PersonId = Id<"people">;

/** Grants of one state that are looked at: more than anybody holds. */
const MAX_HELD = 200;

/**
 * What is in somebody's name: areas and domains they are in charge of, domains they are only an expert of, service users
 * they own or are deputy of.
 */
export async function ownedBy(ctx: ReadCtx, personId: PersonId) {
  const areas = (await allAreas(ctx)).filter((area) => inCharge(area).includes(personId));
  const all = await allDomains(ctx);
  const isInCharge = ({ ownerIds, deputyIds }: Doc<"dataDomains">): boolean =>
    ownerIds.includes(personId) || deputyIds.includes(personId);
  const domains = all.filter(isInCharge);
  const expertOf = all.filter((domain) => !isInCharge(domain) && domain.expertIds?.includes(personId));
  return { areas, domains, expertOf, ...(await answeredForBy(ctx, personId)) };
}

/** What is in somebody's name. */
export type Owned = Awaited<ReturnType<typeof ownedBy>>;

/** For whom an access is a user of their own, though somebody else holds it; null for any other access. */
export async function externalUser(
  ctx: ReadCtx,
  grant: Doc<"grants">,
): Promise<{ readonly name: string; readonly address: string } | null> {
  if (grant.account !== undefined) return null;
  const task = await ctx.db.get(grant.taskId);
  if (!task || typeOf(task.type)?.account !== "made") return null;
  return { name: grant.description, address: String(task.input["email"]) };
}

/** Users in outside systems that are held in somebody's name, made for people who are not in the portal. */
export async function externalUsers(ctx: ReadCtx, personId: PersonId) {
  const held = [
    ...(await grantsOf(ctx, personId, "Active", MAX_HELD)),
    ...(await grantsOf(ctx, personId, "Expiring", MAX_HELD)),
  ];
  const found = await Promise.all(
    held.map(async (grant) => {
      const user = await externalUser(ctx, grant);
      return user && { ...user, grant };
    }),
  );
  return found.filter((user) => user !== null);
}

/** Somebody else holds them from now on, and hears it: is told of their end, extends them, and has them reviewed. */
export async function handOnExternalUsers(
  { ctx, at, by }: Deed<Pick<MutationCtx, "db">>,
  from: Doc<"people">,
  toId: PersonId,
): Promise<void> {
  const users = await externalUsers(ctx, from._id);
  if (users.length === 0) return;
  for (const { grant } of users)
    await updateGrant(ctx, grant, { beneficiaryId: toId }, { ...by, at, action: "grant.handedOn" });
  const names = new Intl.ListFormat("en-GB").format(users.map(({ name, address }) => `${name} (${address})`));
  await notify(ctx, {
    recipientId: toId,
    kind: "person.dutiesChanged",
    subject: { type: "person", id: from._id, label: from.email },
    step: "externalUsers",
    title: `You now hold ${plural(users.length, "external user")} of ${fullName(from)}`,
    body: `${fullName(from)} left. ${names}: listed under My access.`,
    to: pathTo("home"),
    at,
  });
}

/** One owner or deputy goes, the other comes; nobody is both. */
export function instead(ids: readonly PersonId[], personId: PersonId, successorId: PersonId): PersonId[] {
  return [...new Set(ids.map((id) => (id === personId ? successorId : id)))];
}

/** Who decides for an area once the successor stands in somebody's place: nobody twice. */
export function succeeded(area: Doc<"businessAreas">, personId: PersonId, successorId: PersonId) {
  const next = (id: PersonId | undefined): PersonId | undefined => (id === personId ? successorId : id);
  const [ownerId, deputyId, approverId] = [next(area.ownerId), next(area.deputyId), next(area.approverId)];
  return {
    ownerId,
    deputyId: deputyId === ownerId ? undefined : deputyId,
    approverId: approverId === ownerId || approverId === deputyId ? undefined : approverId,
  };
}

/** Who stands in a domain once the successor takes somebody's place: nobody twice. */
export function succeededIn(domain: Doc<"dataDomains">, personId: PersonId, successorId: PersonId) {
  const ownerIds = instead(domain.ownerIds, personId, successorId);
  const deputyIds = instead(domain.deputyIds, personId, successorId).filter((id) => !ownerIds.includes(id));
  if (!domain.expertIds?.includes(personId)) return { ownerIds, deputyIds };
  const expertIds = instead(domain.expertIds, personId, successorId).filter(
    (id) => !ownerIds.includes(id) && !deputyIds.includes(id),
  );
  return { ownerIds, deputyIds, expertIds };
}

/** The rows as removing somebody would leave them; where nobody takes over, they are only gone. */
export function thoughtOf(personId: PersonId, handing: Succession<PersonId> | null, owned: Owned): Thought {
  const thought = new Map<Parameters<Thought["get"]>[0], Record<string, unknown>>();
  thought.set(personId, { status: "suspended" });
  if (!handing || handing.successorId === personId) return thought;
  for (const area of owned.areas) thought.set(area._id, succeeded(area, personId, ownerAfter(handing, "areas")));
  for (const domain of [...owned.domains, ...owned.expertOf])
    thought.set(domain._id, succeededIn(domain, personId, domainSuccessorOf(handing, domain._id)));
  for (const user of owned.owned) thought.set(user._id, { ownerId: ownerAfter(handing, "serviceUsers") });
  return thought;
}
