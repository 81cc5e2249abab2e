/** Takes greeting and signature off an answer that becomes an article: pure, so that each case stands in its test. */

/** A line of its own; what a greeting is followed by on its line is part of the answer. */
const GREETING = /^\s*(?:hello|hi|hey|dear|good (?:morning|afternoon|evening))\b[^\n.:;?]{0,60}(?:\n\s*|$)/i;
/** The closing words and the name that agents sign with, which is taken out before. */
const SIGNATURE =
  /\n\s*(?:(?:kind |best |many )?(?:regards|thanks|wishes)|cheers|best|thank you)?[,!.]?\s*\[name\]\.?\s*$/i;

/** An answer from its first sentence to its last. */
export function withoutCourtesies(answer: string): string {
  const rest = answer.replace(GREETING, "");
  const begun = rest === answer ? rest : rest.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return begun.replace(SIGNATURE, "").trimEnd();
}
