/** The Chromium that journeys run in, and what a page may not do unnoticed while one runs. */

import { type Browser, type BrowserContext, chromium, type ConsoleMessage, type WebError } from "playwright-core";
import { chromiumFlags, ensureChromium, shortLivedFlags } from "../../../tools/lib/chromium.ts";

/** Starts Chromium as people have it, for what measures pages. */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const args = [...chromiumFlags, ...flags];
  return await chromium.launch({ executablePath: await ensureChromium(), headless: true, args });
}

/** Starts Chromium for journeys: a page is opened, used for seconds and closed. */
export async function launchForJourneys(): Promise<Browser> {
  return await launchBrowser(shortLivedFlags);
}

/** What went wrong in a page without anybody looking: one line each. */
export interface PageWatch {
  readonly problems: () => readonly string[];
  /** What goes wrong later is no longer noted. */
  readonly end: () => void;
}

/** Messages that journeys may expect; everything else that reaches a console as an error fails them. */
export type Allowed = readonly RegExp[];

/** What a browser itself logs while the portal is stopped or killed under an open page, or the network is away. */
export const whilePortalIsDown: Allowed = [
  /^console: .*net::ERR_(INTERNET_DISCONNECTED|CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED)/,
  /^console: WebSocket connection to '[^']+' failed/,
  // Until it is ready it answers everything so: whoever looks whether it is back, and whoever asks for a new token then.
  /^console: .* responded with a status of 503 .*\/(healthz|api\/auth\/token)\)$/,
];

/**
 * A call that was under way when its session ended: the client logs the refusal, whose code only the page's code sees.
 */
export const whileSessionEnds: Allowed = [
  /^console: \[CONVEX [QM]\(people\/(mutations:signedIn|queries:me)\)\] \[Request ID: \w+\] Server Error \(/,
];

/**
 * The client asks before a page is left whose write is under way, and so does a page with something unsaved. Where nobody
 * touched the page, as when a journey opens one address after the other, Chromium asks nobody and says so.
 */
const leftUntouched =
  /^console: Blocked attempt to show a 'beforeunload' confirmation panel for a frame that never had/;

/**
 * Collects console errors, uncaught exceptions and Content Security Policy violations of every page of
 * a context. The browser reports a CSP violation as a console error, so one list holds all three.
 */
export function watchContext(context: BrowserContext, allowed: Allowed): PageWatch {
  const problems: string[] = [];
  const note = (problem: string): void => {
    if (![leftUntouched, ...allowed].some((pattern) => pattern.test(problem))) problems.push(problem);
  };
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === "error") note(`console: ${message.text()} (${message.location().url})`);
  };
  const onError = (thrown: WebError): void => note(`uncaught: ${thrown.error().stack ?? thrown.error().message}`);
  context.on("console", onConsole).on("weberror", onError);
  return { problems: () => problems, end: () => void context.off("console", onConsole).off("weberror", onError) };
}
