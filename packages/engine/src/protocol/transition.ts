/** Transition: moves a socket's whole query set to one committed timestamp. */

import { Parts, type Part, type SharedText } from "./frame.ts";
import { encodeTs } from "./timestamp.ts";

/** All Transitions of a socket form one chain: each starts where the one before ended. */
export interface StateVersion {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: bigint;
}

/** One change of one query. `resultJson` holds the fields that all subscribers of the query share. */
export type StateModification =
  | { readonly type: "QueryUpdated" | "QueryFailed"; readonly queryId: number; readonly resultJson: SharedText }
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
  return `${UPDATED_HEAD}${valueJson}${updatedTail(logLines, journal)}`;
}

/** What is before the value in the shared part of a QueryUpdated. */
export const UPDATED_HEAD = '"value":';

/** What is behind the value. */
export function updatedTail(logLines: readonly string[], journal: string | null): string {
  return `,"logLines":${JSON.stringify(logLines)},"journal":${JSON.stringify(journal)}`;
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

export function encodeTransition(message: Transition): readonly Part[] {
  const { startVersion, endVersion, modifications, clientClockSkew, serverTs } = message;
  const parts = new Parts();
  parts.add(
    `{"type":"Transition","startVersion":${encodeVersion(startVersion)},"endVersion":${encodeVersion(endVersion)},"modifications":[`,
  );
  let comma = "";
  for (const item of modifications) {
    parts.add(`${comma}{"type":"${item.type}","queryId":${item.queryId}`);
    if (item.type !== "QueryRemoved") parts.add(",").add(item.resultJson.part());
    parts.add("}");
    comma = ",";
  }
  const skew = clientClockSkew === null ? "" : `,"clientClockSkew":${clientClockSkew}`;
  const told = serverTs === null ? "" : `,"serverTs":${serverTs}`;
  return parts.add(`]${skew}${told}}`).take();
}

function encodeVersion(version: StateVersion): string {
  return `{"querySet":${version.querySet},"identity":${version.identity},"ts":"${encodeTs(version.ts)}"}`;
}
