/** The words of a mail that was written as HTML alone. */

/** What is between these is no word of the mail. */
const SILENT = ["style", "script", "head"];
const LINE_ENDS = ["br", "/p", "/div", "/li", "/tr"];
const NAME = /^\/?[a-z][a-z0-9]*/i;

/**
 * The words without the markup around them. Every step goes on from where the one before ended, so that what anybody
 * mails costs no more than its length.
 */
export function wordsOfHtml(html: string): string {
  const words: string[] = [];
  // Letter by letter: what other letters become may be longer, and every place behind them another.
  const lower = html.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  let at = 0;
  while (at < html.length) {
    const opens = html.indexOf("<", at);
    const closes = opens < 0 ? -1 : html.indexOf(">", opens);
    if (closes < 0) {
      words.push(html.slice(at));
      break;
    }
    words.push(html.slice(at, opens));
    const name = NAME.exec(lower.slice(opens + 1, Math.min(closes, opens + 20)))?.[0] ?? "";
    if (LINE_ENDS.includes(name)) words.push("\n");
    at = closes + 1;
    if (!SILENT.includes(name)) continue;
    const ends = lower.indexOf(`</${name}`, at);
    at = ends < 0 ? html.length : ends;
  }
  return words.join("");
}
