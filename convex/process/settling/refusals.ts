/** What every move of a request or task is refused for. */

import type { Doc } from "../../_generated/dataModel";
import { isTerminal } from "../../core/requests/rules";
import { refuse } from "../../lib/errors";

/** Nothing moves in a request that has ended. */
export function refuseEnded(request: Doc<"requests">): void {
  if (isTerminal(request.status)) refuse({ code: "wrong-state", status: request.status });
}

/** Words for a cancel or a hold. */
const REASON_MAX_LENGTH = 1000;

/** What people read about later needs words. */
export function refuseEmpty(reason: string): void {
  if (reason.trim() === "") refuse({ code: "reason-required" });
}

/** What people read about later is a reason and no letter. */
export function refuseLong(reason: string): void {
  if (reason.length > REASON_MAX_LENGTH) refuse({ code: "too-long", maxLength: REASON_MAX_LENGTH });
}
