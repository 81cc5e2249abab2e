/** Mutation and Action (client), MutationResponse and ActionResponse (server). */

import type { JsonObject } from "../values/json.ts";
import { readArgs, readOptionalString, readString, readU32 } from "./read.ts";
import { encodeTs } from "./timestamp.ts";

/** A request to run one mutation. Serial per socket; (sessionId, requestId) names it for ever. */
export interface MutationRequest extends CallFields {
  readonly type: "Mutation";
}

/** A request to run one action. Concurrent, never resent by the client. */
export interface ActionRequest extends CallFields {
  readonly type: "Action";
}

interface CallFields {
  readonly requestId: number;
  readonly udfPath: string;
  readonly args: JsonObject;
  readonly componentPath: string | null;
}

/** A failed function. `errorDataJson` is JSON text, present exactly when a ConvexError was thrown. */
export interface FailedResult {
  readonly success: false;
  readonly errorMessage: string;
  readonly errorDataJson: string | undefined;
  readonly logLines: readonly string[];
}

/** `resultJson` is JSON text: it is spliced into the frame, never parsed. */
export type MutationResponse = { readonly type: "MutationResponse"; readonly requestId: number } & (
  | { readonly success: true; readonly resultJson: string; readonly ts: bigint; readonly logLines: readonly string[] }
  | FailedResult
);

/** Like MutationResponse, without a timestamp. */
export type ActionResponse = { readonly type: "ActionResponse"; readonly requestId: number } & (
  | { readonly success: true; readonly resultJson: string; readonly logLines: readonly string[] }
  | FailedResult
);

export function parseMutation(from: JsonObject): MutationRequest {
  return { type: "Mutation", ...parseCall(from) };
}

export function parseAction(from: JsonObject): ActionRequest {
  return { type: "Action", ...parseCall(from) };
}

function parseCall(from: JsonObject): CallFields {
  return {
    requestId: readU32(from, "requestId"),
    udfPath: readString(from, "udfPath"),
    args: readArgs(from),
    componentPath: readOptionalString(from, "componentPath"),
  };
}

export function encodeMutationResponse(message: MutationResponse): string {
  const ts = message.success ? `,"ts":"${encodeTs(message.ts)}"` : "";
  return `{"type":"MutationResponse","requestId":${message.requestId},${encodeResult(message)}${ts}}`;
}

export function encodeActionResponse(message: ActionResponse): string {
  return `{"type":"ActionResponse","requestId":${message.requestId},${encodeResult(message)}}`;
}

function encodeResult(result: MutationResponse | ActionResponse): string {
  const logs = result.logLines.length === 0 ? "[]" : JSON.stringify(result.logLines);
  if (result.success) return `"success":true,"result":${result.resultJson},"logLines":${logs}`;
  const data = result.errorDataJson === undefined ? "" : `,"errorData":${result.errorDataJson}`;
  return `"success":false,"result":${JSON.stringify(result.errorMessage)},"logLines":${logs}${data}`;
}
