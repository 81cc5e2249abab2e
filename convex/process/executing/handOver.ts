/**
 * What somebody who was removed looked after has gone to others: it is read back, kind by kind, and the task that says so
 * waits for as long as any of it is still being handed on.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { fullName } from "../../core/people/model";
import { tasksHeldBy } from "../../core/tasks/model";
import { ticketsHeldBy } from "../../core/tickets/model";
import type { Proof } from "../../lib/pure/plan";
import { plural } from "../../lib/pure/text";
import { momentUtc } from "../../lib/pure/time";
import { handOnExternalUsers, ownedBy, externalUsers } from "../confirming/succeeding/owned";
import { completeTask } from "../settling/model";
import { failTask, putBackTask } from "../settling/taskMoves";
import type { Step } from "../steps/step";
import { successorOf, removalOf } from "../steps/succession";

type ReadCtx = Pick<QueryCtx, "db">;

/** One that is left is enough to say that something is. */
const LEFT_READ = 50;

/** Ends the task once nothing is in their name any more; what still is keeps it waiting, or fails it. */
export async function readHandOver(step: Step, task: Doc<"requestTasks">, request: Doc<"requests">): Promise<void> {
  const { ctx, at } = step;
  const person = await ctx.db.get(request.beneficiaryId);
  const isUnderWay = await ctx.db
    .query("departures")
    .withIndex("by_person", (q) => q.eq("personId", request.beneficiaryId))
    .first();
  if (isUnderWay) {
    await putBackTask(step, task, "What waited for them is still being handed on");
    return;
  }
  // What was given to them after they left has not gone to anybody yet.
  const successor = await successorOf(ctx, await removalOf(ctx, request.beneficiaryId), "serviceUsers");
  if (person && successor) await handOnExternalUsers(step, person, successor._id);
  const name = person ? fullName(person) : "them";
  const left = await leftWith(ctx, request.beneficiaryId);
  const facts = left.map(({ many, count }) => ({
    subject: `${many[0]?.toUpperCase()}${many.slice(1)} of ${name}`,
    expected: "0",
    actual: String(count),
  }));
  const proof: Proof = { isProven: left.every(({ count }) => count === 0), facts, readAt: at };
  if (proof.isProven)
    await completeTask(
      step,
      task,
      { note: `Nothing is in their name, read at ${momentUtc(at)}` },
      { proof: { ...proof } },
    );
  else {
    const still = left.flatMap(({ one, many, count }) => (count > 0 ? [plural(count, one, many)] : []));
    await failTask(step, task, {
      outcome: "error",
      error: `Still in the name of ${name}: ${still.join(", ")}. Hand that over, then try again.`,
      proof: { ...proof },
    });
  }
}

interface Left {
  readonly one: string;
  readonly many: string;
  readonly count: number;
}

/** What is in somebody's name, by kind. */
async function leftWith(ctx: ReadCtx, personId: Id<"people">): Promise<Left[]> {
  const { areas, domains, owned, deputised } = await ownedBy(ctx, personId);
  const seats = await ctx.db
    .query("approvalSeats")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("isPending", true))
    .take(LEFT_READ);
  const tasks = [
    ...(await tasksHeldBy(ctx, personId, "Running", LEFT_READ)),
    ...(await tasksHeldBy(ctx, personId, "Not Started", LEFT_READ)),
  ];
  const count = (one: string, found: number): Left => ({ one, many: `${one}s`, count: found });
  return [
    count("business area", areas.length),
    count("data domain", domains.length),
    count("service user", owned.length + deputised.length),
    count("external user", (await externalUsers(ctx, personId)).length),
    count("open approval", seats.length),
    count("open task", tasks.length),
    count("support ticket", (await ticketsHeldBy(ctx, personId, LEFT_READ)).length),
  ];
}
