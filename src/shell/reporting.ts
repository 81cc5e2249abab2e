/**
 * The port errors leave the page by. What it holds: the last 100 breadcrumbs of this page load, and
 * the one sink reports go to. What it does not: any vendor. The embedded sink posts to this server;
 * an error-reporting service would be another ReportSink given to createReporter() below.
 *
 * Messages are cut to 2048 characters and lose what nobody should read; the server does the same
 * again, because it believes no page. A sink that fails is never allowed to make a second error.
 */

import { shortWithoutSecrets } from "../../convex/lib/pure/secrets";
import type { Noted, NotedError, NotedPage } from "../components/errors/error-port";
import { notedErrors, noteError } from "./noted";

/** How bad it is. */
export type ReportLevel = "fatal" | "error" | "warning" | "info";

/** Something that happened before the error. */
export interface Breadcrumb {
  at: number;
  category: "navigation" | "console" | "action" | "error";
  message: string;
}

/** One reported error. */
export interface ErrorReport {
  name: string;
  message: string;
  stack: string | null;
  level: ReportLevel;
  tags: Record<string, string>;
  path: string;
  at: number;
  breadcrumbs: Breadcrumb[];
}

/** Where reports go. */
export type ReportSink = (report: ErrorReport) => void;

/** Most breadcrumbs kept. */
export const maxBreadcrumbs = 100;

/** Longest message of a report or a breadcrumb, and longest stack kept. */
export const maxMessageLength = 2048;
const maxStackLength = 8192;
/** As much of an error's message as its tab remembers. */
const maxNotedLength = 300;

/** Most reports sent by one page load, so that an error in a loop cannot flood the server. */
const maxReportsPerPage = 20;

/** Address of the embedded sink. */
export const clientErrorsPath = "/api/client-errors";

/** A request that may outlive its page carries at most 64 kB in all; a larger one is sent while the page lasts. */
const maxKeepaliveLength = 60_000;

function postToServer(report: ErrorReport): void {
  const body = JSON.stringify(report);
  fetch(clientErrorsPath, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    keepalive: body.length < maxKeepaliveLength,
  }).catch(() => {
    // Nobody is left to tell: the person already sees the error screen.
  });
}

/** Letters and digits that nobody mixes up when they read them out. */
const referenceSigns = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const referenceLength = 8;

function newReference(): string {
  return [...crypto.getRandomValues(new Uint8Array(referenceLength))]
    .map((byte) => referenceSigns[byte % referenceSigns.length])
    .join("");
}

/** Builds a reporter; the page has one (below), tests make their own. */
export function createReporter(options: {
  sink: ReportSink;
  now: () => number;
  path: () => string;
  reference: () => string;
  /** Remembers an error for this tab, whether it was sent or not. */
  note?: (error: NotedError) => void;
}) {
  const breadcrumbs: Breadcrumb[] = [];
  const references = new WeakMap<object, string>();
  const tags = new Map<string, string>();
  const listeners = new Set<() => void>();
  let sent = 0;

  function leaveBreadcrumb(category: Breadcrumb["category"], message: string): void {
    breadcrumbs.push({ at: options.now(), category, message: shortWithoutSecrets(message, maxMessageLength) });
    if (breadcrumbs.length > maxBreadcrumbs) breadcrumbs.shift();
  }

  function reportError(error: unknown, about: { level: ReportLevel; tags: Record<string, string> }): string | null {
    const known =
      error instanceof Error
        ? error
        : new Error(typeof error === "string" ? error : "A value that is not an error was thrown");
    const reference = sent < maxReportsPerPage ? options.reference() : null;
    if (reference !== null) {
      sent += 1;
      try {
        options.sink({
          name: known.name,
          message: shortWithoutSecrets(known.message, maxMessageLength),
          stack: known.stack ? shortWithoutSecrets(known.stack, maxStackLength) : null,
          level: about.level,
          tags: { ...Object.fromEntries(tags), ...about.tags, reference },
          path: options.path(),
          at: options.now(),
          breadcrumbs: [...breadcrumbs],
        });
      } catch {
        // A broken sink must not turn one error into two.
      }
    }
    options.note?.({
      at: options.now(),
      name: shortWithoutSecrets(known.name, maxNotedLength),
      message: shortWithoutSecrets(known.message, maxNotedLength),
      path: options.path(),
      reference,
    });
    leaveBreadcrumb("error", `${known.name}: ${known.message}`);
    if (reference !== null && typeof error === "object" && error !== null) references.set(error, reference);
    for (const listener of listeners) listener();
    return reference;
  }

  return {
    leaveBreadcrumb,
    reportError,
    /** Puts a tag on every report from now on; null takes it off. */
    setReportTag: (name: string, value: string | null): void => {
      if (value === null) tags.delete(name);
      else tags.set(name, value);
    },
    /** The pages opened since this one was loaded, the oldest first. */
    openedPages: (): NotedPage[] =>
      breadcrumbs.filter(({ category }) => category === "navigation").map(({ at, message }) => ({ at, path: message })),
    referenceOf: (error: unknown): string | null =>
      typeof error === "object" && error !== null ? (references.get(error) ?? null) : null,
    onReported: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const reporter = createReporter({
  sink: postToServer,
  now: Date.now,
  path: () => location.pathname,
  reference: newReference,
  note: noteError,
});

/** Remembers something that happened, for the next report. */
export const leaveBreadcrumb = reporter.leaveBreadcrumb;

/**
 * Reports an error with its level and tags; answers what people can hand on to have it found, or null when it was not
 * sent.
 */
export const reportError = reporter.reportError;

/** Puts a tag on every report from now on, such as in which mode somebody looks through other eyes; null takes it off. */
export const setReportTag = reporter.setReportTag;

/** The reference an error was reported under, or null. */
export const referenceOf = reporter.referenceOf;

/** Calls back whenever an error was reported. */
export const onReported = reporter.onReported;

/** What this tab remembers of its pages and errors. */
export function noted(): Noted {
  return { pages: reporter.openedPages(), errors: notedErrors() };
}
