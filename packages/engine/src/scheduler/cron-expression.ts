/** Five-field cron expressions, in UTC: minute, hour, day of month, month, day of week. */

import type { CalendarUtc } from "../lib/clock.ts";

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names: readonly string[];
}

const FIELDS: readonly Field[] = [
  { name: "minute", min: 0, max: 59, names: [] },
  { name: "hour", min: 0, max: 23, names: [] },
  { name: "day of month", min: 1, max: 31, names: [] },
  {
    name: "month",
    min: 1,
    max: 12,
    names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
  },
  { name: "day of week", min: 0, max: 7, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] },
];

/** When a cron fires, minute by minute. */
export interface Timetable {
  matchesDay(at: CalendarUtc): boolean;
  readonly hours: ReadonlySet<number>;
  readonly minutes: ReadonlySet<number>;
}

/** Reads an expression. Throws naming the field that is wrong. */
export function parseCronExpression(expression: string): Timetable {
  const parts = expression.trim().toLowerCase().split(/\s+/);
  if (parts.length !== FIELDS.length) throw new Error(`Cron expression "${expression}" must have 5 fields`);
  const [minutes, hours, days, months, weekdays] = FIELDS.map((field, index) =>
    parseField(parts[index] as string, field),
  ) as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>];
  if (weekdays.has(7)) weekdays.add(0);
  const isAnyDay = parts[2] === "*" || parts[4] === "*";
  return {
    minutes,
    hours,
    // Both restricted: either may match, as in every cron.
    matchesDay: ({ month, day, weekday }) =>
      months.has(month) && (isAnyDay ? days.has(day) && weekdays.has(weekday) : days.has(day) || weekdays.has(weekday)),
  };
}

function parseField(text: string, field: Field): Set<number> {
  const values = new Set<number>();
  for (const part of text.split(",")) {
    const [range = "", stepText] = part.split("/");
    const step = stepText === undefined ? 1 : Number(stepText);
    if (!Number.isInteger(step) || step < 1) throw new Error(`Cron field ${field.name}: bad step in "${part}"`);
    const [from, to] = bounds(range, field, stepText !== undefined);
    for (let value = from; value <= to; value += step) values.add(value);
  }
  return values;
}

function bounds(range: string, field: Field, hasStep: boolean): [number, number] {
  if (range === "*") return [field.min, field.max];
  const [first = "", second] = range.split("-");
  const from = readNumber(first, field);
  const to = second === undefined ? (hasStep ? field.max : from) : readNumber(second, field);
  if (from > to) throw new Error(`Cron field ${field.name}: "${range}" runs backwards`);
  return [from, to];
}

function readNumber(text: string, field: Field): number {
  const named = field.names.indexOf(text.slice(0, 3));
  const value =
    named >= 0 && text.length >= 3 ? named + (field.min === 1 ? 1 : 0) : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value) || value < field.min || value > field.max)
    throw new Error(`Cron field ${field.name}: "${text}" is not a value`);
  return value;
}
