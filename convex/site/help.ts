/** The pages on which people find help. */

import type { Page } from "./page.ts";

/** See `PAGES`, which they are a part of. */
export const HELP_PAGES = {
  support: {
    path: "/support",
    title: "My Tickets",
    capability: "tickets.readOwn",
    menu: "Support",
    does: "What you asked support, and whose turn it is",
    words: ["help", "support", "queue"],
    search: ["view", "show"],
  },
  createTicket: {
    path: "/support/create",
    title: "Create Ticket",
    crumb: "Create",
    parent: "support",
    capability: "tickets.write",
    menu: "Support",
    does: "Ask support for help",
    words: ["help", "problem", "broken"],
    search: ["related"],
  },
  ticket: {
    path: "/support/$id",
    title: "Ticket Details",
    parent: "support",
    capability: "tickets.readOwn",
  },
} as const satisfies Record<string, Page>;
