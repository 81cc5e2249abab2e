/**
 * What would be if somebody left: every step that waits for them resolved again, as if they were gone and what they own
 * were a successor's, by the same resolution that opens and simulates steps. It writes nothing.
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { candidatesOf } from "../../core/approvals/candidates";
import { currentStep, loadCase, stepFactsOf } from "../../core/approvals/case";
import { ruleText } from "../../core/approvals/rules/candidates";
import { requiredOf } from "../../core/approvals/rules/quorum";
import { resolveStep } from "../../core/approvals/seats";
import type { StepPolicy } from "../../core/approvals/table";
import { inCharge } from "../../core/areas/model";
import { publishedTypes } from "../../core/catalog/model";
import { allDomains } from "../../core/domains/model";
import { fullName, nameOf, namesOf } from "../../core/people/model";
import { type DomainSuccessor, domainSuccessorOf, successorIdsOf } from "../../core/people/rules/succession";
import { isInSight, type Overseer } from "../../core/shared/rules/queues";
import { addressOfTask } from "../../core/tasks/model";
import { asIf } from "../../lib/asIf";
import { plural } from "../../lib/pure/text";
import { HOUR_MS } from "../../lib/pure/time";
import { nullableTimestamp } from "../../lib/validators";
import { matchingTasks } from "../../lists/queues";
import { loadPerson } from "../../process/confirming/steps/people";
import { type Owned, ownedBy, thoughtOf, externalUsers } from "../../process/confirming/succeeding/owned";
import { type Handing, handingOf, lostIn, whyNotTakeOver } from "../../process/confirming/succeeding/successors";

type ReadCtx = Pick<QueryCtx, "db">;
type PersonId = Id<"people">;

/** Steps, tasks and reports that are looked at; more are said to be there. */
const STEPS = 25;
const LINES = 50;

const line = v.object({ name: v.string(), note: v.string() });

const rehearsedDomain = v.object({
  domainId: v.id("dataDomains"),
  name: v.string(),
  /** Where they stand in it: "Owner", "Deputy through Logistics". */
  places: v.array(v.string()),
  /** Whether somebody can be named for it alone; who stands in it through an area leaves it with the area. */
  isNamed: v.boolean(),
  note: v.string(),
  /** What it would have nobody active for, which it has now. */
  without: v.union(v.literal("owner"), v.literal("deputy"), v.null()),
});

const rehearsedStep = v.object({
  approvalId: v.id("approvals"),
  /** How its page is named in addresses. */
  address: v.string(),
  requestKey: v.string(),
  title: v.string(),
  step: v.string(),
  /** When it expires; before their last day it is none of the successor's. */
  expiresAt: nullableTimestamp,
  /** Who would be asked then. */
  wouldDecide: v.array(v.string()),
  /** Who would be asked but must not, with the reason. */
  excluded: v.array(v.object({ name: v.string(), reason: v.string() })),
  /** What would be wrong: too few are left. */
  problem: v.union(v.string(), v.null()),
});

export const shownRehearsal = v.object({
  name: v.string(),
  /** Why the one who was tried cannot take over; null where nothing speaks against them or nobody was tried. */
  whyNotSuccessor: v.union(v.string(), v.null()),
  steps: v.array(rehearsedStep),
  hasMoreSteps: v.boolean(),
  /** Steps of request types that nobody could decide any more. */
  lastApprover: v.array(v.object({ type: v.string(), step: v.string(), rule: v.string() })),
  areas: v.array(line),
  domains: v.array(rehearsedDomain),
  serviceUsers: v.array(line),
  /** Users in other systems of people outside the portal, whom nobody but them answers for. */
  externalUsers: v.array(line),
  tasks: v.array(line),
  hasMoreTasks: v.boolean(),
  /** People whose manager they are. */
  reports: v.array(v.string()),
});
export type ShownRehearsal = Infer<typeof shownRehearsal>;

interface Leaving {
  readonly person: Doc<"people">;
  readonly successor: Doc<"people"> | null;
  /** Who is tried for one data domain alone. */
  readonly domainSuccessors: readonly DomainSuccessor<string, PersonId>[];
  readonly now: number;
}

/** What would be if this person left, read with somebody's eyes: requests they do not oversee are named nowhere. */
export async function rehearseLeaving(ctx: ReadCtx, viewer: Overseer, leaving: Leaving): Promise<ShownRehearsal> {
  const { person, successor, now } = leaving;
  const owned = await ownedBy(ctx, person._id);
  const handing =
    successor &&
    handingOf(
      owned,
      { personId: person._id, successorId: successor._id },
      { domainSuccessors: leaving.domainSuccessors },
    );
  const then = asIf(ctx, thoughtOf(person._id, handing, owned));
  const { steps, hasMoreSteps } = await stepsThen(ctx, then, viewer, leaving);
  const tasks = await matchingTasks(
    ctx,
    viewer,
    { assigneeId: person._id, statuses: ["Running", "Not Started"] },
    LINES,
    now,
  );
  const goesTo = successor ? `goes to ${fullName(successor)}` : null;
  const reports = await ctx.db
    .query("people")
    .withIndex("by_manager", (q) => q.eq("managerId", person._id))
    .take(LINES);
  return {
    name: fullName(person),
    whyNotSuccessor: await whyNotAllTakeOver(ctx, person, handing),
    steps,
    hasMoreSteps,
    lastApprover: await lastApproverIn(ctx, then, person._id),
    areas: owned.areas.map((area) => ({
      name: area.name,
      note: goesTo ?? left(inCharge(area), person._id, "nobody else decides for it"),
    })),
    domains: await domainsThen(ctx, then, { personId: person._id, handing, owned }),
    serviceUsers: [...owned.owned, ...owned.deputised].map(({ name, ownerId, deputyId }) => ({
      name,
      note: goesTo ?? left([ownerId, ...(deputyId ? [deputyId] : [])], person._id, "nobody else answers for it"),
    })),
    externalUsers: await externalUsersThen(ctx, viewer, person._id, goesTo ?? "nobody else answers for it"),
    tasks: tasks.found.map(({ title, status }) => ({ name: title, note: status })),
    hasMoreTasks: !tasks.isAll,
    reports: reports.filter(({ status }) => status === "active").map(fullName),
  };
}

/** Those of requests the viewer oversees by name, the others as a number. */
async function externalUsersThen(
  ctx: ReadCtx,
  viewer: Overseer,
  personId: PersonId,
  note: string,
): Promise<ShownRehearsal["externalUsers"]> {
  const shown: ShownRehearsal["externalUsers"] = [];
  let hidden = 0;
  for (const { name, address, grant } of await externalUsers(ctx, personId)) {
    const request = await ctx.db.get(grant.requestId);
    if (request && isInSight(viewer, request)) shown.push({ name, note: `for ${address}; ${note}` });
    else hidden += 1;
  }
  if (hidden > 0) shown.push({ name: plural(hidden, "user"), note: `of requests you do not oversee; ${note}` });
  return shown;
}

function left(ids: readonly PersonId[], personId: PersonId, nobody: string): string {
  const others = new Set(ids.filter((id) => id !== personId)).size;
  return others === 0 ? nobody : `${others === 1 ? "one other stays" : `${others} others stay`}`;
}

/** Each of those who are tried is judged as the removal would judge them. */
async function whyNotAllTakeOver(ctx: ReadCtx, person: Doc<"people">, handing: Handing | null): Promise<string | null> {
  for (const id of handing ? successorIdsOf(handing) : []) {
    const no = whyNotTakeOver(person, await loadPerson(ctx, id));
    if (no !== null) return no;
  }
  return null;
}

/** The domains somebody stands in, themselves or through an area, and who would take each over. */
async function domainsThen(
  ctx: ReadCtx,
  then: ReadCtx,
  { personId, handing, owned }: { personId: PersonId; handing: Handing | null; owned: Owned },
): Promise<ShownRehearsal["domains"]> {
  const named = new Set([...owned.domains, ...owned.expertOf].map(({ _id }) => _id));
  const shown: ShownRehearsal["domains"] = [];
  for (const domain of await allDomains(ctx)) {
    const places = placesIn(domain, personId, owned.areas);
    if (places.length === 0 || domain.status === "archived") continue;
    const isNamed = named.has(domain._id);
    const without = await lostIn(ctx, then, domain);
    const note = handing
      ? isNamed
        ? `goes to ${await nameOf(ctx, domainSuccessorOf(handing, domain._id))}`
        : "goes with the business area"
      : without === null
        ? "others stay in charge"
        : "";
    shown.push({ domainId: domain._id, name: domain.name, places, isNamed, note, without });
  }
  return shown;
}

function placesIn(domain: Doc<"dataDomains">, personId: PersonId, areas: Owned["areas"]): string[] {
  const through = (ids: readonly Id<"businessAreas">[] | undefined, place: string): string[] =>
    areas.filter(({ _id }) => ids?.includes(_id)).map(({ name }) => `${place} through ${name}`);
  return [
    ...(domain.ownerIds.includes(personId) ? ["Owner"] : []),
    ...through(domain.ownerAreaIds, "Owner"),
    ...(domain.deputyIds.includes(personId) ? ["Deputy"] : []),
    ...through(domain.deputyAreaIds, "Deputy"),
    ...(domain.expertIds?.includes(personId) ? ["Expert"] : []),
  ];
}

async function stepsThen(ctx: ReadCtx, then: ReadCtx, viewer: Overseer, { person, now }: Leaving) {
  const seats = await ctx.db
    .query("approvalSeats")
    .withIndex("by_person", (q) => q.eq("personId", person._id).eq("isPending", true))
    .take(STEPS + 1);
  const steps: Infer<typeof rehearsedStep>[] = [];
  for (const approvalId of new Set(seats.slice(0, STEPS).map((seat) => seat.approvalId))) {
    const open = await loadCase(ctx, approvalId, now);
    if (!isInSight(viewer, open.request)) continue;
    const row = currentStep(open);
    const resolution = await resolveStep(then, row.policy, stepFactsOf(open.request), now, [...open.earlierDeciders]);
    const ids = [...resolution.seats, ...resolution.exclusions].map(({ personId }) => personId);
    const names = await namesOf(ctx, ids);
    const nameOf = (id: PersonId): string => names.get(id) ?? "";
    steps.push({
      approvalId,
      address: await addressOfTask(ctx, open.approval.taskId),
      requestKey: open.request.key,
      title: open.request.title,
      step: row.policy.title,
      expiresAt: row.activatedAt === undefined ? null : row.activatedAt + row.policy.expireAfterHours * HOUR_MS,
      wouldDecide: resolution.seats.map(({ personId }) => nameOf(personId)),
      excluded: resolution.exclusions
        .filter(({ personId }) => personId !== person._id)
        .map(({ personId, reason }) => ({ name: nameOf(personId), reason })),
      problem: resolution.problem?.message ?? null,
    });
  }
  return { steps, hasMoreSteps: seats.length > STEPS };
}

/** Steps whose rule names this person, and which too few could decide without them. */
async function lastApproverIn(
  ctx: ReadCtx,
  then: ReadCtx,
  personId: PersonId,
): Promise<ShownRehearsal["lastApprover"]> {
  const found: ShownRehearsal["lastApprover"] = [];
  for (const { type, version } of await publishedTypes(ctx)) {
    const policies = version.definition.tasks.flatMap(({ policy }) => policy?.steps ?? []);
    for (const policy of policies)
      if (await isLast(ctx, then, policy, personId))
        found.push({ type: type.name, step: policy.title, rule: ruleText(policy.rule) });
  }
  return found;
}

/** Owners and managers depend on the request: only rules that name a person or a role are judged without one. */
async function isLast(ctx: ReadCtx, then: ReadCtx, policy: StepPolicy, personId: PersonId): Promise<boolean> {
  const before = await deciders(ctx, policy);
  if (before === null || !before.includes(personId)) return false;
  const after = (await deciders(then, policy)) ?? [];
  return after.length < requiredOf(policy.quorum, after.length);
}

/** What rules that name a person or a role are asked with: they look at nothing of a request. */
const nobody = "" as PersonId;
const NO_REQUEST = {
  requesterId: nobody,
  beneficiaryId: nobody,
  lastEditorId: nobody,
  businessAreaId: undefined,
  form: {},
};

async function deciders(ctx: ReadCtx, { rule, fallback }: StepPolicy): Promise<PersonId[] | null> {
  const active: PersonId[] = [];
  for (const one of [rule, ...(fallback ? [fallback] : [])]) {
    if (one.kind !== "person" && one.kind !== "role") return null;
    const { groups } = await candidatesOf(ctx, one, NO_REQUEST);
    for (const id of groups.flat()) if ((await ctx.db.get(id))?.status === "active") active.push(id);
  }
  return active;
}
