/**
 * The floors of convex/: every folder stands on one, and uses only what it lists, which lies below it.
 * What is not listed is refused, so a new folder or a new kind of import is a decision somebody makes here.
 *
 *   lib, access        what every part stands on; who may do what
 *   site               the pages of the portal and links to them
 *   connectors         outside systems in their own words
 *   core/<noun>        one noun each: shapes, rules, rows
 *   lists              reading long lists by index ranges
 *   process/<part>     what moves a request
 *   pages/<page>       what one screen reads; writes nothing
 *   <noun>             the doors: public functions, and what the scheduler and the server call
 *
 * Inside a listed folder its own folders import each other in one direction alone. Within a noun that is `table.ts`, then
 * its rules, in `rules.ts` or `rules/`, then the rest.
 *
 * A reference (`internal.workflow.actions.executeTask`) is an import in all but name and is held to a list
 * of its own: what is to happen later is named upwards, because only a door can be called later.
 */

import { alike, type Floor, floor } from "./lib/floor.ts";

/** From the ground up. */
export const FLOORS: readonly Floor[] = [
  // What every part stands on.
  floor("lib", ""),
  floor("access", "lib"),
  floor("site", "access"),
  floor("connectors/contract", "lib"),
  floor("connectors", "lib connectors/contract"),
  floor("core/audit", "lib access connectors", "audit"),
  floor("core/config", "lib core/audit"),
  floor("core/notifications", "lib access site core/audit core/config", "notifications"),
  floor("core/people", "lib access site connectors core/audit core/config core/notifications"),
  floor("core/domains", "lib core/audit core/people"),
  floor("core/areas", "lib core/audit core/people core/domains"),
  floor("core/services", "lib connectors core/audit"),
  floor("core/emails", "lib access core/people"),
  floor("core/proposals", "lib access core/people core/domains"),
  ...alike("core/presence core/seedData core/drafts core/reviews", "lib"),
  floor("core/files", "lib core/audit"),
  floor("core/requests", "lib access core/audit core/files"),
  floor("core/serviceUsers", "lib core/audit core/people core/services"),
  floor("core/approvals", "lib access core/people core/domains core/requests core/serviceUsers"),
  floor("core/tasks", "lib connectors core/audit core/notifications core/services core/approvals"),
  floor(
    "core/catalog",
    "lib access connectors core/audit core/people core/domains core/requests core/approvals core/tasks",
  ),
  floor(
    "core/grants",
    "lib site core/audit core/notifications core/services core/domains core/serviceUsers core/catalog",
  ),
  floor("core/supportHours", "lib core/audit"),
  floor(
    "core/tickets",
    "lib access connectors core/audit core/files core/drafts core/people core/requests core/supportHours",
  ),
  floor("core/supportTeams", "lib core/audit core/people core/tickets"),
  floor("core/ticketMail", "lib site core/notifications"),
  floor("core/cannedReplies", "lib core/audit core/tickets"),
  floor("core/articles", "lib access site core/audit core/notifications core/people core/catalog core/tickets"),
  floor("core/incidents", "lib core/tickets"),
  floor("core/feedback", "lib core/audit core/files core/drafts core/people"),
  floor("core/views", "lib access core/audit"),
  floor("core/shared", "lib access site connectors core/services core/requests core/approvals core/tasks core/catalog"),
  floor("lists", "lib access core/people core/requests core/tasks core/catalog core/shared"),
  // What moves a request.
  floor(
    "process/steps",
    "lib access site core/audit core/notifications core/people core/domains core/requests core/serviceUsers core/approvals core/tasks",
  ),
  floor(
    "process/seating",
    "lib site core/audit core/notifications core/people core/requests core/serviceUsers core/approvals core/tasks core/grants process/steps",
  ),
  floor(
    "process/supporting",
    "lib access site core/audit core/config core/notifications core/files core/people core/domains core/requests core/supportHours core/tasks core/catalog core/tickets core/supportTeams core/ticketMail core/incidents core/feedback core/articles process/steps",
  ),
  floor(
    "process/ending",
    "lib site connectors core/audit core/config core/notifications core/people core/services core/domains core/requests core/serviceUsers core/approvals core/tasks core/catalog core/grants core/reviews core/shared process/steps process/supporting",
    "grants workflow",
  ),
  floor(
    "process/settling",
    "lib access site core/notifications core/people core/services core/requests core/approvals core/tasks core/catalog core/grants core/shared lists process/steps process/seating process/supporting process/ending",
  ),
  floor(
    "process/confirming",
    "lib access site core/audit core/config core/notifications core/people core/emails core/areas core/proposals core/domains core/serviceUsers core/requests core/approvals core/tasks core/catalog core/grants core/reviews process/steps process/settling",
    "approvals invitations removals reviews",
  ),
  floor(
    "process/reviewing",
    "lib access site connectors core/audit core/config core/notifications core/people core/domains core/requests core/approvals core/tasks core/grants core/reviews process/steps process/settling process/confirming",
    "reviews",
  ),
  floor(
    "process/suggesting",
    "lib site connectors core/audit core/notifications core/people core/tasks core/catalog core/feedback core/tickets core/shared process/steps",
    "feedback",
  ),
  floor(
    "process/impersonating",
    "lib access site core/audit core/config core/notifications core/people core/requests core/tickets",
    "people",
  ),
  floor("process/clearing", "access core/audit core/people core/seedData"),
  floor(
    "process/notifying",
    "lib site core/config core/files core/notifications core/people core/requests core/approvals core/tickets core/ticketMail process/steps",
  ),
  floor(
    "process/executing",
    "lib access core/audit core/notifications core/people core/services core/proposals core/domains core/requests core/approvals core/tasks core/tickets core/shared process/steps process/ending process/settling process/confirming",
    "requests workflow",
  ),
  floor(
    "process/approving",
    "lib access site core/audit core/notifications core/people core/domains core/requests core/serviceUsers core/approvals core/tasks core/tickets core/catalog core/grants core/shared process/steps process/seating process/supporting process/settling process/executing",
    "approvals",
  ),
  floor(
    "process/moving",
    "lib access core/audit core/people core/proposals core/approvals core/grants process/steps process/ending process/settling process/confirming process/approving",
  ),
  floor(
    "process/conversing",
    "lib site core/audit core/files core/notifications core/people core/requests core/tasks core/shared process/steps process/settling",
  ),
  floor(
    "process/submitting",
    "lib access site connectors core/audit core/config core/notifications core/people core/domains core/requests core/serviceUsers core/approvals core/tasks core/catalog core/grants core/reviews core/shared lists process/steps process/seating process/supporting process/settling process/conversing",
  ),
  floor(
    "process/inviting",
    "lib access site core/notifications core/people core/proposals core/catalog core/shared process/steps process/submitting",
    "invitations",
  ),
  floor(
    "process/leaving",
    "lib site core/audit core/notifications core/people core/requests core/tasks core/catalog process/steps process/settling",
  ),
  floor(
    "process/bulk",
    "lib access core/audit core/people core/requests core/tasks core/shared lists process/steps process/settling process/executing",
    "workflow",
  ),
  floor(
    "process/monitoring",
    "lib core/audit core/config core/people core/requests core/shared process/steps process/settling",
    "workflow",
  ),
  floor("pages/audit", "lib access core/audit core/people core/domains process/steps"),
  floor("pages/feedback", "lib core/people core/feedback"),
  floor("pages/notifications", "lib site core/notifications core/tickets process/notifying"),
  floor(
    "pages/request",
    "lib core/audit core/people core/services core/requests core/approvals core/tasks core/catalog core/grants core/shared process/steps process/settling process/conversing process/submitting pages/audit",
  ),
  floor(
    "pages/tickets",
    "lib access site connectors core/people core/services core/domains core/requests core/tasks core/catalog core/grants core/shared core/supportHours core/tickets core/supportTeams lists process/steps process/supporting pages/request",
  ),
  floor(
    "pages/task",
    "lib access core/audit core/people core/requests core/tasks core/grants core/shared process/settling process/executing pages/request",
  ),
  floor(
    "pages/approval",
    "lib core/audit core/people core/domains core/requests core/approvals core/tasks core/catalog core/grants core/shared lists process/ending process/approving process/submitting",
  ),
  floor(
    "pages/people",
    "lib access connectors core/audit core/people core/seedData core/areas core/services core/domains core/requests core/approvals core/tasks core/catalog core/grants core/shared lists process/confirming",
  ),
  floor(
    "pages/domain",
    "lib access core/people core/services core/domains core/requests core/grants process/confirming",
  ),
  floor("pages/area", "lib access core/people core/areas core/requests core/grants"),
  floor("pages/templates", "lib access core/people core/approvals core/tasks core/catalog process/submitting"),
  floor("pages/environment", "lib core/audit"),
  floor("pages/monitor", "lib core/tasks core/shared lists process/monitoring"),
  floor(
    "pages/home",
    "lib access site core/people core/services core/domains core/requests core/approvals core/tasks core/catalog core/shared process/monitoring pages/approval pages/environment",
  ),
  floor("pages/permissions", "lib access site core/people core/approvals core/catalog process/steps"),
  floor(
    "pages/search",
    "lib access core/people core/domains core/requests core/catalog core/articles core/feedback core/tickets core/incidents core/shared lists",
  ),
  // The doors.
  floor(
    "approvals",
    "lib access core/audit core/people core/requests core/approvals process/steps process/seating process/settling process/executing process/approving pages/approval",
  ),
  floor("areas", "lib access core/audit core/people core/areas process/confirming pages/area", "approvals"),
  floor("audit", "lib access site core/audit core/notifications core/people pages/audit"),
  floor(
    "catalog",
    "lib access core/audit core/requests core/tasks core/catalog pages/templates pages/home pages/search",
  ),
  floor("seedData", "lib access core/audit core/people core/seedData process/clearing"),
  floor("config", "lib access core/audit core/config core/people process/confirming"),
  floor(
    "domains",
    "lib access connectors connectors/contract core/audit core/people core/services core/domains core/proposals process/confirming pages/domain",
    "approvals",
  ),
  floor(
    "feedback",
    "lib access core/audit core/files core/drafts core/people core/feedback process/suggesting pages/feedback",
  ),
  floor(
    "grants",
    "lib access connectors/contract connectors core/audit core/config core/people core/requests core/tasks core/grants core/reviews process/steps process/ending process/settling process/executing process/submitting process/reviewing process/moving",
  ),
  floor(
    "invitations",
    "lib access core/audit core/people core/proposals core/catalog process/submitting process/executing process/confirming process/inviting",
  ),
  floor("notifications", "lib access core/files core/notifications process/notifying pages/notifications"),
  floor(
    "people",
    "lib access core/audit core/people core/proposals core/services core/catalog core/seedData lists process/confirming pages/people",
    "approvals removals",
  ),
  floor("emails", "lib access core/audit core/people core/emails process/confirming"),
  floor("moves", "lib access core/audit core/proposals process/executing process/confirming process/moving"),
  floor("impersonation", "lib access core/audit core/people core/shared core/tickets lists process/impersonating"),
  floor("permissions", "lib access core/audit pages/permissions"),
  floor(
    "removals",
    "lib access core/audit core/people core/proposals process/steps process/executing process/confirming process/leaving",
    "approvals",
  ),
  floor("proposals", "lib access core/audit core/people core/proposals process/confirming"),
  floor("presence", "lib access core/people core/presence core/tickets process/steps"),
  floor(
    "reviews",
    "lib access core/audit core/people core/requests core/grants core/reviews process/executing process/reviewing pages/audit",
  ),
  floor("cannedReplies", "lib access core/audit core/cannedReplies"),
  floor("articles", "lib access core/audit core/people core/articles core/tickets"),
  floor("supportHours", "lib access core/audit core/people core/supportHours core/tasks process/supporting"),
  floor(
    "supportTeams",
    "lib access core/audit core/people core/tickets core/supportTeams core/tasks process/supporting",
  ),
  floor(
    "tickets",
    "lib access core/audit core/drafts core/files core/people core/tickets core/supportTeams core/incidents lists process/supporting pages/tickets",
  ),
  floor(
    "conversions",
    "lib access core/audit core/shared core/tickets core/feedback process/supporting process/suggesting process/submitting",
  ),
  ...alike("ticketTags ticketMail ticketCauses", "access core/audit core/tickets process/supporting"),
  ...alike("ticketQueue ticketParties", "lib access core/audit core/tickets process/supporting pages/tickets"),
  floor("ticketReplies", "lib access core/audit core/drafts core/tickets process/supporting pages/tickets"),
  floor("incidents", "lib access core/audit core/people core/tickets core/incidents process/supporting"),
  floor("files", "access core/files", "requests tickets feedback"),
  floor(
    "requests",
    "lib access core/audit core/files core/requests core/shared lists process/steps process/executing process/conversing process/submitting pages/audit pages/request",
  ),
  floor(
    "services",
    "lib access site connectors/contract connectors core/audit core/notifications core/people core/services",
    "workflow",
  ),
  floor("serviceUsers", "access core/serviceUsers"),
  floor(
    "tasks",
    "lib access core/audit core/requests core/tasks core/shared lists process/steps process/executing pages/task",
  ),
  floor("bulk", "lib access core/audit core/shared lists process/bulk"),
  floor("home", "access lists pages/home"),
  floor("search", "access pages/search"),
  floor("environment", "access pages/environment"),
  floor("views", "lib access core/audit core/people core/views"),
  floor(
    "workflow",
    "lib access connectors/contract connectors core/audit core/services core/tasks core/shared lists process/ending process/executing process/bulk process/monitoring pages/monitor",
  ),
  // Documents of older versions.
  floor("migrations", "lib access site core/articles core/audit core/people core/proposals core/requests core/tasks"),
  // What ties everything together.
  floor(
    "",
    "lib core/audit core/config core/notifications core/people core/emails core/services core/domains core/presence core/seedData core/cannedReplies core/articles core/proposals core/requests core/serviceUsers core/approvals core/tasks core/catalog core/grants core/reviews core/feedback core/supportHours core/tickets core/supportTeams core/ticketMail core/incidents core/views core/shared files migrations",
    "approvals articles audit domains feedback grants invitations moves notifications people presence proposals removals requests reviews services tickets workflow",
  ),
];
