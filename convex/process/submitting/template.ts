/** From a template to the tasks of one request, and to the people who will decide. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { ROLES } from "../../access/roles";
import { candidatesOf, type StepFacts } from "../../core/approvals/candidates";
import { autoPolicyFor, policyName } from "../../core/approvals/rules/auto";
import { resolveStep, type Resolution } from "../../core/approvals/seats";
import type { ApprovalPolicy, StepPolicy } from "../../core/approvals/table";
import { isSet, meets, notMetWords } from "../../core/catalog/rules/conditions";
import { fillLines, inputOf, type Places } from "../../core/catalog/rules/inputs";
import { requestRiskOf } from "../../core/catalog/rules/risk";
import { notBeforeOf } from "../../core/catalog/rules/starts";
import type { TemplateTask } from "../../core/catalog/table";
import { fullName } from "../../core/people/model";
import type { TaskDraft } from "../../core/tasks/model";
import { typeOf } from "../../core/tasks/rules";
import { DAY_MS } from "../../lib/pure/time";
import { placesOf, type Prepared, shownPlacesOf } from "./prepare";

type ReadCtx = Pick<QueryCtx, "db">;

/** People a manual task is offered to, at most. */
const MAX_CANDIDATES = 50;

/**
 * The tasks of a request made from a checked form, in the order of the template. What a connector is told of an
 * extension names the request that made what is extended, so that it knows it again.
 */
export async function taskDraftsOf(
  ctx: ReadCtx,
  prepared: Prepared,
  { key, extension, comesBack }: Pick<Doc<"requests">, "key" | "extension" | "comesBack">,
): Promise<TaskDraft[]> {
  const makerKey = extension === undefined ? key : ((await makerKeyOf(ctx, extension.grantId)) ?? key);
  const drafts: TaskDraft[] = [];
  for (const task of prepared.definition.tasks) drafts.push(await draftOf(ctx, prepared, task, { key, makerKey }));
  return comesBack === undefined ? drafts : drafts.map(decidedByDomain);
}

/** What a review took comes back by one approval, of those in charge of the domain; the others are not asked again. */
function decidedByDomain(draft: TaskDraft): TaskDraft {
  if (!draft.policy || draft.skippedBecause !== undefined) return draft;
  const step = domainStepIn(draft.policy);
  if (step) return { ...draft, policy: { ...draft.policy, steps: [step], autoApprove: undefined } };
  return { ...draft, skippedBecause: "Not needed: it was approved before an access review took it" };
}

/** The step of a policy that those in charge of the domain decide. */
export function domainStepIn({ steps }: ApprovalPolicy): StepPolicy | undefined {
  return steps.find(({ rule }) => rule.kind === "domainOwner");
}

/** The request whose work stands behind an access, over all its extensions. */
async function makerKeyOf(ctx: ReadCtx, grantId: Id<"grants">): Promise<string | undefined> {
  const grant = await ctx.db.get(grantId);
  const task = grant && (await ctx.db.get(grant.taskId));
  return (task && (await ctx.db.get(task.requestId)))?.key;
}

async function draftOf(
  ctx: ReadCtx,
  prepared: Prepared,
  task: TemplateTask,
  { key, makerKey }: { readonly key: string; readonly makerKey: string },
): Promise<TaskDraft> {
  const own = whyNotForRequester(prepared, task);
  const isNeeded = own === null && meets(task.when, prepared.values);
  const shown = shownPlacesOf(prepared, key);
  return {
    key: task.key,
    type: task.type,
    order: task.order,
    title: linesOf(task.title, shown),
    input: isNeeded
      ? inputOf(task, placesOf(prepared, typeOf(task.type)?.executor === "connector" ? makerKey : key))
      : {},
    instructions: linesOf(task.instructions, shown),
    evidenceLabel: linesOf(task.evidenceLabel, shown),
    delayMs: task.delayDays === undefined ? undefined : task.delayDays * DAY_MS,
    notBefore: notBeforeOf(task, prepared.values),
    isIrreversible: task.isIrreversible,
    runsAlways: task.runsAlways,
    policy: task.policy,
    ...(isNeeded ? await workersOf(ctx, prepared, task) : {}),
    ...(own !== null ? { skippedBecause: own } : {}),
    ...(own === null && !isNeeded && task.when
      ? { skippedBecause: notMetWords(task.when, prepared.definition.fields) }
      : {}),
  };
}

/** A text that people read; none where nothing of it is about this request. */
function linesOf(text: string | undefined, places: Places): string | undefined {
  return (text === undefined ? "" : fillLines(text, places)) || undefined;
}

/** Why a task is not needed because of who asks, or of who confirmed the file it is in, or null. */
export function whyNotForRequester(
  { requester, confirmedBy }: Pick<Prepared, "requester" | "confirmedBy">,
  { notForRoles = [], policy }: TemplateTask,
): string | null {
  const held = notForRoles.find((role) => requester.roles.includes(role));
  if (held !== undefined) return `Not needed: ${fullName(requester)} is ${ROLES[held].label}`;
  const isOfArea = policy?.steps.every(({ rule }) => rule.kind === "businessAreaOwner") === true;
  return confirmedBy !== null && isOfArea ? `Not needed: ${confirmedBy} confirmed the file it is in` : null;
}

/** Who may take a manual task. One person alone gets it assigned. */
async function workersOf(
  ctx: ReadCtx,
  prepared: Prepared,
  { assignee }: TemplateTask,
): Promise<Pick<TaskDraft, "assigneeId" | "candidateIds">> {
  if (!assignee) return {};
  const { groups } = await candidatesOf(ctx, assignee, stepFactsOf(prepared));
  for (const group of groups) {
    const people = await Promise.all(group.slice(0, MAX_CANDIDATES).map((id) => ctx.db.get(id)));
    const active = people.flatMap((person) => (person?.status === "active" ? [person._id] : []));
    const [only] = active;
    if (only !== undefined) return active.length === 1 ? { assigneeId: only } : { candidateIds: active };
  }
  return {};
}

/** One step of an approval with those who would decide it. */
export interface PlannedStep {
  readonly task: TemplateTask;
  readonly policy: StepPolicy;
  readonly resolution: Resolution;
  /** Who decides depends on a field that is not filled in yet. */
  readonly awaits: string | null;
}

/** Every step somebody will decide, with the people it would ask now. */
export async function plannedSteps(ctx: ReadCtx, prepared: Prepared, now: number): Promise<PlannedStep[]> {
  const steps: PlannedStep[] = [];
  for (const task of prepared.definition.tasks) {
    if (whyNotForRequester(prepared, task) !== null) continue;
    if (!task.policy || !meets(task.when, prepared.values) || policyOver(prepared, task) !== null) continue;
    for (const policy of task.policy.steps) {
      const resolution = await resolveStep(ctx, policy, stepFactsOf(prepared), now);
      steps.push({ task, policy, resolution, awaits: awaitedBy(prepared, policy) });
    }
  }
  return steps;
}

/** The policy that would approve a task without a person, or null. */
export function policyOver(prepared: Prepared, { policy }: TemplateTask): string | null {
  const { definition, values, heldDays, isThroughEyes } = prepared;
  const found = policy
    ? autoPolicyFor(policy, { risk: requestRiskOf(definition, values), form: values, heldDays, isThroughEyes })
    : null;
  return found && policyName(found);
}

function awaitedBy({ definition, values, area }: Prepared, { rule }: StepPolicy): string | null {
  if (rule.kind === "domainOwner" && !isSet(values[rule.field]))
    return definition.fields.find(({ name }) => name === rule.field)?.label ?? rule.field;
  if (rule.kind === "businessAreaOwner" && area === null) return "Business area";
  return null;
}

/** What the resolution of seats looks at. */
export function stepFactsOf({ typeKey, values, requester, beneficiary, area, domainKey }: Prepared): StepFacts {
  const areaId: Id<"businessAreas"> | undefined = area?._id;
  return {
    requesterId: requester._id,
    beneficiaryId: beneficiary._id,
    lastEditorId: requester._id,
    businessAreaId: areaId,
    domainKey: domainKey ?? undefined,
    form: values,
    typeKey,
  };
}

/** The people of a step by name, whoever they stand in for beside them. */
export async function namedSeats(
  ctx: ReadCtx,
  { seats }: Resolution,
  nameOf: (person: Doc<"people">) => string,
): Promise<{ id: Id<"people">; name: string; insteadOf: string | null }[]> {
  const named = seats.map(async ({ personId, fromPersonId }) => {
    const person = await ctx.db.get(personId);
    const from = fromPersonId && (await ctx.db.get(fromPersonId));
    return person ? [{ id: personId, name: nameOf(person), insteadOf: from ? nameOf(from) : null }] : [];
  });
  return (await Promise.all(named)).flat();
}
