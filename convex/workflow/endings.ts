/** What follows from the end of a request: access becomes a grant, what was done too early is taken back, and what was told too early is corrected. */
import type { Doc } from "../_generated/dataModel";
import { wasDoneByHand } from "../tasks/rules";
import { planCompensation, tellOfWorkByHand } from "./executing/compensation";
import { forgetDroppedUser, grantAccess, keepGivenByHand } from "./executing/granting";
import { endGrantsOf } from "./executing/removal";
import type { Step } from "./step";
import { correctWhatWasTold } from "./telling";

/** Called once, in the transaction that ends the request. `tasks` are as they were just before. */
export async function afterEnd(step: Step, request: Doc<"requests">, tasks: readonly Doc<"requestTasks">[]): Promise<void> {
  await forgetDroppedUser(step, request, tasks);
  if (request.status === "Completed") {
    await grantAccess(step, request, tasks);
    await correctWhatWasTold(step, request, tasks);
  } else {
    await planCompensation(step, request, tasks);
    const gaveAccess = await keepGivenByHand(step, request, tasks);
    await tellOfWorkByHand(step, request, tasks.filter((task) => wasDoneByHand(task) && !gaveAccess.includes(task)));
    await endGrantsOf(step, request);
  }
}
