/**
 * What would happen to a request that nobody makes: who decides each step, who must not and why, which tasks are left
 * out, and whom an escalation would reach. It goes the way a submit goes, over any version, and writes nothing.
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { candidatesOf } from "../../core/approvals/candidates";
import { escalationRule } from "../../core/approvals/claims";
import { autoPolicyFor, policyName } from "../../core/approvals/rules/auto";
import { ruleText } from "../../core/approvals/rules/candidates";
import { quorumText } from "../../core/approvals/rules/quorum";
import { resolveStep, type Exclusion, type Resolution } from "../../core/approvals/seats";
import { type ApproverRule, seatSource, type StepPolicy } from "../../core/approvals/table";
import { clausesOf, isSet, meets, notMetWords, type FormValues } from "../../core/catalog/rules/conditions";
import { shownValue } from "../../core/catalog/rules/review";
import { requestRiskOf } from "../../core/catalog/rules/risk";
import { dayBefore } from "../../core/catalog/rules/starts";
import type { TemplateTask } from "../../core/catalog/table";
import { loadVersion } from "../../core/catalog/versions";
import { fullName, nameOf } from "../../core/people/model";
import { typeOf } from "../../core/tasks/rules";
import { refuse } from "../../lib/errors";
import { nullableString } from "../../lib/validators";
import { namesOf, prepareFor, type Prepared } from "../../process/submitting/prepare";
import { stepFactsOf, whyNotForRequester } from "../../process/submitting/template";

type ReadCtx = Pick<QueryCtx, "db">;

const shownSeat = v.object({ id: v.id("people"), name: v.string(), source: seatSource, insteadOf: nullableString });
const shownExclusion = v.object({ name: v.string(), reason: v.string() });
const nullableNumber = v.union(v.number(), v.null());

const simulatedStep = v.object({
  title: v.string(),
  /** Whom the rule asks, in words. */
  rule: v.string(),
  quorum: v.string(),
  required: v.number(),
  seats: v.array(shownSeat),
  exclusions: v.array(shownExclusion),
  problem: v.union(v.null(), v.object({ message: v.string(), fix: v.string() })),
  remindAfterHours: nullableNumber,
  escalateAfterHours: nullableNumber,
  expireAfterHours: v.number(),
  /** Who would be asked, too, when nobody decides in time. */
  escalation: v.union(
    v.null(),
    v.object({ rule: v.string(), seats: v.array(shownSeat), exclusions: v.array(shownExclusion) }),
  ),
});

const simulatedTask = v.object({
  key: v.string(),
  order: v.number(),
  title: v.string(),
  type: v.string(),
  executor: nullableString,
  delayDays: nullableNumber,
  /** The day whose end it waits for: "2026-06-30". */
  startsAfter: nullableString,
  /** Why the task would be left out, with what the form says; null when it belongs to the request. */
  skipped: v.union(
    v.null(),
    v.object({ because: v.string(), values: v.array(v.object({ label: v.string(), value: v.string() })) }),
  ),
  /** The policy that would approve without a person. */
  autoApprovedBy: nullableString,
  /** Who may take a manual task. */
  workers: v.array(v.string()),
  steps: v.array(simulatedStep),
});

export const shownSimulation = v.object({
  title: v.string(),
  requester: v.string(),
  beneficiary: v.string(),
  area: nullableString,
  /** What a submit would say about the form, per field. */
  errors: v.record(v.string(), v.string()),
  tasks: v.array(simulatedTask),
});
export type ShownSimulation = Infer<typeof shownSimulation>;

/** Runs a form of a version through everything but the writing. */
export async function simulate(
  ctx: ReadCtx,
  {
    key,
    version: number,
    personId,
    form,
    now,
  }: { key: string; version: number; personId: Id<"people">; form: FormValues; now: number },
): Promise<ShownSimulation> {
  const { version } = await loadVersion(ctx, key, number);
  const requester = await ctx.db.get(personId);
  if (!requester) refuse({ code: "not-found" });
  const template = { typeKey: key, version: number, definition: version.definition };
  const prepared = await prepareFor(ctx, { requester, isImpersonating: false }, template, { form, now });
  const tasks = prepared.definition.tasks.toSorted((a, b) => a.order - b.order);
  return {
    title: namesOf(prepared).title,
    requester: fullName(requester),
    beneficiary: fullName(prepared.beneficiary),
    area: prepared.area?.name ?? null,
    errors: { ...prepared.errors },
    tasks: await Promise.all(tasks.map((task) => simulatedTaskOf(ctx, prepared, task, now))),
  };
}

async function simulatedTaskOf(
  ctx: ReadCtx,
  prepared: Prepared,
  task: TemplateTask,
  now: number,
): Promise<ShownSimulation["tasks"][number]> {
  const { key, order, type, title, delayDays, policy } = task;
  const isNeeded = meets(task.when, prepared.values) && whyNotForRequester(prepared, task) === null;
  const auto =
    isNeeded && policy
      ? autoPolicyFor(policy, {
          risk: requestRiskOf(prepared.definition, prepared.values),
          form: prepared.values,
          heldDays: prepared.heldDays,
          isThroughEyes: prepared.isThroughEyes,
        })
      : null;
  const steps = isNeeded && policy && auto === null ? policy.steps : [];
  return {
    key,
    order,
    type,
    title: title ?? typeOf(type)?.title ?? type,
    executor: typeOf(type)?.executor ?? null,
    delayDays: delayDays ?? null,
    startsAfter: dayBefore(task, prepared.values),
    skipped: isNeeded ? null : skippedWords(prepared, task),
    autoApprovedBy: auto && policyName(auto),
    workers: isNeeded && task.assignee ? await workersOf(ctx, prepared, task.assignee) : [],
    steps: await Promise.all(steps.map((step) => simulatedStepOf(ctx, prepared, step, now))),
  };
}

/** The condition that does not hold, and what the form says instead. */
function skippedWords(
  { definition, values, lookups }: Prepared,
  { when }: TemplateTask,
): NonNullable<ShownSimulation["tasks"][number]["skipped"]> | null {
  if (!when) return null;
  const names = new Set(clausesOf(when).map(({ field }) => field));
  const fields = definition.fields.filter(({ name }) => names.has(name));
  const said = fields.map((field) => ({
    label: field.label,
    value: isSet(values[field.name]) ? shownValue(field, values[field.name], lookups) : "Not filled in",
  }));
  return { because: notMetWords(when, definition.fields), values: said };
}

async function workersOf(ctx: ReadCtx, prepared: Prepared, assignee: ApproverRule): Promise<string[]> {
  const { groups } = await candidatesOf(ctx, assignee, stepFactsOf(prepared));
  for (const group of groups) {
    const people = await Promise.all(group.map((id) => ctx.db.get(id)));
    const active = people
      .filter((person) => person?.status === "active")
      .map((person) => fullName(person as Doc<"people">));
    if (active.length > 0) return active;
  }
  return [];
}

async function simulatedStepOf(
  ctx: ReadCtx,
  prepared: Prepared,
  policy: StepPolicy,
  now: number,
): Promise<Infer<typeof simulatedStep>> {
  const resolution = await resolveStep(ctx, policy, stepFactsOf(prepared), now);
  const { required, problem } = resolution;
  return {
    title: policy.title,
    rule: ruleText(policy.rule),
    quorum: quorumText(policy.quorum),
    required,
    ...(await namedResolution(ctx, resolution)),
    problem: problem && { ...problem },
    remindAfterHours: policy.remindAfterHours ?? null,
    escalateAfterHours: policy.escalateAfterHours ?? null,
    expireAfterHours: policy.expireAfterHours,
    escalation:
      policy.escalateAfterHours === undefined ? null : await escalationOf(ctx, prepared, { policy, resolution, now }),
  };
}

/** Who would come in addition: those whom the rule names and who have no seat yet. */
async function escalationOf(
  ctx: ReadCtx,
  prepared: Prepared,
  { policy, resolution, now }: { policy: StepPolicy; resolution: Resolution; now: number },
): Promise<Infer<typeof simulatedStep>["escalation"]> {
  const rule = escalationRule(policy);
  const added = await resolveStep(ctx, { ...policy, rule, fallback: undefined }, stepFactsOf(prepared), now);
  const seated = new Set(resolution.seats.map(({ personId }) => personId));
  const seats = added.seats
    .filter(({ personId }) => !seated.has(personId))
    .map((seat) => ({ ...seat, source: seat.source === "rule" ? ("escalation" as const) : seat.source }));
  return { rule: ruleText(rule), ...(await namedResolution(ctx, { seats, exclusions: added.exclusions })) };
}

async function namedResolution(ctx: ReadCtx, { seats, exclusions }: Pick<Resolution, "seats" | "exclusions">) {
  return {
    seats: await Promise.all(
      seats.map(async ({ personId, source, fromPersonId }) => ({
        id: personId,
        source,
        name: await nameOf(ctx, personId),
        insteadOf: fromPersonId ? await nameOf(ctx, fromPersonId) : null,
      })),
    ),
    exclusions: await Promise.all(
      exclusions.map(async ({ personId, reason }: Exclusion) => ({ name: await nameOf(ctx, personId), reason })),
    ),
  };
}
