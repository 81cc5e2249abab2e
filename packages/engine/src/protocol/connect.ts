/** Connect: the first message of every socket. */

import type { JsonObject } from "../values/json.ts";
import { readNumber, readOptionalString, readString, readU32, ProtocolError } from "./read.ts";
import { decodeTs } from "./timestamp.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** `sessionId` names one client object and outlives its sockets. */
export interface Connect {
  readonly type: "Connect";
  readonly sessionId: string;
  readonly connectionCount: number;
  readonly lastCloseReason: string | null;
  readonly maxObservedTimestamp: bigint | null;
  readonly clientTs: number | null;
}

export function parseConnect(from: JsonObject): Connect {
  const sessionId = readString(from, "sessionId");
  if (!UUID.test(sessionId)) throw new ProtocolError('Field "sessionId" must be a UUID');
  const observed = from["maxObservedTimestamp"];
  return {
    type: "Connect",
    sessionId,
    connectionCount: readU32(from, "connectionCount"),
    lastCloseReason: readOptionalString(from, "lastCloseReason"),
    maxObservedTimestamp: observed === undefined || observed === null ? null : decodeTs(observed),
    clientTs: from["clientTs"] === undefined || from["clientTs"] === null ? null : readNumber(from, "clientTs"),
  };
}
