/** What the client is told of a mutation or an action that came to its end. */

import type { FunctionCall, FunctionOutcome, MutationRun } from "../functions/call.ts";
import { clientMessage } from "../functions/failure.ts";
import type { ActionResponse, FailedResult, MutationResponse } from "../protocol/call.ts";

/** How a failure is told: under the request's name, and without what it says where errors are redacted. */
export interface Telling {
  readonly named: Pick<FunctionCall, "requestId">;
  readonly isRedacted: boolean;
}

/** The answer to a mutation; its timestamp says from when on a Transition shows what was written. */
export function mutationAnswer(requestId: number, outcome: MutationRun, telling: Telling): MutationResponse {
  const type = "MutationResponse";
  if (!outcome.ok) return { type, requestId, ...failed(outcome, telling) };
  return {
    type,
    requestId,
    success: true,
    resultJson: outcome.valueJson,
    ts: outcome.ts,
    logLines: logLines(outcome, telling),
  };
}

/** The answer to an action. */
export function actionAnswer(requestId: number, outcome: FunctionOutcome, telling: Telling): ActionResponse {
  const type = "ActionResponse";
  if (!outcome.ok) return { type, requestId, ...failed(outcome, telling) };
  return { type, requestId, success: true, resultJson: outcome.valueJson, logLines: logLines(outcome, telling) };
}

function failed(outcome: FunctionOutcome & { ok: false }, telling: Telling): FailedResult {
  return {
    success: false,
    errorMessage: clientMessage(outcome.failure, telling.named.requestId, telling.isRedacted),
    errorDataJson: outcome.failure.errorDataJson,
    logLines: logLines(outcome, telling),
  };
}

function logLines(outcome: FunctionOutcome, { isRedacted }: Telling): readonly string[] {
  return isRedacted ? [] : outcome.logLines;
}
