/**
 * A world around one approval, for tests: rita asked for ben, ada, bob and cleo may decide, governance is
 * escalated to, and everybody else stands by. It is made by the workflow's own steps.
 */

import { api, internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { approvalsOf, createApproval, decisionsOf, seatsOf, stepsOf } from "../core/approvals/model";
import type { ApprovalPolicy, StepPolicy } from "../core/approvals/table";
import { SYSTEM } from "../core/audit/model";
import { createDraft, updateRequest } from "../core/requests/model";
import { createTask, tasksOf } from "../core/tasks/model";
import { systemStep } from "../process/executing/executor";
import { settle } from "../process/settling/model";
import { aWorld, type TestPerson } from "../testing/world.testing";

/** What differs from the ordinary case. */
export interface Scene {
  readonly steps?: readonly Partial<StepPolicy>[];
  readonly policy?: Partial<Omit<ApprovalPolicy, "steps">>;
  readonly risk?: "low" | "medium" | "high";
  readonly form?: Record<string, unknown>;
  readonly requester?: string;
  readonly beneficiary?: string;
}

const STEP: StepPolicy = {
  title: "Approve cost",
  rule: { kind: "role", role: "finops" },
  quorum: { kind: "any" },
  remindAfterHours: 24,
  escalateAfterHours: 48,
  escalateTo: { kind: "role", role: "governance" },
  expireAfterHours: 72,
};

const CAST = {
  rita: [],
  ben: [],
  zoe: [],
  ada: ["finops"],
  bob: ["finops"],
  cleo: ["finops"],
  gwen: ["governance"],
  adam: ["admin"],
  sue: ["superAdmin"],
  sam: ["superAdmin"],
} as const;
export type CastName = keyof typeof CAST;

/** Everything a test moves and looks at. */
export type Play = Awaited<ReturnType<typeof aCase>>;

/** An open approval in a world of its own. */
export async function aCase(scene: Scene = {}, env: Record<string, string> = {}) {
  const world = await aWorld({}, env);
  const people = {} as Record<CastName, TestPerson>;
  for (const name of Object.keys(CAST) as CastName[])
    people[name] = await world.person(name, { roles: ["staff", ...CAST[name]] });
  const parties = (more: Scene) => ({
    requesterId: people[(more.requester ?? "rita") as CastName].id,
    beneficiaryId: people[(more.beneficiary ?? "ben") as CastName].id,
  });
  const requestId = await world.run((ctx) => openCase(ctx, parties(scene), scene));
  const look = () => world.run((ctx) => read(ctx, requestId));
  const first = await look();
  return {
    world,
    ...people,
    people,
    requestId,
    approvalId: first.approval._id,
    look,
    /** What the screen of somebody deciding now would send. */
    shown: async () => {
      const { approval, active } = await look();
      return { approvalId: approval._id, stepId: active?._id, formHash: approval.formHash };
    },
    /** Another request of the same kind, open as well. */
    another: (more: Scene = {}) =>
      world.run((ctx) => openCase(ctx, parties({ ...scene, ...more }), { ...scene, ...more })),
    tick: () => world.internal(internal.approvals.internal.runTimers, {}),
  };
}

/** Submits a request with an approval in front of a manual task. */
export async function openCase(
  ctx: MutationCtx,
  parties: { readonly requesterId: Id<"people">; readonly beneficiaryId: Id<"people"> },
  scene: Omit<Scene, "requester" | "beneficiary"> = {},
): Promise<Id<"requests">> {
  const step = systemStep(ctx, Date.now());
  const form = { reason: "The weekly margin report needs a larger warehouse", ...scene.form };
  const draft = await createDraft(
    ctx,
    { typeId: "test", templateVersion: 1, title: "Larger warehouse", ...parties, form, risk: scene.risk ?? "medium" },
    { ...SYSTEM, at: step.at },
  );
  const taskId = await createTask(ctx, draft._id, { type: "approve_cost", order: 1 }, step.at);
  await createTask(ctx, draft._id, { type: "manual_check", order: 2 }, step.at);
  const steps = (scene.steps ?? [{}]).map((one) => ({ ...STEP, ...one }));
  const policy = { distinctSteps: false, ...scene.policy, steps };
  await createApproval(
    ctx,
    { taskId, requestId: draft._id, typeKey: draft.typeId, formHash: draft.formHash, policy },
    step.at,
  );
  const request = await updateRequest(
    ctx,
    draft,
    { status: "In progress", submittedAt: step.at },
    { ...SYSTEM, action: "request.submitted", at: step.at },
  );
  await settle(step, request);
  return request._id;
}

async function read(ctx: MutationCtx, requestId: Id<"requests">) {
  const request = (await ctx.db.get(requestId)) as Doc<"requests">;
  const approval = (await approvalsOf(ctx, requestId))[0] as Doc<"approvals">;
  const steps = await stepsOf(ctx, approval._id);
  const seats = await seatsOf(ctx, approval._id);
  const names = new Map<string, string>();
  for (const person of await ctx.db.query("people").take(50)) names.set(person._id, person.firstName.toLowerCase());
  const tasks = await tasksOf(ctx, requestId);
  return {
    request,
    approval,
    steps,
    active: steps.find(({ state }) => state === "Active"),
    seats,
    /** Who is asked now: "ada", or "zoe for ada". */
    asked: seats
      .filter(({ isPending }) => isPending)
      .map(
        (seat) =>
          `${names.get(seat.personId)}${seat.source === "delegation" ? ` for ${names.get(seat.fromPersonId ?? "")}` : ""}`,
      )
      .toSorted(),
    decisions: (await decisionsOf(ctx, approval._id)).map((row) => ({
      ...row,
      by: row.decidedById ? names.get(row.decidedById) : "policy",
    })),
    tasks: tasks.map(({ status, outcome }) => (outcome ? `${status}/${outcome}` : status)),
    waitingOn: tasks[0]?.waitingOn?.text,
    outcome: [approval.state, request.status, tasks[0]?.outcome ?? tasks[0]?.status].join(", "),
  };
}

/** Approves as this person what they are shown now. */
export async function approve(play: Play, name: keyof Play["people"]): Promise<unknown> {
  return await play.people[name].mutation(api.approvals.mutations.decide, {
    ...(await play.shown()),
    verdict: "approve",
    comment: "Fine",
  });
}
