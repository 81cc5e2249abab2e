/** Tickets that wait for a request, for tests. */

import type { Doc, Id } from "../_generated/dataModel";
import { loadRequest } from "../core/requests/model";
import { stepNow, submitted, tasksNow } from "../process/requests.testing";
import { completeTask, settle } from "../process/settling/model";
import { cancelRequest } from "../process/settling/requestMoves";
import { aSupport } from "./scenes.testing";

const WORK = { type: "manual_check", key: "work", input: {} };

/** A support in which adam has ada's ticket, which waits for a request of hers with two tasks and one that is skipped. */
export async function aWaiting() {
  const support = await aSupport();
  const { world, ada, adam, key, claim, waitFor } = support;
  /** A request of two tasks and one that is skipped. */
  const ask = async (requesterId: Id<"people"> = ada.id): Promise<Doc<"requests">> =>
    await world.run((ctx) =>
      submitted(ctx, requesterId, [
        WORK,
        { ...WORK, key: "more" },
        { ...WORK, key: "unneeded", skippedBecause: "Nothing to do" },
      ]),
    );
  const finish = async ({ _id }: Doc<"requests">): Promise<void> => {
    for (const [place, proof] of [{ isProven: true }, undefined].entries())
      await world.run(async (ctx) => {
        const task = (await tasksNow(ctx, { _id }))[place];
        if (task) await completeTask(stepNow(ctx), task, {}, proof && { proof });
      });
  };
  const cancel = async ({ _id }: Doc<"requests">): Promise<void> => {
    await world.run(async (ctx) => {
      await cancelRequest(stepNow(ctx), await loadRequest(ctx, _id), "No longer needed");
    });
  };
  const settleAgain = async ({ _id }: Doc<"requests">): Promise<void> => {
    await world.run(async (ctx) => {
      await settle(stepNow(ctx), await loadRequest(ctx, _id));
    });
  };
  const request = await ask();
  await claim(adam, key);
  await waitFor(adam, key, request.key);
  const told = async () => (await world.rows("notifications")).filter(({ kind }) => kind === "ticket.proven");
  return { ...support, ask, finish, cancel, settleAgain, request, told };
}
