/**
 * Every page of the portal, as data: where it is, what it is called, what leads to it and who may open it. Menu,
 * breadcrumbs, titles of tabs, palette, keys, the guard in front of a page and every link, in mails too, follow it.
 *   path        its address, as the router knows it; `$name` is a part that differs
 *   title       what it is called: by its heading, in the menu and where somebody is told that it is not for them
 *   tab         what the browser's tab says where that is not the title; `$name` as in the path
 *   crumb       its name on the way to it; the title when it says nothing, the address's last part when null
 *   parent      the page above it; Home when it names none
 *   capability  what one must be able to do to open it; none where the page refuses by itself
 *   menu        the group of the menu it stands in, in the order of this list; `label` where it is not the title
 *   does        what it is for, where there is room to say it
 *   key         the letter that opens it after `g`
 *   words       what else the palette finds it by
 *   search      what a link to it may set; `*` at the end stands for any ending
 *   aliases     earlier addresses, which lead to it
 *   isOutside   open to who is not signed in: nobody comes back to it after signing in
 */

import { OUTSIDE_PAGES } from "./outside.ts";
import type { Page } from "./page.ts";

export const PAGES = {
  home: { path: "/", title: "Home", menu: "General", key: "h" },
  newRequest: {
    path: "/requests/create",
    title: "New request",
    label: "New Request",
    crumb: "Create",
    parent: "requests",
    capability: "requests.create",
    menu: "General",
    key: "c",
    does: "Find what you need in the catalog and ask for it",
    search: ["type", "draft", "field.*"],
  },
  requests: {
    path: "/requests",
    title: "My requests",
    label: "My Requests",
    crumb: "Requests",
    capability: "requests.readOwn",
    menu: "General",
    key: "r",
    does: "What you asked for, and how far it is",
    search: ["only", "show"],
  },
  cart: { path: "/requests/cart", title: "Cart", parent: "requests", capability: "requests.create" },
  extendAccess: {
    path: "/requests/extend/$grantId",
    title: "Extend access",
    parent: "requests",
    capability: "requests.create",
  },
  request: {
    path: "/requests/$id",
    title: "Request",
    tab: "Request $id",
    crumb: "Request Details",
    parent: "requests",
    search: ["tab"],
  },
  editRequest: {
    path: "/requests/$id/edit",
    title: "Edit answers",
    tab: "Edit $id",
    crumb: "Edit",
    parent: "requests",
    capability: "requests.create",
  },
  story: { path: "/requests/$id/story", title: "Story", tab: "Story of $id", parent: "requests" },
  task: { path: "/requests/tasks/$taskId", title: "Task Details", parent: "requests", search: ["tab"] },
  notifications: {
    path: "/notifications",
    title: "Notifications",
    capability: "notifications.readOwn",
    menu: "General",
    key: "n",
    does: "What happened, and what waits for you",
    search: ["tab"],
  },
  profile: { path: "/profile", title: "Profile", key: "p", does: "Your name, theme, password and sessions" },
  taskMonitor: {
    path: "/superadmin/task-monitor",
    title: "Task Monitor",
    capability: "monitor.read",
    menu: "Super Admin",
    key: "m",
    does: "Run workflow tasks and read the execution logs",
  },
  taskTypes: {
    path: "/superadmin/tasks",
    title: "Tasks",
    capability: "templates.read",
    menu: "Super Admin",
    does: "What kinds of tasks there are, and who uses them",
  },
  workflows: {
    path: "/superadmin/workflows",
    title: "Workflows",
    capability: "templates.read",
    menu: "Super Admin",
    key: "w",
    does: "Change request types: forms, tasks, approvals",
  },
  workflow: {
    path: "/superadmin/workflows/$key",
    title: "Workflow",
    tab: "Workflow $key",
    crumb: null,
    parent: "workflows",
    capability: "templates.read",
  },
  approvalTesting: {
    path: "/superadmin/approval-testing",
    title: "Approval Testing",
    capability: "approvals.simulate",
    menu: "Super Admin",
    does: "See who would decide, without asking anybody",
  },
  services: {
    path: "/superadmin/services",
    title: "Services",
    capability: "services.manage",
    menu: "Super Admin",
    does: "Connected systems, their health and their switches",
  },
  config: {
    path: "/superadmin/config",
    title: "Configuration",
    capability: "config.write",
    menu: "Super Admin",
    does: "What super admins set while the portal runs",
    words: ["settings", "options", "limits"],
  },
  configOption: { path: "/superadmin/config/$option", title: "Option", parent: "config", capability: "config.write" },
  businessAreas: {
    path: "/superadmin/business-areas",
    title: "Business Areas",
    capability: "areas.write",
    menu: "Super Admin",
    does: "The parts of the company, and who decides for each",
    search: ["open"],
  },
  businessArea: {
    path: "/superadmin/business-areas/$areaId",
    title: "Business Area",
    parent: "businessAreas",
    capability: "areas.write",
    search: ["tab"],
  },
  notificationTesting: {
    path: "/superadmin/notification-testing",
    title: "Notification Testing",
    capability: "mail.read",
    menu: "Super Admin",
    does: "Try any notice on yourself, and read what was mailed",
  },
  environment: {
    path: "/superadmin/environment",
    title: "Environment",
    capability: "environment.read",
    menu: "Super Admin",
    key: "e",
    does: "Versions, figures and outside parts of this portal",
  },
  firstSteps: {
    path: "/superadmin/first-steps",
    title: "First Steps",
    capability: "areas.write",
    menu: "Super Admin",
    does: "What a new portal needs before people can ask for something",
  },
  dataDomains: {
    path: "/governance/data-domains",
    title: "Data Domains",
    capability: "domains.write",
    menu: "Governance",
    does: "The parts of the data, their owners and roles",
    search: ["open"],
  },
  dataDomain: {
    path: "/governance/data-domains/$domainId",
    title: "Data Domain",
    parent: "dataDomains",
    capability: "domains.read",
    search: ["tab"],
  },
  accessReviews: {
    path: "/governance/access-reviews",
    title: "Access Reviews",
    capability: "reviews.start",
    menu: "Governance",
    does: "Whether people still need what they hold",
  },
  accessReview: {
    path: "/governance/access-reviews/$reviewId",
    title: "Access Review",
    parent: "accessReviews",
    capability: "reviews.read",
  },
  inviteUser: {
    path: "/governance/invite-user",
    title: "Invite User",
    capability: "people.invite",
    menu: "Governance",
    does: "Bring a colleague into the portal or Snowflake",
    search: ["to"],
  },
  removeUser: {
    path: "/governance/remove-user",
    title: "Remove User",
    capability: "people.remove",
    menu: "Governance",
    does: "End somebody's account in the portal or Snowflake",
    search: ["user", "successor"],
  },
  approvals: {
    path: "/admin/approvals",
    title: "My Approvals",
    capability: "approvals.readOwn",
    menu: "Admin",
    key: "a",
    does: "Decide what waits for your decision",
  },
  approval: {
    // An address of its own, since everybody may be asked; its place is below My Approvals.
    path: "/approvals/$approvalId",
    title: "Approval Details",
    parent: "approvals",
    capability: "approvals.readOwn",
    aliases: ["/approval/$approvalId", "/admin/approvals/$approvalId"],
  },
  allRequests: {
    path: "/admin/requests",
    title: "Requests",
    capability: "requests.readAll",
    menu: "Admin",
    key: "q",
    does: "Every request, with filters and bulk actions",
    search: ["q", "person", "status", "overdue", "sort"],
  },
  requestAsAdmin: {
    path: "/admin/requests/$id",
    title: "Request",
    tab: "Request $id",
    crumb: "Request Details",
    parent: "allRequests",
    capability: "requests.readAll",
  },
  allTasks: {
    path: "/admin/requests/tasks",
    title: "Request Tasks",
    crumb: "Tasks",
    parent: "allRequests",
    capability: "tasks.readAll",
    menu: "Admin",
    key: "t",
    does: "Every task of every request",
    search: ["person", "status", "unassigned", "outcome"],
  },
  taskAsAdmin: { path: "/admin/requests/tasks/$taskId", title: "Task Details", parent: "allTasks", search: ["tab"] },
  users: {
    path: "/admin/users",
    title: "Users",
    capability: "people.readAll",
    menu: "Admin",
    key: "s",
    does: "Who has which roles and accounts, and what they own",
    search: ["person"],
  },
  person: {
    path: "/admin/users/$personId",
    title: "Person",
    parent: "users",
    capability: "people.readAll",
    search: ["tab"],
  },
  permissions: { path: "/admin/permissions", title: "Permission check", capability: "access.explain", menu: "Admin" },
  auditTrail: {
    path: "/admin/audit",
    title: "Audit Trail",
    capability: "audit.readAll",
    menu: "Admin",
    key: "u",
    does: "Who did what, when, and with which result",
    search: ["actor", "target"],
  },
  ...OUTSIDE_PAGES,
} as const satisfies Record<string, Page>;

/** The name of a page in the list. */
export type PageId = keyof typeof PAGES;

/** Every page, for those who look for one. */
export const PAGE_IDS = Object.keys(PAGES) as PageId[];

/** What the list says about a page, whichever it is. */
export function pageOf(id: PageId): Page {
  return PAGES[id];
}
