/** Transition: moves a socket's whole query set to one committed timestamp. */

import { encodeTs } from "./timestamp.ts";

/** All Transitions of a socket form one chain: each starts where the one before ended. */
export interface StateVersion {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: bigint;
}

/** One change of one query. `resultJson` holds the fields that all subscribers of the query share. */
export type StateModification =
  | { readonly type: "QueryUpdated" | "QueryFailed"; readonly queryId: number; readonly resultJson: string }
  | { readonly type: "QueryRemoved"; readonly queryId: number };

export interface Transition {
  readonly type: "Transition";
  readonly startVersion: StateVersion;
  readonly endVersion: StateVersion;
  readonly modifications: readonly StateModification[];
  readonly clientClockSkew: number | null;
  readonly serverTs: number | null;
}

/** The shared part of a QueryUpdated: built once per execution, spliced into every subscriber's frame. */
export function queryUpdatedJson(valueJson: string, logLines: readonly string[], journal: string | null): string {
  return `"value":${valueJson},"logLines":${JSON.stringify(logLines)},"journal":${JSON.stringify(journal)}`;
}

/** The shared part of a QueryFailed. */
export function queryFailedJson(
  errorMessage: string,
  errorDataJson: string | undefined,
  logLines: readonly string[],
  journal: string | null,
): string {
  const data = errorDataJson === undefined ? "" : `,"errorData":${errorDataJson}`;
  return `"errorMessage":${JSON.stringify(errorMessage)},"logLines":${JSON.stringify(logLines)},"journal":${JSON.stringify(journal)}${data}`;
}

export function encodeTransition(message: Transition): string {
  const modifications = message.modifications.map((item) =>
    item.type === "QueryRemoved"
      ? `{"type":"QueryRemoved","queryId":${item.queryId}}`
      : `{"type":"${item.type}","queryId":${item.queryId},${item.resultJson}}`,
  );
  const skew = message.clientClockSkew === null ? "" : `,"clientClockSkew":${message.clientClockSkew}`;
  const serverTs = message.serverTs === null ? "" : `,"serverTs":${message.serverTs}`;
  return `{"type":"Transition","startVersion":${encodeVersion(message.startVersion)},"endVersion":${encodeVersion(message.endVersion)},"modifications":[${modifications.join(",")}]${skew}${serverTs}}`;
}

function encodeVersion(version: StateVersion): string {
  return `{"querySet":${version.querySet},"identity":${version.identity},"ts":"${encodeTs(version.ts)}"}`;
}
