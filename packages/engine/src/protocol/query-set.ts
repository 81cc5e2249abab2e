/** ModifyQuerySet: which queries this socket wants to hear about. */

import type { JsonObject } from "../values/json.ts";
import { ProtocolError, readArgs, readList, readObject, readOptionalString, readString, readU32 } from "./read.ts";

export interface AddQuery {
  readonly type: "Add";
  readonly queryId: number;
  readonly udfPath: string;
  readonly args: JsonObject;
  readonly journal: string | null;
  readonly componentPath: string | null;
}

export interface RemoveQuery {
  readonly type: "Remove";
  readonly queryId: number;
}

export interface ModifyQuerySet {
  readonly type: "ModifyQuerySet";
  readonly baseVersion: number;
  readonly newVersion: number;
  readonly modifications: readonly (AddQuery | RemoveQuery)[];
}

export function parseModifyQuerySet(from: JsonObject): ModifyQuerySet {
  return {
    type: "ModifyQuerySet",
    baseVersion: readU32(from, "baseVersion"),
    newVersion: readU32(from, "newVersion"),
    modifications: readList(from, "modifications").map((item) => parseModification(readObject(item, "A modification"))),
  };
}

function parseModification(from: JsonObject): AddQuery | RemoveQuery {
  const type = readString(from, "type");
  const queryId = readU32(from, "queryId");
  if (type === "Remove") return { type, queryId };
  if (type !== "Add") throw new ProtocolError(`Unknown query set modification ${JSON.stringify(type)}`);
  return {
    type,
    queryId,
    udfPath: readString(from, "udfPath"),
    args: readArgs(from),
    journal: readOptionalString(from, "journal"),
    componentPath: readOptionalString(from, "componentPath"),
  };
}
