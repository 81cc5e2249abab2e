/** Event (client telemetry), Ping and FatalError (server). */

import type { JsonObject, Json } from "../values/json.ts";
import { readString } from "./read.ts";

/** Client telemetry: accepted and ignored. */
export interface ClientEvent {
  readonly type: "Event";
  readonly eventType: string;
  readonly event: Json;
}

/** Sent after a while without any other message, so that the client's silence timer does not fire. */
export interface Ping {
  readonly type: "Ping";
}

/** The client terminates for good when it receives this: only for messages it should never have sent. */
export interface FatalError {
  readonly type: "FatalError";
  readonly error: string;
}

export function parseEvent(from: JsonObject): ClientEvent {
  return { type: "Event", eventType: readString(from, "eventType"), event: from["event"] ?? null };
}
