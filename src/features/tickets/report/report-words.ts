/** What the report of support says; pure, with its cases beside it. */

import { TOPICS } from "../../../../convex/core/tickets/rules";
import { CAUSES } from "../../../../convex/core/tickets/rules/causes";
import { MINUTE_MS } from "../../../../convex/lib/pure/time";
import type { CsvColumn } from "../../../lib/csv";
import { count } from "../../../lib/text";
import { shortDay } from "../../../lib/weeks";
import type { Bar } from "../../../ui/chart/bars";
import type { ReportFigures, TicketReport } from "./api";

type InTime = ReportFigures["answers"];

/** "45m", "31h 5m": working time, which has no days. */
export function workingTime(ms: number | null): string {
  if (ms === null) return "-";
  const minutes = Math.round(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes}m`;
  return minutes % 60 === 0 ? `${hours}h` : `${hours}h ${minutes % 60}m`;
}

/** "92%", or a dash where nothing is known. */
export function shareOf(known: InTime | null): string {
  return known === null || known.of === 0 ? "-" : `${Math.round((known.kept / known.of) * 100)}%`;
}

/** The figures of the whole, each with what it is counted from. */
export function tilesOf({ written, answerMs, endMs, answers, ends, good }: ReportFigures) {
  return [
    { label: "Tickets written", value: written.toLocaleString("en-GB"), from: "Excluding merged tickets" },
    { label: "First answer", value: workingTime(answerMs), from: "Median working time" },
    { label: "First answers in time", value: shareOf(answers), from: countedFrom(answers) },
    { label: "Solution", value: workingTime(endMs), from: "Median working time, excluding waits" },
    { label: "Solutions in time", value: shareOf(ends), from: countedFrom(ends) },
    { label: "Said the help was good", value: shareOf(good), from: good ? countedFrom(good) : "Fewer than 3 ratings" },
  ];
}

function countedFrom({ kept, of }: InTime): string {
  return of === 0 ? "Nothing to count yet" : `${kept.toLocaleString("en-GB")} of ${of.toLocaleString("en-GB")}`;
}

/** The weeks as points of the three charts. */
export function chartsOf(starts: readonly number[], weeks: TicketReport["weeks"]) {
  const labels = starts.map(shortDay);
  const late = ({ kept, of }: InTime): number => of - kept;
  const points = (values: (week: TicketReport["weeks"][number]) => [number, number], names: [string, string]) =>
    weeks.map((week, at) => {
      const label = labels[at] ?? "";
      const [one, other] = values(week);
      return { label, values: [one, other], words: `Week of ${label}: ${one} ${names[0]}, ${other} ${names[1]}` };
    });
  return {
    volume: points((week) => [week.written, week.resolved], ["written", "resolved"]),
    answers: points(({ answers }) => [answers.kept, late(answers)], ["answered in time", "late"]),
    ends: points(({ ends }) => [ends.kept, late(ends)], ["solved in time", "late"]),
  };
}

/** What the volume comes to. */
export function volumeTitle(weeks: TicketReport["weeks"]): string {
  const sum = (of: "written" | "resolved"): number => weeks.reduce((total, week) => total + week[of], 0);
  return `${count(sum("written"), "ticket")} written, ${sum("resolved").toLocaleString("en-GB")} resolved`;
}

/** What came in time: "3 of 4 first answers in time". */
export function timeTitle({ kept, of }: InTime, noun: string): string {
  if (of === 0) return `No ${noun}s yet`;
  return `${kept.toLocaleString("en-GB")} of ${count(of, noun)} in time`;
}

/** What people said of the help: nothing where too few did. */
export function helpShares({ good, ended }: Pick<ReportFigures, "good" | "ended">): { label: string; value: number }[] {
  if (good === null) return [];
  return [
    { label: "Good", value: good.kept },
    { label: "No rating", value: Math.max(0, ended - good.of) },
    { label: "Not good", value: good.of - good.kept },
  ];
}

/** The same in one line. */
export function helpTitle({ good }: Pick<ReportFigures, "good">): string {
  if (good === null) return "Ratings of the help";
  return `${good.kept.toLocaleString("en-GB")} of ${good.of.toLocaleString("en-GB")} said the help was good`;
}

/** Why support was needed, as bars: the most first, what nobody said last. */
export function causeBars(causes: TicketReport["causes"]): Bar[] {
  const total = causes.reduce((sum, { count: one }) => sum + one, 0);
  return causes
    .toSorted((one, other) => Number(one.cause === null) - Number(other.cause === null))
    .map(({ cause, count: value }) => ({
      label: cause === null ? "Not recorded" : CAUSES[cause].label,
      value,
      words: `${value.toLocaleString("en-GB")} · ${Math.round((value / total) * 100)}%`,
    }));
}

/** What most of them came to. */
export function causesTitle(causes: TicketReport["causes"]): string {
  const [first, second] = causes.filter(({ cause }) => cause !== null);
  if (!first?.cause) return "Why support was needed";
  return first.count === second?.count
    ? "Why support was needed"
    : `${CAUSES[first.cause].label} is the most common cause`;
}

/** What the figures are told apart by, as they are called. */
export const GROUPS = { topic: "Topic", area: "Area", team: "Team" } as const;
export type By = keyof typeof GROUPS;

/** One line of the table: a topic, an area or a team. */
export interface GroupRow extends ReportFigures {
  readonly name: string;
}

/** The lines of the table. */
export function rowsBy({ topics, areas, teams }: Pick<TicketReport, "topics" | "areas" | "teams">, by: By): GroupRow[] {
  if (by === "topic") return topics.map(({ topic, ...figures }) => ({ name: TOPICS[topic].label, ...figures }));
  if (by === "area") return areas.map(({ area, ...figures }) => ({ name: area ?? "No area", ...figures }));
  return teams.map(({ team, ...figures }) => ({ name: team ?? "No team", ...figures }));
}

/** One figure of each line as bars, the longest first; lines of which it is not known are left out. */
export function groupBars(rows: readonly GroupRow[], heading: string): Bar[] {
  const column = COLUMNS.find((one) => one.heading === heading);
  return rows
    .flatMap((row) => {
      const value = column?.value(row);
      return column && typeof value === "number" ? [{ label: row.name, value, words: column.shown(row) }] : [];
    })
    .toSorted((one, other) => other.value - one.value);
}

/** The columns of the table, as they are read and as they are taken out. */
export const COLUMNS = [
  { heading: "Tickets", value: ({ written }) => written, shown: ({ written }) => written.toLocaleString("en-GB") },
  {
    heading: "First answer",
    value: ({ answerMs }) => minutes(answerMs),
    shown: ({ answerMs }) => workingTime(answerMs),
  },
  { heading: "Answered in time", value: ({ answers }) => part(answers), shown: ({ answers }) => shareOf(answers) },
  { heading: "Solution", value: ({ endMs }) => minutes(endMs), shown: ({ endMs }) => workingTime(endMs) },
  { heading: "Solved in time", value: ({ ends }) => part(ends), shown: ({ ends }) => shareOf(ends) },
  { heading: "Said the help was good", value: ({ good }) => part(good), shown: ({ good }) => shareOf(good) },
] as const satisfies readonly (CsvColumn<GroupRow> & { readonly shown: (row: GroupRow) => string })[];

/** The columns of the file: minutes of working time, and shares from 0 to 1. */
export function fileColumns(by: By): CsvColumn<GroupRow>[] {
  const units: Readonly<Record<string, string>> = { "First answer": " (minutes)", Solution: " (minutes)" };
  return [
    { heading: GROUPS[by], value: ({ name }) => name },
    ...COLUMNS.map(({ heading, value }) => ({ heading: `${heading}${units[heading] ?? ""}`, value })),
  ];
}

function minutes(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / MINUTE_MS);
}

function part(known: InTime | null): number | null {
  return known === null || known.of === 0 ? null : Math.round((known.kept / known.of) * 1000) / 1000;
}
