/**
 * Ready-made views of the queues, in the menu of whoever sees the queue: each is nothing but an address.
 *
 *   label   what it is called in the menu, below its heading
 *   title   what it is called alone
 *   page    the queue it is a view of
 *   search  what its address says
 *   capability  what a person must be able to do for it to be theirs, where the queue's page is also other people's
 *   isNarrowed  whether it is the same view with whatever else its address says
 */

import type { Capability } from "../access/rules";
import type { PageId } from "./pages";

/** What the list says about a view. */
export interface QueueView {
  readonly label: string;
  readonly title: string;
  readonly page: "allRequests" | "allTasks" | "support";
  readonly search: Readonly<Record<string, string>>;
  readonly capability?: Capability;
  readonly isNarrowed?: boolean;
}

export const QUEUE_VIEWS = {
  needsSomeone: {
    label: "Needs someone",
    title: "Needs someone: tasks nobody has taken",
    page: "allTasks",
    search: { status: "Running", unassigned: "1" },
  },
  blocked: { label: "Blocked", title: "Blocked requests", page: "allRequests", search: { status: "Blocked" } },
  overdue: { label: "Overdue", title: "Overdue requests", page: "allRequests", search: { overdue: "1" } },
  errors: {
    label: "Errors",
    title: "Task errors",
    page: "allTasks",
    search: { status: "Failed", outcome: "error,timedOut" },
  },
  mine: {
    label: "Mine",
    title: "Mine: tasks assigned to me",
    page: "allTasks",
    search: { status: "Running,Not Started", person: "me" },
  },
  supportQueue: {
    label: "Support queue",
    title: "Support queue",
    page: "support",
    search: { view: "queue" },
    capability: "tickets.answer",
    isNarrowed: true,
  },
} as const satisfies Readonly<Record<string, QueueView & { readonly page: PageId }>>;

/** The name of a view in the list. */
export type QueueViewId = keyof typeof QUEUE_VIEWS;

/** Every view, in the order of the menu. */
export const QUEUE_VIEW_IDS = Object.keys(QUEUE_VIEWS) as QueueViewId[];
