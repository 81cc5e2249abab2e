/** Everything a client may send. */

import { isJsonObject, isNestedTooDeeply } from "../values/json.ts";
import { parseAuthenticate, type Authenticate } from "./authenticate.ts";
import { parseAction, parseMutation, type ActionRequest, type MutationRequest } from "./call.ts";
import { parseConnect, type Connect } from "./connect.ts";
import { parseEvent, type ClientEvent } from "./liveness.ts";
import { parseModifyQuerySet, type ModifyQuerySet } from "./query-set.ts";
import { ProtocolError } from "./read.ts";

export type ClientMessage = Connect | Authenticate | ModifyQuerySet | MutationRequest | ActionRequest | ClientEvent;

/** Reads one text frame. Throws ProtocolError on anything that is not a message of this protocol. */
export function parseClientMessage(text: string): ClientMessage {
  if (isNestedTooDeeply(text)) throw new ProtocolError("Message is nested too deeply");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ProtocolError("Message is not JSON");
  }
  if (!isJsonObject(json)) throw new ProtocolError("Message is not an object");
  switch (json["type"]) {
    case "Connect":
      return parseConnect(json);
    case "Authenticate":
      return parseAuthenticate(json);
    case "ModifyQuerySet":
      return parseModifyQuerySet(json);
    case "Mutation":
      return parseMutation(json);
    case "Action":
      return parseAction(json);
    case "Event":
      return parseEvent(json);
    default:
      throw new ProtocolError(`Unknown message type ${JSON.stringify(json["type"] ?? null)}`);
  }
}
