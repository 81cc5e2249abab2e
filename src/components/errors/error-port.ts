/**
 * The door by which parts of a page hand on their errors, and by which the form for a ticket reads what this tab noted.
 * The shell stands behind it (`shell/app.tsx`); without one, as in a test of a part, nothing is sent or noted.
 */

import { createContext, type ReactNode } from "react";
import { pathTo } from "../../../convex/site/links";

/** An error as the tab that saw it remembers it. */
export interface NotedError {
  readonly at: number;
  readonly name: string;
  readonly message: string;
  readonly path: string;
  /** What its report is found by; null where it was not sent. */
  readonly reference: string | null;
}

/** A page that was opened. */
export interface NotedPage {
  readonly at: number;
  readonly path: string;
}

/** What a tab remembers of its pages and errors, the oldest first. */
export interface Noted {
  readonly pages: readonly NotedPage[];
  readonly errors: readonly NotedError[];
}

/** What stands behind the door. */
export interface ErrorPort {
  /** Reports an error; answers what its report is found by, or null where it was not sent. */
  report(error: unknown, errorBoundary: string): string | null;
  noted(): Noted;
}

/** The door, for whatever is below the shell. */
export const ErrorPortContext = createContext<ErrorPort>({
  report: () => null,
  noted: () => ({ pages: [], errors: [] }),
});

/** What may help whoever would ask support, shown below an error: articles, where somebody is signed in to read them. */
export const ErrorHelpContext = createContext<ReactNode>(null);

/** The form for a ticket, with the reference of an error and its page in it. */
export function askSupportPath(reference: string): string {
  return pathTo("createTicket", { error: `E-${reference}`, page: location.pathname });
}
