/** Small rules about text that both the server and the forms follow. */

/** Longest first or last name (specification, section 9). */
export const NAME_MAX_LENGTH = 50;

/** "3 tasks", "1 task". */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** The form in which e-mail addresses are stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Text cut to a length, with an ellipsis when something was cut. */
export function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}
