/** What a request would lead to, before it is sent: who decides and when, what is automated, how long it takes. */

import { v, type Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Viewer } from "../../access/viewer";
import { quorumText } from "../../core/approvals/rules/quorum";
import { type FormValues, meets } from "../../core/catalog/rules/conditions";
import { dayBefore } from "../../core/catalog/rules/starts";
import type { TemplateTask } from "../../core/catalog/table";
import { accessName, nameOfGrant } from "../../core/grants/names";
import { fullName } from "../../core/people/model";
import { titleFor } from "../../core/requests/rules";
import { requestStatus } from "../../core/requests/table";
import { needsNobody, typeOf } from "../../core/tasks/rules";
import { nullableString, nullableTimestamp } from "../../lib/validators";
import { repeatedBy } from "./already";
import { namesOf, prepare, type Prepared } from "./prepare";
import { namedSeats, plannedSteps, policyOver, type PlannedStep, whyNotForRequester } from "./template";

type ReadCtx = Pick<QueryCtx, "db">;

/** Completed requests of a type whose duration counts, the newest first. */
const COUNTED_REQUESTS = 20;

export const shownPreview = v.object({
  title: v.string(),
  /** The first message per field, as a submit would give it. */
  errors: v.record(v.string(), v.string()),
  steps: v.array(
    v.object({
      task: v.string(),
      title: v.string(),
      people: v.array(v.object({ id: v.id("people"), name: v.string(), insteadOf: nullableString })),
      required: v.number(),
      quorum: v.string(),
      remindAfterHours: v.union(v.number(), v.null()),
      escalateAfterHours: v.union(v.number(), v.null()),
      expireAfterHours: v.number(),
      /** The label of the field that has to be filled in before the people are known. */
      awaits: nullableString,
      problem: v.union(v.null(), v.object({ message: v.string(), fix: v.string() })),
    }),
  ),
  /** Approvals a policy gives without a person. */
  policies: v.array(v.object({ task: v.string(), policy: v.string() })),
  tasks: v.array(
    v.object({
      key: v.string(),
      order: v.number(),
      title: v.string(),
      by: v.union(v.literal("people"), v.literal("policy"), v.literal("portal"), v.literal("hand")),
      delayDays: v.union(v.number(), v.null()),
      /** The day whose end it waits for: "2026-06-30". */
      startsAfter: nullableString,
    }),
  ),
  slaHours: v.number(),
  /** Median of the last 20 completed requests of the type; null without any. */
  medianMs: v.union(v.number(), v.null()),
  counted: v.number(),
  /** What the form repeats, as far as the caller may see it. */
  duplicates: v.array(v.object({ key: v.string(), title: v.string(), status: requestStatus })),
  held: v.array(v.object({ requestKey: v.string(), ...accessName.fields, expiresAt: nullableTimestamp })),
  /** The same is open, or held, by a request that the caller cannot open. */
  hasHiddenDuplicate: v.boolean(),
  hasHiddenGrant: v.boolean(),
});
export type ShownPreview = Infer<typeof shownPreview>;

/** The preview of a form as far as it is filled in. */
export async function previewOf(
  ctx: ReadCtx,
  viewer: Viewer,
  input: { typeKey: string; form: FormValues; ownId: Id<"requests"> | null; now: number },
): Promise<ShownPreview> {
  return await previewOfPrepared(ctx, await prepare(ctx, viewer, input), input);
}

/** The preview of a form that was checked already. */
export async function previewOfPrepared(
  ctx: ReadCtx,
  prepared: Prepared,
  input: { ownId: Id<"requests"> | null; now: number },
): Promise<ShownPreview> {
  const { medianMs, counted } = await medianOf(ctx, prepared.typeKey);
  const { duplicates, held, hasHiddenDuplicate, hasHiddenGrant } = await repeatedBy(
    ctx,
    prepared,
    input.ownId === null ? [] : [input.ownId],
  );
  return {
    title: titleFor({ ...namesOf(prepared), beneficiaryId: prepared.beneficiary._id }, prepared.requester._id),
    errors: { ...prepared.errors },
    steps: await Promise.all((await plannedSteps(ctx, prepared, input.now)).map((step) => shownStep(ctx, step))),
    policies: shownPolicies(prepared),
    tasks: shownTasks(prepared),
    slaHours: prepared.definition.slaHours,
    medianMs,
    counted,
    duplicates: duplicates.map(({ key, title, status }) => ({ key, title, status })),
    held: await Promise.all(
      held.map(async (grant) => ({
        requestKey: (await ctx.db.get(grant.requestId))?.key ?? "",
        ...(await nameOfGrant(ctx, grant)),
        expiresAt: grant.expiresAt ?? null,
      })),
    ),
    hasHiddenDuplicate,
    hasHiddenGrant,
  };
}

async function shownStep(
  ctx: ReadCtx,
  { task, policy, resolution, awaits }: PlannedStep,
): Promise<ShownPreview["steps"][number]> {
  return {
    task: titleOfTask(task),
    title: policy.title,
    people: awaits === null ? await namedSeats(ctx, resolution, fullName) : [],
    required: resolution.required,
    quorum: quorumText(policy.quorum),
    remindAfterHours: policy.remindAfterHours ?? null,
    escalateAfterHours: policy.escalateAfterHours ?? null,
    expireAfterHours: policy.expireAfterHours,
    awaits,
    problem: awaits === null ? resolution.problem : null,
  };
}

function shownPolicies(prepared: Prepared): ShownPreview["policies"] {
  return neededTasks(prepared).flatMap((task) => {
    const policy = policyOver(prepared, task);
    return policy === null ? [] : [{ task: titleOfTask(task), policy }];
  });
}

function shownTasks(prepared: Prepared): ShownPreview["tasks"] {
  return neededTasks(prepared).map((task) => ({
    key: task.key,
    order: task.order,
    title: titleOfTask(task),
    by: doneBy(prepared, task),
    delayDays: task.delayDays ?? null,
    startsAfter: dayBefore(task, prepared.values),
  }));
}

function neededTasks(prepared: Prepared): TemplateTask[] {
  const { definition, values } = prepared;
  return definition.tasks.filter((task) => meets(task.when, values) && whyNotForRequester(prepared, task) === null);
}

function titleOfTask({ title, type }: TemplateTask): string {
  return title ?? typeOf(type)?.title ?? type;
}

function doneBy(prepared: Prepared, task: TemplateTask): ShownPreview["tasks"][number]["by"] {
  if (task.policy) return policyOver(prepared, task) === null ? "people" : "policy";
  return needsNobody(task.type) ? "portal" : "hand";
}

async function medianOf(ctx: ReadCtx, typeKey: string): Promise<{ medianMs: number | null; counted: number }> {
  const completed = await ctx.db
    .query("requests")
    .withIndex("queue_type_created", (q) =>
      q.eq("typeId", typeKey).eq("status", "Completed").eq("archivedAt", undefined),
    )
    .order("desc")
    .take(COUNTED_REQUESTS);
  const durations = completed
    .flatMap(({ submittedAt, endedAt }) =>
      submittedAt === undefined || endedAt === undefined ? [] : [endedAt - submittedAt],
    )
    .toSorted((a, b) => a - b);
  const middle = durations[Math.floor(durations.length / 2)];
  return { medianMs: middle ?? null, counted: durations.length };
}
