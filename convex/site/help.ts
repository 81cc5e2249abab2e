/** The pages where people ask for help and say what they miss: the groups Support and Feedback of the menu. */

import type { Page } from "./page.ts";

/** See `PAGES`, which they are a part of. */
export const HELP_PAGES = {
  support: {
    path: "/support",
    title: "My Tickets",
    capability: "tickets.readOwn",
    menu: "Support",
    does: "What you asked support, and whose turn it is",
    words: ["help", "support", "queue", "reports"],
    search: ["view", "show", "q", "area", "size", "page", "after", "before", "weeks", "by", "tag"],
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
    search: ["related", "incident"],
  },
  ticket: {
    path: "/support/$id",
    title: "Ticket Details",
    parent: "support",
    capability: "tickets.readOwn",
  },
  feedback: {
    path: "/feedback",
    title: "My Feedback",
    crumb: "Feedback",
    capability: "feedback.read",
    menu: "Feedback",
    key: "f",
    does: "Ideas you wrote, voted for or commented on, and the roadmap",
    words: ["ideas", "roadmap", "changelog", "votes"],
    search: ["view", "status"],
  },
  newIdea: {
    path: "/feedback/create",
    title: "New idea",
    label: "New Idea",
    crumb: "Create",
    parent: "feedback",
    capability: "feedback.write",
    menu: "Feedback",
    does: "Say what would make your work easier",
    words: ["feedback", "suggestion"],
    search: ["about", "ticket"],
  },
  idea: {
    path: "/feedback/$id",
    title: "Feedback Details",
    tab: "$id",
    parent: "feedback",
    capability: "feedback.read",
  },
} as const satisfies Record<string, Page>;
