/** Days and times as people in Britain type them, and as the portal keeps them: "2026-11-22", "2026-11-22T14:00". */

const DAY = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4}|\d{2})$/;
const KEPT_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{1,2})[:.](\d{2})$/;

/** "22/11/2026", with a time "22/11/2026 14:00"; empty for none. */
export function shownDay(kept: string): string {
  const [day = "", time] = kept.split("T");
  const [, year, month, date] = KEPT_DAY.exec(day) ?? [];
  if (year === undefined) return kept;
  return `${date}/${month}/${year}${time === undefined ? "" : ` ${time}`}`;
}

/**
 * What was typed, as it is kept: empty for nothing, null for what is no day of the calendar, or has no time where one
 * is wanted. A day written the way it is kept is read, too: somebody may paste it.
 */
export function typedDay(typed: string, isTimed: boolean): string | null {
  const text = typed.trim();
  if (text === "") return "";
  const [dayText = "", timeText] = isTimed ? splitTime(text) : [text];
  const day = keptDay(dayText);
  if (day === null) return null;
  if (!isTimed) return day;
  const time = keptTime(timeText ?? "");
  return time === null ? null : `${day}T${time}`;
}

function splitTime(text: string): [day: string, time: string] {
  const place = Math.max(text.lastIndexOf(" "), text.lastIndexOf("T"));
  return place < 0 ? [text, ""] : [text.slice(0, place).replace(/,$/, "").trim(), text.slice(place + 1)];
}

function keptDay(text: string): string | null {
  const [, keptYear, keptMonth, keptDate] = KEPT_DAY.exec(text) ?? [];
  const [, typedDate, typedMonth, typedYear] = DAY.exec(text) ?? [];
  const [year, month, date] = [keptYear ?? fullYear(typedYear), keptMonth ?? typedMonth, keptDate ?? typedDate].map(
    Number,
  );
  if (year === undefined || month === undefined || date === undefined) return null;
  const at = new Date(Date.UTC(year, month - 1, date));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === date;
  return isReal ? `${String(year).padStart(4, "0")}-${two(month)}-${two(date)}` : null;
}

function keptTime(text: string): string | null {
  const [, hour = "", minute = ""] = TIME.exec(text) ?? [];
  return hour === "" || Number(hour) > 23 || Number(minute) > 59 ? null : `${two(Number(hour))}:${minute}`;
}

function fullYear(year: string | undefined): string | undefined {
  return year?.length === 2 ? `20${year}` : year;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
