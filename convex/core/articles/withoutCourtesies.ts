/** Takes greeting and signature off an answer that becomes an article: pure, so that each case stands in its test. */

/** Who wrote and who is written to, as their names are taken out before. */
const NAME = String.raw`\[name\]`;
/** A line that greets and says nothing else. */
const GREETING = new RegExp(
  String.raw`^(?:hello|hi|hey|dear|good (?:morning|afternoon|evening))(?: (?:${NAME}|all|everybody|everyone|team|there))*\s?[,.!]?$`,
  "i",
);
/** A line of closing words, also with the name behind them. */
const CLOSING = new RegExp(
  String.raw`^(?:(?:kind |best |many )?(?:regards|thanks|wishes)|cheers|best|thank you)[,.!]?(?: ${NAME}[.]?)?$`,
  "i",
);
const SIGNED = new RegExp(`^${NAME}[.]?$`);

/** An answer from its first sentence to its last. Goes through it once, line by line. */
export function withoutCourtesies(answer: string): string {
  const lines = answer.split("\n");
  const texts = lines.map((line) => line.trim());
  const first = texts.findIndex((text) => text !== "");
  const isGreeted = first >= 0 && GREETING.test(texts[first] ?? "");
  const begins = isGreeted ? texts.findIndex((text, index) => index > first && text !== "") : 0;
  // Nothing but a greeting is the whole answer.
  if (begins < 0) return answer.trimEnd();
  const rest = lines.slice(begins, endOf(texts)).join("\n").trimEnd();
  return isGreeted ? rest.replace(/^\s*\p{Ll}/u, (letter) => letter.toUpperCase()) : rest;
}

/** How many lines there are without the signature. A name alone is one only below closing words or an empty line. */
function endOf(texts: readonly string[]): number {
  const last = texts.findLastIndex((text) => text !== "");
  if (CLOSING.test(texts[last] ?? "")) return last;
  if (!SIGNED.test(texts[last] ?? "")) return texts.length;
  const above = texts.findLastIndex((text, index) => index < last && text !== "");
  if (CLOSING.test(texts[above] ?? "")) return above;
  return above < last - 1 ? last : texts.length;
}
