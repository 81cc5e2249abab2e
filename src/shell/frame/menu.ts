import {
  Activity,
  Bell,
  BellRing,
  Building2,
  Database,
  FilePlus,
  FileText,
  FlaskConical,
  House,
  Inbox,
  ListChecks,
  ListTodo,
  type LucideIcon,
  PlugZap,
  ScrollText,
  Server,
  Stamp,
  Users,
  Workflow,
  Wrench,
} from "lucide-react";
import type { Capability } from "../../../convex/access/rules";
import { placeOf } from "./place";

/** One page of the menu. */
export interface MenuEntry {
  label: string;
  to: string;
  icon: LucideIcon;
  /** What a person must be able to do for the page to be theirs; none for a page everyone has. */
  capability?: Capability;
  /** What the page is for, where there is room to say it. */
  does?: string;
  /** The letter that opens the page after `g`. */
  key?: string;
}

/** Pages that belong together. */
export interface MenuGroup {
  label: string;
  entries: readonly MenuEntry[];
}

/**
 * The menu in its order. A group or entry is shown only to those who hold the capability and only
 * when the route exists, so a page is added by its route and one line here.
 */
export const menu: readonly MenuGroup[] = [
  {
    label: "General",
    entries: [
      { label: "Home", to: "/", icon: House, key: "h" },
      {
        label: "New Request",
        to: "/requests/create",
        icon: FilePlus,
        capability: "requests.create",
        key: "c",
        does: "Find what you need in the catalog and ask for it",
      },
      {
        label: "My Requests",
        to: "/requests",
        icon: FileText,
        capability: "requests.readOwn",
        key: "r",
        does: "What you asked for, and how far it is",
      },
      {
        label: "Notifications",
        to: "/notifications",
        icon: Bell,
        capability: "notifications.readOwn",
        key: "n",
        does: "What happened, and what waits for you",
      },
    ],
  },
  {
    label: "Super Admin",
    entries: [
      {
        label: "Task Monitor",
        to: "/superadmin/task-monitor",
        icon: Activity,
        capability: "monitor.read",
        key: "m",
        does: "Run workflow tasks and read the execution logs",
      },
      {
        label: "Tasks",
        to: "/superadmin/tasks",
        icon: Wrench,
        capability: "templates.read",
        does: "What kinds of tasks there are, and who uses them",
      },
      {
        label: "Workflows",
        to: "/superadmin/workflows",
        icon: Workflow,
        capability: "templates.read",
        key: "w",
        does: "Change request types: forms, tasks, approvals",
      },
      {
        label: "Approval Testing",
        to: "/superadmin/approval-testing",
        icon: FlaskConical,
        capability: "approvals.simulate",
        does: "See who would decide, without asking anybody",
      },
      {
        label: "Services",
        to: "/superadmin/services",
        icon: PlugZap,
        capability: "services.manage",
        does: "Connected systems, their health and their switches",
      },
      {
        label: "Business Areas",
        to: "/superadmin/business-areas",
        icon: Building2,
        capability: "areas.write",
        does: "The parts of the company, and who decides for each",
      },
      {
        label: "Notification Testing",
        to: "/superadmin/notification-testing",
        icon: BellRing,
        capability: "mail.read",
        does: "Try any notice on yourself, and read what was mailed",
      },
      {
        label: "Environment",
        to: "/superadmin/environment",
        icon: Server,
        capability: "environment.read",
        key: "e",
        does: "Versions, figures and outside parts of this portal",
      },
      {
        label: "First Steps",
        to: "/superadmin/first-steps",
        icon: ListTodo,
        capability: "areas.write",
        does: "What a new portal needs before people can ask for something",
      },
    ],
  },
  {
    label: "Governance",
    entries: [
      {
        label: "Data Domains",
        to: "/governance/data-domains",
        icon: Database,
        capability: "domains.write",
        does: "The parts of the data, their owners and roles",
      },
    ],
  },
  {
    label: "Admin",
    entries: [
      {
        label: "My Approvals",
        to: "/admin/approvals",
        icon: Stamp,
        capability: "approvals.readOwn",
        key: "a",
        does: "Decide what waits for your decision",
      },
      {
        label: "Requests",
        to: "/admin/requests",
        icon: Inbox,
        capability: "requests.readAll",
        key: "q",
        does: "Every request, with filters and bulk actions",
      },
      {
        label: "Request Tasks",
        to: "/admin/requests/tasks",
        icon: ListChecks,
        capability: "tasks.readAll",
        key: "t",
        does: "Every task of every request",
      },
      {
        label: "Users",
        to: "/admin/users",
        icon: Users,
        capability: "people.readAll",
        key: "s",
        does: "Who has which roles and accounts, and what they own",
      },
      {
        label: "Audit Trail",
        to: "/admin/audit",
        icon: ScrollText,
        capability: "audit.readAll",
        key: "u",
        does: "Who did what, when, and with which result",
      },
    ],
  },
];

/** The groups and entries that are open to someone; groups without an entry are left out. */
export function menuFor(
  groups: readonly MenuGroup[],
  holds: (capability: Capability) => boolean,
  exists: (path: string) => boolean,
): MenuGroup[] {
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries.filter(
        (entry) => exists(entry.to) && (entry.capability === undefined || holds(entry.capability)),
      ),
    }))
    .filter((group) => group.entries.length > 0);
}

/**
 * Whether a menu entry is where the person is: its page or, except for Home, a page below it that has no entry of its
 * own.
 */
export function isCurrent(entry: Pick<MenuEntry, "to">, pathname: string): boolean {
  const place = placeOf(pathname);
  if (!isAtOrBelow(entry, place)) return false;
  return !menu.some((group) =>
    group.entries.some((other) => other.to.startsWith(`${entry.to}/`) && isAtOrBelow(other, place)),
  );
}

/** Whether a page's part of the menu is open to somebody: pages outside of the menu are everybody's. */
export function isOpenTo(groups: readonly MenuGroup[], pathname: string): boolean {
  const nearest = menu
    .flatMap(({ entries }) => entries)
    .filter((entry) => isAtOrBelow(entry, pathname))
    .toSorted((a, b) => b.to.length - a.to.length)[0];
  return nearest === undefined || groups.some(({ entries }) => entries.some(({ to }) => to === nearest.to));
}

function isAtOrBelow({ to }: Pick<MenuEntry, "to">, pathname: string): boolean {
  return pathname === to || (to !== "/" && pathname.startsWith(`${to}/`));
}
