/** Events and transactions as sentences: "Ada King rejected REQ-398; 5 tasks cancelled". */

import { outcomeOf } from "../rules";
import type { AuditEventFields } from "../table";
import { CONSEQUENCES, REPEATS } from "./consequences";
import { actionWords, targetName } from "./eventWords";
import { PHRASES, UNNAMED } from "./phrases";
import { EMPTY } from "./removal";

/** A piece of a sentence; the names in it are what it is about. */
export interface SentencePart {
  readonly text: string;
  readonly isName: boolean;
}

/** What a sentence is made of. */
export type SentenceEvent = Pick<AuditEventFields, "action" | "targets" | "outcome"> & {
  readonly actor: Pick<AuditEventFields["actor"], "kind" | "label">;
};

/** How often an action stands in a transaction beside its first. */
export interface ActionCount {
  readonly action: string;
  readonly count: number;
}

/** One event as a sentence. What has no sentence of its own is told by its words and its first target. */
export function sentenceOf(event: SentenceEvent): SentencePart[] {
  const { action, outcome, targets } = event;
  if (outcome === "denied" && outcomeOf(action) === "success" && action !== "access.refused")
    return [actorPart(event), plain(` was refused: ${lowerFirst(actionWords(action))}`), ...about(targets)];
  const phrase = PHRASES[action];
  return phrase === undefined ? [plain(actionWords(action)), ...about(targets)] : filled(phrase, event);
}

/** The same in one text. */
export function sentenceText(event: SentenceEvent): string {
  return textOf(sentenceOf(event));
}

/** The text of some parts. */
export function textOf(parts: readonly SentencePart[]): string {
  return parts.map(({ text }) => text).join("");
}

/**
 * What else a transaction brought about, of what is worth saying: "1 more step approved, request ended"; empty for
 * nothing. What it did again comes first.
 */
export function consequenceWords(lead: string, others: readonly ActionCount[]): string {
  const again = others.filter(({ action }) => action === lead);
  const rest = others.filter(({ action }) => action !== lead);
  return [
    ...again.map(({ count }) => counted(count, REPEATS[lead] ?? ["1 more", "more"])),
    ...rest.flatMap(({ action, count }) => {
      const words = CONSEQUENCES[action];
      return words === undefined || isSaid(lead, action) ? [] : [counted(count, words)];
    }),
  ].join(", ");
}

/** An approval opens with its first step: saying both says one thing twice. */
function isSaid(lead: string, action: string): boolean {
  return lead === "approval.opened" && action === "approval.stepOpened";
}

function counted(count: number, [one, several]: readonly [one: string, several: string]): string {
  return count === 1 ? one : `${count.toLocaleString("en-GB")} ${several}`;
}

const PLACE = /\[([^\]]*)\]|\{(\w+)\}|([^[{]+)/g;

function filled(phrase: string, event: SentenceEvent): SentencePart[] {
  return [...phrase.matchAll(PLACE)].flatMap(([, optional, place, text]) => {
    if (text !== undefined) return [plain(text)];
    if (optional !== undefined) {
      const [, name = ""] = /\{(\w+)\}/.exec(optional) ?? [];
      return nameAt(name, event) === null ? [] : filled(optional, event);
    }
    const name = place === undefined ? null : nameAt(place, event);
    return [name ?? plain(UNNAMED[place ?? ""] ?? "")];
  });
}

function nameAt(place: string, event: SentenceEvent): SentencePart | null {
  if (place === "actor") return actorPart(event);
  const { targets } = event;
  const [first] = targets;
  if (place === "target") return first ? { text: lowerFirst(targetName(first)), isName: true } : null;
  const target = targets.find(({ type, label }) => type === place && label !== undefined);
  return target?.label === undefined ? null : { text: target.label, isName: true };
}

function actorPart({ actor }: SentenceEvent): SentencePart {
  if (actor.kind === "system") return plain(actor.label === EMPTY.actor.label ? "Somebody" : "The portal");
  return { text: actor.label, isName: true };
}

function about([first]: SentenceEvent["targets"]): SentencePart[] {
  return first ? [plain(": "), { text: targetName(first), isName: true }] : [];
}

function plain(text: string): SentencePart {
  return { text, isName: false };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
