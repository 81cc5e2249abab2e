/** The lines a tab offers to send along with a ticket: pure, so that its cases stand in diagnostic-lines.test.ts. */

import { ROLES, type RoleName } from "../../../../convex/access/roles";
import { diagnosticLine, MAX_DIAGNOSTICS } from "../../../../convex/core/tickets/rules/diagnostics";
import { momentUtc } from "../../../../convex/lib/pure/time";
import { PAGES } from "../../../../convex/site/pages";
import type { Noted } from "../../../components/errors/error-port";

/** Pages and errors that are offered: those before are of no use to anybody. */
const MAX_PAGES = 10;
const MAX_ERRORS = 20;

/** What a browser says of itself. */
export interface BrowserFacts {
  readonly agent: string;
  readonly language: string;
  readonly timeZone: string;
  readonly width: number;
  readonly height: number;
}

/** What the lines are made from; `page` is where somebody came from, as far as the address says it. */
interface Known {
  readonly noted: Noted;
  readonly page: string | undefined;
  readonly roles: readonly RoleName[];
  readonly browser: BrowserFacts;
}

/** The lines in the order they are read: where from, who, with what, and then what happened, the oldest first. */
export function diagnosticLines({ noted, page, roles, browser }: Known): string[] {
  const { agent, language, timeZone, width, height } = browser;
  // The form itself is no page somebody came from.
  const pages = noted.pages.filter(({ path }) => path !== PAGES.createTicket.path).slice(-MAX_PAGES);
  const from = page ?? pages.at(-1)?.path;
  const happened = [
    ...pages.map(({ at, path }) => ({ at, text: `opened ${path}` })),
    ...noted.errors.slice(-MAX_ERRORS).map(({ at, name, message, path, reference }) => ({
      at,
      text: `${name} on ${path}: ${message}${reference === null ? "" : ` (reference ${reference})`}`,
    })),
  ].toSorted((one, other) => one.at - other.at);
  return [
    ...(from === undefined ? [] : [`Page: ${from}`]),
    `Roles: ${roles.map((role) => ROLES[role].label).join(", ")}`,
    `Browser: ${agent}`,
    `Window: ${width} × ${height}, language ${language}, time zone ${timeZone}`,
    ...happened.map(({ at, text }) => `${momentUtc(at)}: ${text}`),
  ]
    .map(diagnosticLine)
    .filter((line) => line !== "")
    .slice(0, MAX_DIAGNOSTICS);
}
