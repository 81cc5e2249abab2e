/** Dates as other libraries want them, made from injected time. */

/** The Date of an instant. */
export function dateOf(ms: number): Date {
  return new Date(ms);
}

/** The UTC calendar fields of an instant; `weekday` counts from Sunday = 0, `month` from January = 1. */
export interface CalendarUtc {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
}

/** Takes an instant apart. */
export function calendarUtc(ms: number): CalendarUtc {
  const date = new Date(ms);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  };
}
