/**
 * The part of the contract that is the same for every operation of every system.
 *
 * An operation says three things: what its input may be (`check`), what to look at (`read`), and which steps lead from
 * facts to the wanted state (`steps`, a pure function). Some refuse work for what the system says beyond the facts
 * (`refuse`): asked for the plan, and again before anything is sent. From these follow, by comparing facts:
 *
 *   apply       today's facts must be those the plan was made from. Where an earlier attempt may have sent something,
 *               they may also be as they are after the first k steps: these were done by an attempt whose answer was
 *               lost, and are not done again. Where none did, whatever is there is somebody else's.
 *   verify      today's facts against the planned ones with all steps done.
 *   compensate  backwards over the steps: one whose facts are still as it left them is undone; one whose facts are as
 *               before needs nothing; where anything else was changed by somebody since, it is refused as a whole. A
 *               step that stays is neither undone nor part of the proof.
 *
 * The steps are made again from the stored facts before anything is sent, so a plan that was altered while it lay in the
 * database, or made by an older version, is refused and not executed.
 */

import { canonicalJson } from "../../lib/pure/canonicalJson";
import {
  type ApplyKey,
  type Call,
  type Change,
  ConnectorError,
  type Fact,
  type Plan,
  type Proof,
  type Receipt,
  type Ref,
  type PlanStep,
} from "./contract";

/** What an operation has to say; `Input` is its checked input. */
export interface Definition<Input> {
  readonly name: string;
  check(input: unknown): Input;
  read(input: Input): Promise<readonly Fact[]>;
  steps(input: Input, facts: Facts): readonly PlanStep[];
  /** Fails when the system says that this work must not be done. Taking work back does not ask. */
  refuse?(input: Input): Promise<void>;
  /** Why taking the work back would destroy something, as a sentence; null when it would not. */
  whyNotUndo?(input: Input): Promise<string | null>;
}

/** How one call reaches the system. `purpose` names it within its key, so that repeats can be recognized. */
export interface Sender {
  send(
    call: Call,
    options: { readonly key: string; readonly purpose: string; readonly isResend: boolean },
  ): Promise<{ readonly queryId: string | null }>;
  now(): number;
}

/** An operation that can be worked with. */
export interface Operation {
  plan(input: unknown): Promise<Plan>;
  apply(key: ApplyKey, plan: Plan): Promise<Ref>;
  verify(ref: Ref): Promise<Proof>;
  compensate(ref: Ref): Promise<Proof>;
}

/** Facts by subject. Asking for one that was not read is a bug. */
export class Facts {
  readonly #values: ReadonlyMap<string, string>;

  constructor(facts: readonly Fact[]) {
    this.#values = new Map(facts.map(({ subject, value }) => [subject, value]));
  }

  value(subject: string): string {
    const value = this.#values.get(subject);
    if (value === undefined)
      throw new ConnectorError("bug", "fact-not-read", `The connector did not read: ${subject}.`);
    return value;
  }

  is(subject: string, value: string): boolean {
    return this.value(subject) === value;
  }
}

/** Makes an operation out of what it has to say. */
export function operation<Input>(definition: Definition<Input>, sender: Sender): Operation {
  const compensate = makeCompensate(definition, sender);
  return {
    async plan(raw) {
      const input = definition.check(raw);
      const facts = await definition.read(input);
      const steps = definition.steps(input, new Facts(facts));
      await definition.refuse?.(input);
      return { operation: definition.name, input, facts, steps, diff: steps.flatMap(({ changes }) => changes) };
    },
    async apply(key, plan) {
      const { input, done } = await beforehand(() => lookFirst(definition, key, plan));
      const receipts: Receipt[] = plan.steps.slice(0, done).map(({ title }) => ({ title, queryId: null }));
      for (const [index, step] of plan.steps.entries()) {
        if (index < done) continue;
        receipts.push({
          title: step.title,
          queryId: await runStep(step, { key, index, plan, read: () => definition.read(input), sender }),
        });
      }
      return { key: key.id, plan, receipts };
    },
    async verify({ plan }) {
      return proofOf(
        afterSteps(plan, plan.steps.length),
        await definition.read(definition.check(plan.input)),
        sender.now(),
      );
    },
    compensate,
  };
}

/** What has to hold before anything is sent: the plan is ours, today's facts are among its own, and nothing speaks against it. */
async function lookFirst<Input>(
  definition: Definition<Input>,
  { mayHaveBegun }: ApplyKey,
  plan: Plan,
): Promise<{ input: Input; done: number }> {
  const input = checkedPlan(definition, plan);
  const done = stepsAlreadyDone(plan, await definition.read(input), mayHaveBegun);
  // What an earlier attempt has done to the end is not done again, so there is nothing to refuse.
  if (done === 0 || done < plan.steps.length) await definition.refuse?.(input);
  return { input, done };
}

/** A failure of this says that nothing was sent. */
async function beforehand<T>(look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { kind, code, message, vendor, retryAfterMs } = error;
    throw new ConnectorError(kind, code, message, { vendor, retryAfterMs, isUntouched: true });
  }
}

function makeCompensate<Input>(definition: Definition<Input>, sender: Sender): Operation["compensate"] {
  return async ({ key, plan }) => {
    const input = checkedPlan(definition, plan);
    const facts = new Facts(await definition.read(input));
    const applied = plan.steps
      .map((step, index) => ({ step, index }))
      .filter(({ step }) => step.stays !== true && stillStands(step, facts));
    if (applied.length > 0) {
      const reason = await definition.whyNotUndo?.(input);
      if (typeof reason === "string") throw new ConnectorError("admin-fixable", "undo-refused", reason);
    }
    for (const { step, index } of applied.toReversed()) {
      for (const [part, call] of step.undo.entries()) {
        await sender.send(call, { key, purpose: `undo ${index}.${part}`, isResend: false });
      }
    }
    const staying = new Set(
      plan.steps.flatMap(({ stays, changes }) => (stays ? changes.map(({ subject }) => subject) : [])),
    );
    const before = afterSteps(plan, 0).filter(({ subject }) => !staying.has(subject));
    return proofOf(before, await definition.read(input), sender.now());
  };
}

/** Whether a step is to be taken back. Throws when it cannot or must not be. */
function stillStands(step: PlanStep, facts: Facts): boolean {
  if (step.changes.every(({ subject, before }) => facts.is(subject, before))) return false;
  const moved = step.changes.find(({ subject, after }) => !facts.is(subject, after));
  if (moved !== undefined) {
    throw new ConnectorError(
      "admin-fixable",
      "changed-since",
      `${moved.subject} is "${facts.value(moved.subject)}" now, not "${moved.after}" as this request left it. Somebody changed it since, so it was left alone.`,
    );
  }
  if (step.undo.length === 0)
    throw new ConnectorError("admin-fixable", "cannot-be-undone", `"${step.title}" cannot be taken back.`);
  return true;
}

function checkedPlan<Input>(definition: Definition<Input>, plan: Plan): Input {
  const input = definition.check(plan.input);
  if (canonicalJson(stepsAgain(definition, input, plan)) !== canonicalJson(plan.steps)) {
    throw new ConnectorError(
      "user-fixable",
      "plan-not-ours",
      "The plan is not what this version of the portal would do. Make the plan again and have it approved.",
    );
  }
  return input;
}

/**
 * The steps as they are made today, which the check of a plan compares; null where that plan lacks a fact they look at, so
 * whatever made it, it is refused.
 */
function stepsAgain<Input>(definition: Definition<Input>, input: Input, plan: Plan): readonly PlanStep[] | null {
  try {
    return definition.steps(input, new Facts(plan.facts));
  } catch (error) {
    if (error instanceof ConnectorError && error.code === "fact-not-read") return null;
    throw error;
  }
}

/** How many leading steps earlier attempts have done. Throws when today's facts are none the plan knows. */
function stepsAlreadyDone(plan: Plan, today: readonly Fact[], mayHaveBegun: boolean): number {
  const candidates = mayHaveBegun ? plan.steps.length : 0;
  for (let done = candidates; done >= 0; done--) {
    if (canonicalJson(afterSteps(plan, done)) === canonicalJson(today)) return done;
  }
  const now = new Facts(today);
  const moved = plan.facts.find(({ subject, value }) => !now.is(subject, value));
  const what =
    moved === undefined ? "" : ` ${moved.subject} was "${moved.value}" and is "${now.value(moved.subject)}".`;
  throw new ConnectorError(
    "user-fixable",
    "plan-outdated",
    `The account is no longer as it was when the plan was made.${what} Make the plan again and have it approved.`,
  );
}

function afterSteps(plan: Plan, count: number): Fact[] {
  const after = new Map(
    plan.steps
      .slice(0, count)
      .flatMap(({ changes }) => changes.map((change: Change) => [change.subject, change.after])),
  );
  return plan.facts.map(({ subject, value }) => ({ subject, value: after.get(subject) ?? value }));
}

interface StepRun {
  readonly key: ApplyKey;
  readonly index: number;
  readonly plan: Plan;
  readonly read: () => Promise<readonly Fact[]>;
  readonly sender: Sender;
}

async function runStep(step: PlanStep, { key, index, plan, read, sender }: StepRun): Promise<string | null> {
  try {
    const { queryId } = await sender.send(step.call, {
      key: key.id,
      purpose: `step ${index}`,
      isResend: key.mayHaveBegun,
    });
    return queryId;
  } catch (error) {
    // "Already exists" may be the echo of our own call whose first answer was lost. The facts tell.
    if (!(error instanceof ConnectorError) || error.code !== "already-exists") throw error;
    if (canonicalJson(await read()) !== canonicalJson(afterSteps(plan, index + 1))) throw error;
    return null;
  }
}

function proofOf(expected: readonly Fact[], actual: readonly Fact[], readAt: number): Proof {
  const now = new Facts(actual);
  const facts = expected.map(({ subject, value }) => ({ subject, expected: value, actual: now.value(subject) }));
  return { isProven: facts.every((fact) => fact.expected === fact.actual), facts, readAt };
}
