/**
 * Who takes over what somebody who is removed holds, kind by kind: what is shown before it, whether each may have what
 * they are named for, and what of it takes two people (U15).
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { loadCase } from "../../core/approvals/case";
import { allDomains } from "../../core/domains/model";
import { accountsOf, humanBehind } from "../../core/people/humans";
import { fullName, nameOf } from "../../core/people/model";
import {
  GOES_BY_RULE,
  heirIdOf,
  heirIdsOf,
  SUCCESSION_WORDS,
  type Succession,
  type SuccessionKind,
} from "../../core/people/rules/succession";
import { allAreas } from "../../core/people/search";
import type { ProposedLine } from "../../core/proposals/table";
import { tasksHeldBy } from "../../core/tasks/model";
import { asIf } from "../../lib/asIf";
import type { Refusal } from "../../lib/pure/refusal";
import { plural } from "../../lib/pure/text";
import { takesSeat, takesTask } from "../steps/succession";
import { ownedBy, thoughtOf } from "./owned";
import { loadPerson } from "./people";
import { isTiedTo } from "./seconds";

type ReadCtx = Pick<QueryCtx, "db">;
type PersonId = Id<"people">;

/** Approvals and tasks of somebody that are looked at before they are removed. */
const READ = 25;

/** A removal as far as it says who takes over. */
export interface Handing extends Succession<PersonId> {
  readonly personId: PersonId;
}

/** What of a kind waits for somebody, and how much of it whoever is named for it may have. */
interface Waiting {
  readonly count: number;
  readonly toHeir: number;
}

/** Why one of those who take over cannot, or null. Whoever is named for what waits has to be able to take some of it. */
export async function whyNotHeirs(
  ctx: ReadCtx,
  handing: Handing,
  by: Doc<"people">,
  now = Date.now(),
): Promise<Refusal | null> {
  const person = await loadPerson(ctx, handing.personId);
  for (const id of heirIdsOf(handing)) {
    const heir = await loadPerson(ctx, id);
    if (humanBehind(heir) === humanBehind(person)) return notEligible("The successor has to be somebody else.");
    if (heir.status !== "active") return notEligible(`${fullName(heir)} is not active and takes nothing over.`);
  }
  const looks = { approvals: waitingApprovals, tasks: waitingTasks } as const;
  for (const kind of ["approvals", "tasks"] as const) {
    const heirId = heirIdOf(handing, kind);
    if (heirId === null) continue;
    const heir = await loadPerson(ctx, heirId);
    const { count, toHeir } = await looks[kind](ctx, handing, { heir, byId: by._id, now });
    if (count > 0 && toHeir === 0) return notEligible(noneText(kind, heir, count));
  }
  return null;
}

function noneText(kind: SuccessionKind, heir: Doc<"people">, count: number): string {
  const { one, many } = SUCCESSION_WORDS[kind];
  const what = count === 1 ? `the ${one}` : `any of the ${plural(Math.min(count, READ), one, many)}`;
  return `${fullName(heir)} cannot take over ${what}: ${REASONS[kind as keyof typeof REASONS]}.`;
}

const REASONS = {
  approvals: "no step asks them, they are party to the request, or you do not look after it",
  tasks: "they are not among those who could take one, or are party to the request",
} as const;

interface Looking {
  readonly heir: Doc<"people">;
  readonly byId: PersonId;
  readonly now: number;
}

/** Steps are asked as if the person were gone and what they own were the successors'. */
async function waitingApprovals(ctx: ReadCtx, handing: Handing, { heir, byId, now }: Looking): Promise<Waiting> {
  const seats = await ctx.db
    .query("approvalSeats")
    .withIndex("by_person", (q) => q.eq("personId", handing.personId).eq("isPending", true))
    .take(READ);
  const then = asIf(ctx, thoughtOf(handing.personId, handing, await ownedBy(ctx, handing.personId)));
  let toHeir = 0;
  for (const { approvalId } of seats)
    if (await takesSeat(then, await loadCase(then, approvalId, now), heir, { byIds: [byId], at: now })) toHeir += 1;
  return { count: seats.length, toHeir };
}

async function waitingTasks(ctx: ReadCtx, { personId }: Handing, { heir }: Looking): Promise<Waiting> {
  const held = [
    ...(await tasksHeldBy(ctx, personId, "Running", READ)),
    ...(await tasksHeldBy(ctx, personId, "Not Started", READ)),
  ];
  let toHeir = 0;
  for (const task of held) if (await takesTask(ctx, task, heir)) toHeir += 1;
  return { count: held.length, toHeir };
}

/** Whether one of those who take over is whoever removes, their deputy or delegate, or the making of one of the two. */
export async function isOwnGain(ctx: ReadCtx, handing: Handing, by: Doc<"people">, at: number): Promise<boolean> {
  const own = await accountsOf(ctx, by._id);
  const deputies = await deputiesOf(ctx, own);
  for (const id of heirIdsOf(handing)) {
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
    const heirId = heirIdOf(handing, kind);
    if (heirId === null) continue;
    const after = `${await nameOf(ctx, heirId)} where they may, otherwise ${GOES_BY_RULE[kind]}`;
    lines.push({ field: SUCCESSION_WORDS[kind].label, before: "What waits for them", after });
  }
  return lines;
}

function notEligible(message: string): Refusal {
  return { code: "not-eligible", message };
}
