/** Writing exported events as files. */

import { actionWords, OUTCOME_WORDS, targetName } from "../../../convex/core/audit/rules/eventWords";
import { sentenceText } from "../../../convex/core/audit/rules/sentences";
import { toCsv, type CsvColumn } from "../../lib/csv";
import type { EventDetail, ExportFormat } from "./api";

const json = (value: unknown): string =>
  JSON.stringify(value) === "{}" || JSON.stringify(value) === "[]" ? "" : JSON.stringify(value);

const COLUMNS: readonly CsvColumn<EventDetail>[] = [
  { heading: "Sequence", value: ({ sequence }) => sequence },
  { heading: "Time", value: ({ occurredAt }) => new Date(occurredAt) },
  { heading: "Event", value: ({ action }) => actionWords(action) },
  { heading: "Sentence", value: sentenceText },
  { heading: "Action", value: ({ action }) => action },
  { heading: "Outcome", value: ({ outcome }) => OUTCOME_WORDS[outcome] },
  { heading: "Actor", value: ({ actor }) => actor.label },
  { heading: "Actor ID", value: ({ actor }) => actor.personId },
  { heading: "Impersonated by", value: ({ impersonator }) => impersonator?.label ?? null },
  { heading: "Impersonator ID", value: ({ impersonator }) => impersonator?.personId ?? null },
  { heading: "Targets", value: ({ targets }) => targets.map(targetName).join("; ") },
  { heading: "Target IDs", value: ({ targets }) => targets.map(({ type, id }) => `${type}:${id}`).join("; ") },
  { heading: "Changes", value: ({ changes }) => json(changes) },
  { heading: "Context", value: ({ context }) => json(context) },
  { heading: "Address", value: ({ origin }) => origin?.ip ?? null },
  { heading: "Agent", value: ({ origin }) => origin?.userAgent ?? null },
  { heading: "Session", value: ({ origin }) => origin?.session ?? null },
  { heading: "Request ID", value: ({ origin }) => origin?.requestId ?? null },
  { heading: "Hash", value: ({ hash }) => hash },
];

/** The text of a file that holds these events. */
export function fileText(events: readonly EventDetail[], format: ExportFormat): string {
  return format === "csv"
    ? toCsv(events, COLUMNS)
    : `${JSON.stringify(
        events.map((event) => ({ ...event, occurredAt: new Date(event.occurredAt).toISOString() })),
        null,
        2,
      )}\n`;
}

/** "audit-trail-2026-03-02.csv". */
export function fileName(at: number, format: ExportFormat): string {
  return `audit-trail-${new Date(at).toISOString().slice(0, 10)}.${format}`;
}
