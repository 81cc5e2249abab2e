/** Small rules about text that both the server and the forms follow. */

/** Longest first or last name (specification, section 9). */
export const NAME_MAX_LENGTH = 50;

/** Control characters, marks that change the direction of writing, and others that nobody sees. */
const HIDDEN_MARKS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u;

/** The message for a first or last name that cannot be taken, or null (specification, section 5). */
export function whyNotPersonName(label: "First name" | "Last name", name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === "") return `${label} is required`;
  if (trimmed.length > NAME_MAX_LENGTH) return `${label} must be less than ${NAME_MAX_LENGTH} characters`;
  // They would show other people another name than the one that is kept.
  return HIDDEN_MARKS.test(trimmed) ? `${label} can only contain letters, numbers, spaces, hyphens, and apostrophes` : null;
}

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
