/** Everything the server may send. */

import { encodeAuthError, type AuthError } from "./authenticate.ts";
import { encodeActionResponse, encodeMutationResponse, type ActionResponse, type MutationResponse } from "./call.ts";
import type { FatalError, Ping } from "./liveness.ts";
import type { Transition } from "./transition.ts";

export type ServerMessage = Transition | MutationResponse | ActionResponse | AuthError | FatalError | Ping;

/** One text frame; a Transition may hold much that others hold, too. */
export function encodeServerMessage(message: Exclude<ServerMessage, Transition>): string {
  switch (message.type) {
    case "MutationResponse":
      return encodeMutationResponse(message);
    case "ActionResponse":
      return encodeActionResponse(message);
    case "AuthError":
      return encodeAuthError(message);
    case "FatalError":
    case "Ping":
      return JSON.stringify(message);
    default:
      return message satisfies never;
  }
}
