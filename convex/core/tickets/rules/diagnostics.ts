/** The lines about page, browser and errors that go with a ticket: those alone its writer saw and left. */

import type { Refusal } from "../../../lib/pure/refusal";
import { shortWithoutSecrets } from "../../../lib/pure/secrets";

/** Most lines that go with one ticket, and how long one is. */
export const MAX_DIAGNOSTICS = 40;
export const DIAGNOSTIC_MAX_LENGTH = 400;

/** One line as it is shown and kept: without secrets and what would break the line, and cut. */
export function diagnosticLine(text: string): string {
  // Read first, cut then: a secret that the cut would halve is still one.
  return shortWithoutSecrets(
    text.slice(0, 4 * DIAGNOSTIC_MAX_LENGTH).replace(/[\s\p{Cc}\p{Cf}]+/gu, " "),
    DIAGNOSTIC_MAX_LENGTH,
  ).trim();
}

/** Why these lines do not go with a ticket, or null. */
export function whyNotDiagnostics(lines: readonly string[]): Refusal | null {
  return lines.length <= MAX_DIAGNOSTICS
    ? null
    : { code: "invalid-input", message: `At most ${MAX_DIAGNOSTICS} lines of diagnostics can be sent with a ticket.` };
}

/** The lines as they are kept; a page may have sent them otherwise than it showed them. */
export function keptDiagnostics(lines: readonly string[]): string[] {
  return lines.map(diagnosticLine).filter((line) => line !== "");
}
