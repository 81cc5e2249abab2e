/** When a draft of a request type may be changed and published. The buttons of the editor ask the same rules. */

import type { Refusal } from "../../../lib/pure/refusal";
import { plural } from "../../../lib/pure/text";
import type { RequestTypeDefinition, VersionStatus } from "../table";

/** What a decision about a draft looks at. */
export interface DraftFacts {
  readonly version: number;
  readonly status: VersionStatus;
  readonly revision: number;
  /** Who changed it last; null: the portal. */
  readonly lastEditor: null | { readonly id: string; readonly name: string };
  /** The version in force. */
  readonly publishedVersion: number | null;
}

/** Drafts of one type that may wait at once. */
export const MAX_DRAFTS = 5;
/** Fields of a form, and characters of a whole definition, that are kept. */
export const MAX_FIELDS = 60;
export const MAX_DEFINITION_LENGTH = 200_000;
/** Characters of the note that tells what a version changes. */
export const NOTE_MAX_LENGTH = 500;

/** Why another draft cannot be begun, or null. */
export function whyNotBegin(drafts: number): Refusal | null {
  if (drafts < MAX_DRAFTS) return null;
  return {
    code: "too-many",
    max: MAX_DRAFTS,
    message: `There are already ${plural(drafts, "draft")}. Publish or discard one first.`,
  };
}

/** Why a draft cannot be changed by somebody who looks at this revision, or null. */
export function whyNotEdit(draft: DraftFacts, revision: number): Refusal | null {
  if (draft.status !== "draft") return { code: "wrong-state", status: draft.status };
  if (draft.revision !== revision) {
    return {
      code: "changed-meanwhile",
      message: `${draft.lastEditor?.name ?? "The portal"} saved this draft since you opened it. Reload it, and make your change again.`,
    };
  }
  return null;
}

/** Why a definition is not even kept as a draft, or null. */
export function whyNotKeep(definition: RequestTypeDefinition): Refusal | null {
  if (definition.fields.length > MAX_FIELDS) return { code: "too-many", max: MAX_FIELDS };
  return JSON.stringify(definition).length > MAX_DEFINITION_LENGTH
    ? { code: "too-long", maxLength: MAX_DEFINITION_LENGTH }
    : null;
}

/** Who wants to publish, and what the portal asks of them. */
export interface Publishing {
  readonly personId: string;
  /** Whether somebody else than the last editor has to do it. */
  readonly needsSecondPerson: boolean;
  readonly problems: number;
}

/** Why this person cannot publish a draft, or null. */
export function whyNotPublish(
  draft: DraftFacts,
  { personId, needsSecondPerson, problems }: Publishing,
): Refusal | null {
  if (draft.status !== "draft") return { code: "wrong-state", status: draft.status };
  if (draft.publishedVersion !== null && draft.publishedVersion > draft.version) {
    return {
      code: "changed-meanwhile",
      message: `Version ${draft.publishedVersion} was published since this draft was begun. Copy that version and bring your change over.`,
    };
  }
  if (problems > 0) return { code: "invalid-input", message: `${plural(problems, "problem")} must be solved first.` };
  if (needsSecondPerson && draft.lastEditor?.id === personId) {
    return { code: "not-eligible", message: "You changed this draft last. A second super admin has to publish it." };
  }
  return null;
}

/** Why the typed confirmation does not do, or null. */
export function whyNotConfirmed(typed: string, key: string): Refusal | null {
  return typed.trim() === key ? null : { code: "confirmation-required", message: `Type ${key} to confirm.` };
}
