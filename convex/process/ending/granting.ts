/** From a completed request to the access it leaves behind. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { type AccountNames, accountRuleOf } from "../../connectors/manifests";
import { accountAction } from "../../core/audit/rules/eventWords";
import { versionOf } from "../../core/catalog/model";
import { placesFor } from "../../core/catalog/places";
import { fillText } from "../../core/catalog/rules/inputs";
import { shownForm } from "../../core/catalog/rules/review";
import type { GrantTemplate } from "../../core/catalog/table";
import { createGrant, heldOf } from "../../core/grants/model";
import { nameOfAccess } from "../../core/grants/names";
import { notify } from "../../core/notifications/model";
import { fullName, updatePerson } from "../../core/people/model";
import { createServiceUser, serviceUserByName, serviceUserOf, updateServiceUser } from "../../core/serviceUsers/model";
import { isNameOfAnother, isNameOfPerson } from "../../core/serviceUsers/names";
import { accountGivenBy } from "../../core/shared/rules/accounts";
import { madeBy } from "../../core/shared/rules/serviceUsers";
import { changesNothing, executorOf, roleGivenBy, typeOf, wasDoneByHand } from "../../core/tasks/rules";
import { accessKeyOf } from "../../core/tasks/rules/applied";
import { pathTo } from "../../site/links";
import type { Step } from "../steps/step";
import { successorOfMade } from "../steps/succession";
import { endKept, endOf, endWords } from "./endOfTime";

/** What kind of access a request gives, by which of its tasks, to whom, and for how long. */
export interface GrantTerms {
  readonly system: string;
  readonly description: string;
  /** The role it is, by its name in the system; absent where it is no role. */
  readonly role?: string | undefined;
  readonly taskId: Id<"requestTasks">;
  readonly durationDays: number | null;
  /** The service user it is for, in place of the person who asks. */
  readonly serviceUser: Doc<"serviceUsers"> | null;
}

/** Creates the grant of a request whose type gives access, once; null where there is none. */
export async function grantAccess(
  step: Step,
  request: Doc<"requests">,
  tasks: readonly Doc<"requestTasks">[],
): Promise<Doc<"grants"> | null> {
  const known = await grantOf(step, request);
  if (known) return known;
  const terms = await termsOf(step.ctx, request, tasks);
  return terms === null ? null : await giveAccess(step, request, tasks, terms);
}

/** Creates the grant and tells its holder: of a user made for somebody outside, the successor of whoever asked and left. */
export async function giveAccess(
  step: Step,
  request: Doc<"requests">,
  tasks: readonly Doc<"requestTasks">[],
  terms: GrantTerms,
): Promise<Doc<"grants"> | null> {
  const task = tasks.find(({ _id }) => _id === terms.taskId);
  if (!task || task.outcome === "skipped") return null;
  const beneficiary = await step.ctx.db.get(request.beneficiaryId);
  const access = accessOf(request, task, terms, beneficiary);
  const successor = access.account ? null : await successorOfMade(step.ctx, task, beneficiary);
  const end = await endKept(step, request, access.accessKey, endOf(request, terms.durationDays, step.at));
  const grant = await createGrant(
    step.ctx,
    {
      ...access,
      ...(successor && { beneficiaryId: successor._id }),
      taskId: await originOf(step, task, access.accessKey),
      description: terms.description,
      expiresAt: end,
    },
    { ...step.by, at: step.at },
  );
  if (access.account && beneficiary) await noteAccount(step, beneficiary, task);
  await noteServiceUser(step, request);
  const { description } = await nameOfAccess(step.ctx, request, grant);
  const from = successor && beneficiary ? `${fullName(beneficiary)} requested it and left. ` : "";
  await notify(step.ctx, {
    recipientId: grant.beneficiaryId,
    kind: "access.granted",
    subject: { type: "grant", id: grant._id, label: description },
    title: successor ? `You now hold ${description}` : `You have access: ${description}`,
    body: `${from}${endWords(request, terms.durationDays, end, step.at)}`.trim(),
    to: successor ? pathTo("home") : pathTo("request", { id: request.key }),
    at: step.at,
  });
  return grant;
}

/**
 * Access that hands gave for a request that ended early gets its grant too, so that it is followed until it
 * is taken back; nobody is told that they have it. None is made where an earlier grant stands for the same.
 * Answers the tasks that gave it.
 */
export async function keepGivenByHand(
  step: Step,
  request: Doc<"requests">,
  tasks: readonly Doc<"requestTasks">[],
): Promise<Doc<"requestTasks">[]> {
  const terms = await termsOf(step.ctx, request, tasks);
  const task = terms && tasks.find(({ _id }) => _id === terms.taskId);
  if (!task) return [];
  const gave = tasks.filter((one) => wasDoneByHand(one) && (one._id === task._id || givesByHandFor(one, task)));
  const last = gave.at(-1);
  const access = accessOf(request, task, terms, await step.ctx.db.get(request.beneficiaryId));
  if (!last || (await grantOf(step, request)) || (await heldOf(step.ctx, access.accessKey)).length > 0) return gave;
  await createGrant(
    step.ctx,
    { ...access, taskId: last._id, description: terms.description },
    { ...step.by, at: step.at },
  );
  return gave;
}

/**
 * Whether a task worked manually on a system before the task that stands for the access, itself done manually, would have
 * confirmed it.
 */
function givesByHandFor(one: Doc<"requestTasks">, task: Doc<"requestTasks">): boolean {
  return executorOf(task) === "manual" && one.order <= task.order && typeOf(one.type)?.connector !== undefined;
}

/** The grant a request left behind, or null. */
async function grantOf(step: Step, request: Doc<"requests">): Promise<Doc<"grants"> | null> {
  return await step.ctx.db
    .query("grants")
    .withIndex("by_request", (q) => q.eq("requestId", request._id))
    .first();
}

/** What a grant says about the access itself. */
function accessOf(
  request: Doc<"requests">,
  task: Doc<"requestTasks">,
  { system, serviceUser }: GrantTerms,
  beneficiary: Doc<"people"> | null,
) {
  // What a program was given is no account of the person who answers for it.
  const account = serviceUser ? null : accountGivenBy(task, request.form, beneficiary);
  const role = roleGivenBy(task);
  return {
    requestId: request._id,
    typeKey: request.typeId,
    beneficiaryId: request.beneficiaryId,
    system,
    accessKey: accessKeyOf(task, system),
    ...(account && { account }),
    ...(role !== undefined && { role }),
  };
}

/** Whoever got an account in a system is known by its name from now on: what they ask for next is given to it. */
async function noteAccount(
  step: Step,
  beneficiary: Doc<"people">,
  { type, input }: Doc<"requestTasks">,
): Promise<void> {
  const { account, connector } = typeOf(type) ?? {};
  const rule = connector && accountRuleOf(connector);
  if (account !== "made" || !rule || beneficiary[rule.field] !== undefined) return;
  const name = String(input[rule.input]);
  // Work reported as done manually proves no name: one of somebody else stays theirs.
  if (await isNameOfAnother(step.ctx, { system: connector, name }, beneficiary._id)) return;
  const names: AccountNames = { [rule.field]: name };
  await updatePerson(step.ctx, beneficiary, names, {
    ...step.by,
    at: step.at,
    action: accountAction(rule.field, "Created"),
  });
}

/** A service user that was made gets its row, with those who answer for it. One that is extended has it. */
async function noteServiceUser(step: Step, request: Doc<"requests">): Promise<void> {
  const version = await versionOf(step.ctx, request.typeId, request.templateVersion);
  const made = version && madeBy(version.definition.tasks, request.form);
  if (!made || (await serviceUserByName(step.ctx, made.system, made.name)) || (await isNameOfPerson(step.ctx, made)))
    return;
  const personOf = (value: unknown) => (typeof value === "string" ? step.ctx.db.normalizeId("people", value) : null);
  const ownerId = personOf(made.owner) ?? request.requesterId;
  const fields = {
    name: made.name,
    system: made.system,
    ownerId,
    deputyId: personOf(made.deputy) ?? undefined,
  };
  await createServiceUser(step.ctx, fields, { ...step.by, at: step.at });
}

/** A service user whose time is over is retired. */
export async function retireServiceUser(step: Step, request: Doc<"requests">): Promise<void> {
  const version = await versionOf(step.ctx, request.typeId, request.templateVersion);
  const made = version && madeBy(version.definition.tasks, request.form);
  const known = made && (await serviceUserByName(step.ctx, made.system, made.name));
  const event = { ...step.by, at: step.at, action: "serviceUser.retired" };
  if (known?.state === "Active") await updateServiceUser(step.ctx, known, { state: "Retired" }, event);
}

/** Whoever's account in a system was dropped has none there any more. */
export async function forgetDroppedAccount(
  step: Step,
  request: Doc<"requests">,
  tasks: readonly Doc<"requestTasks">[],
): Promise<void> {
  const beneficiary = await step.ctx.db.get(request.beneficiaryId);
  if (!beneficiary) return;
  const dropped = tasks.flatMap(({ type, status, outcome, input }) => {
    const { account, connector } = typeOf(type) ?? {};
    const rule = connector && accountRuleOf(connector);
    if (!rule || account !== "dropped" || status !== "Complete" || outcome === "skipped") return [];
    const name = beneficiary[rule.field];
    return name !== undefined && input[rule.input] === name ? [rule.field] : [];
  });
  for (const field of new Set(dropped)) {
    const names: AccountNames = { [field]: undefined };
    await updatePerson(step.ctx, beneficiary, names, {
      ...step.by,
      at: step.at,
      action: accountAction(field, "Dropped"),
    });
  }
}

/**
 * The task whose work is taken back at the end. When this one found everything done, it is the one of the grant before
 * it.
 */
async function originOf(step: Step, task: Doc<"requestTasks">, accessKey: string): Promise<Id<"requestTasks">> {
  const [earlier] = changesNothing(task) ? await heldOf(step.ctx, accessKey) : [];
  return earlier?.taskId ?? task._id;
}

/** The task whose work the access is. */
function taskOfGrant<T extends Pick<Doc<"requestTasks">, "key" | "outcome">>(
  { taskKey, otherTaskKey }: GrantTemplate,
  tasks: readonly T[],
): T | undefined {
  const named = (name: string | undefined): T | undefined =>
    name === undefined ? undefined : tasks.find(({ key }) => key === name);
  const first = named(taskKey);
  return first?.outcome === "skipped" ? (named(otherTaskKey) ?? first) : first;
}

/** The access a request would give, or gives; null where its type gives none, or what would give it is left out. */
export async function termsOf(
  ctx: Pick<QueryCtx, "db">,
  request: Doc<"requests">,
  tasks: readonly Doc<"requestTasks">[],
): Promise<GrantTerms | null> {
  const version = await versionOf(ctx, request.typeId, request.templateVersion);
  const template = version?.definition.grant;
  const task = version && template && taskOfGrant(template, tasks);
  if (!template || !task || task.outcome === "skipped") return null;
  const days: unknown = template.durationField === undefined ? undefined : request.form[template.durationField];
  const [requester, beneficiary] = [await ctx.db.get(request.requesterId), await ctx.db.get(request.beneficiaryId)];
  const serviceUser = await serviceUserOf(ctx, request.form);
  // What people read holds the words of the answers, not their stored values.
  const places = {
    form: { ...request.form, ...shownForm(version.definition, request.form) },
    request: { key: request.key },
    requester: placesFor(requester, null),
    beneficiary: placesFor(beneficiary, serviceUser),
  };
  return {
    system: template.system,
    description: `${fillText(template.description, places)}${serviceUser ? `, for ${serviceUser.name}` : ""}`,
    role: roleGivenBy(task),
    taskId: task._id,
    durationDays: typeof days === "number" && days > 0 ? days : null,
    serviceUser,
  };
}
