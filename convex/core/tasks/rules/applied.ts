/** What a task has done in an outside system, and which access that is. */

import { canonicalJson } from "../../../lib/pure/canonicalJson";
import { changesNothing, executorOf, hasBegun, typeOf } from "../rules";
import type { TaskFields } from "../table";

/** "snowflake|ADA|ANALYST" for what ends by an operation of its own, else made of the whole input. */
export function accessKeyOf(task: Pick<TaskFields, "type" | "input">, system: string): string {
  const fields = typeOf(task.type)?.endsBy?.fields;
  const names = fields ? fields.map((field) => String(task.input[field])) : [task.type, canonicalJson(task.input)];
  return [system, ...names].join("|");
}

/** One piece of work a task did: what was begun on one plan. */
export type Piece = Pick<TaskFields, "plan" | "ref"> & { readonly key: string };

type Pieces = Pick<TaskFields, "idempotencyKey" | "plan" | "ref" | "applyBegunAt" | "formerWork">;

/** The last piece of work that a task has begun and that was not taken back; null when there is none. */
export function lastPieceOf({ idempotencyKey, plan, ref, applyBegunAt, formerWork = [] }: Pieces): Piece | null {
  return applyBegunAt === undefined ? (formerWork.at(-1) ?? null) : { key: idempotencyKey, plan, ref };
}

/** What is left of a task's work when the last piece is taken back. */
export function withoutLastPiece({ applyBegunAt, formerWork = [] }: Pieces): Partial<Pieces> {
  return applyBegunAt === undefined ? { formerWork: formerWork.slice(0, -1) } : { applyBegunAt: undefined };
}

/** Whether nothing was sent for a task's work: all was there when it was planned, so it is somebody else's (R12). */
export function sentNothing(task: Pick<TaskFields, "plan" | "formerWork">): boolean {
  return changesNothing(task) && (task.formerWork ?? []).length === 0;
}

/** Whether a task's work is the portal's to take back when its request ends early: what was found there is not (R12). */
export function isToTakeBack(task: Pick<TaskFields, "type" | "plan" | "applyBegunAt" | "formerWork">): boolean {
  return executorOf(task) === "connector" && hasBegun(task) && !sentNothing(task);
}
