/** The first questions of each page, in a chunk of its own: nobody needs them before they rest on a link. */

import type { PageId } from "../../convex/site/pages";
import { approvalAhead, approvalsAhead } from "../features/approvals/ahead";
import { areasAhead } from "../features/areas/ahead";
import { articleAhead, articlesAhead } from "../features/articles/ahead";
import { auditAhead } from "../features/audit/ahead";
import { taskTypesAhead, templatesAhead } from "../features/catalog/ahead";
import { configAhead } from "../features/config/ahead";
import { domainsAhead } from "../features/domains/ahead";
import { feedbackAhead, ideaAhead } from "../features/feedback/ahead";
import { homeAhead } from "../features/home/ahead";
import { requestsAhead, tasksAhead } from "../features/lists/ahead";
import { taskMonitorAhead } from "../features/monitor/ahead";
import { notificationsAhead } from "../features/notifications/ahead";
import { usersAhead } from "../features/people/directory/ahead";
import { inviteAhead } from "../features/people/invite/ahead";
import { catalogAhead } from "../features/requests/create/ahead";
import { ownRequestsAhead } from "../features/requests/own/ahead";
import { requestAhead } from "../features/requests/page/ahead";
import { reviewsAhead } from "../features/reviews/ahead";
import { seedDataAhead } from "../features/seedData/ahead";
import { servicesAhead } from "../features/services/ahead";
import { taskAhead } from "../features/tasks/ahead";
import { createTicketAhead, queueAhead, ticketAhead } from "../features/tickets/ahead";
import type { Asker, Question } from "../lib/question";
import { askAhead } from "../shell/ahead";
import type { Viewer } from "../shell/session";

/** Where somebody is about to go. */
export interface Destination {
  readonly search: object;
  readonly params: Readonly<Record<string, string>>;
}

type Ahead = (to: Destination, asker: Asker, viewer: Viewer) => readonly Question[];

const FIRST: Partial<Record<PageId, Ahead>> = {
  allRequests: ({ search }, asker) => requestsAhead(search, asker),
  allTasks: ({ search }, asker) => tasksAhead(search, asker),
  accessReviews: () => reviewsAhead(),
  approval: ({ params }) => approvalAhead(params["approvalId"] ?? ""),
  approvals: () => approvalsAhead(),
  article: ({ params }) => articleAhead(params["id"] ?? ""),
  articles: ({ search }) => articlesAhead(search),
  auditTrail: ({ search }) => auditAhead(search),
  businessAreas: () => areasAhead(),
  config: () => configAhead(),
  seedData: () => seedDataAhead(),
  createTicket: ({ search }) => createTicketAhead(search),
  dataDomains: () => domainsAhead(),
  feedback: ({ search }) => feedbackAhead(search),
  idea: ({ params }) => ideaAhead(params["id"] ?? ""),
  inviteUser: () => inviteAhead(),
  home: (_to, _asker, viewer) => homeAhead(viewer),
  newRequest: () => catalogAhead(),
  notifications: () => notificationsAhead(),
  request: ({ params }) => requestAhead(params["id"] ?? ""),
  requestAsAdmin: ({ params }) => requestAhead(params["id"] ?? ""),
  requests: ({ search }) => ownRequestsAhead(search),
  services: () => servicesAhead(),
  support: ({ search }) => queueAhead(search),
  ticket: ({ params }) => ticketAhead(params["id"] ?? ""),
  task: ({ params }) => taskAhead(params["taskId"] ?? ""),
  taskAsAdmin: ({ params }) => taskAhead(params["taskId"] ?? ""),
  taskMonitor: (_at, asker) => taskMonitorAhead(asker),
  taskTypes: () => taskTypesAhead(),
  users: ({ search }) => usersAhead(search),
  workflows: () => templatesAhead(),
};

/** Asks what a page asks first. */
export function askFirst(page: PageId, to: Destination): void {
  const questions = FIRST[page];
  if (questions) askAhead(page, (asker, viewer) => questions(to, asker, viewer));
}
