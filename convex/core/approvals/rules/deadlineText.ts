const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** "22 Nov 14:00 UTC": a deadline inside a sentence that is stored, so it cannot follow the reader's zone. */
export function deadlineText(at: number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ""} ${date.toISOString().slice(11, 16)} UTC`;
}
