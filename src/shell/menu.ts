import type { Capability } from "../../convex/people/rules";
import { Activity, FlaskConical, House, ListChecks, type LucideIcon, Server, Workflow } from "lucide-react";

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
  { label: "General", entries: [{ label: "Home", to: "/", icon: House, key: "h" }] },
  {
    label: "Super Admin",
    entries: [
      { label: "Tasks", to: "/superadmin/tasks", icon: ListChecks, capability: "templates.read", does: "The task types workflows are made of" },
      { label: "Workflows", to: "/superadmin/workflows", icon: Workflow, capability: "templates.read", key: "w", does: "Request types: their form, their tasks, who approves" },
      { label: "Task Monitor", to: "/superadmin/task-monitor", icon: Activity, capability: "monitor.read", key: "m", does: "Run workflow tasks and read the execution logs" },
      { label: "Approval Testing", to: "/superadmin/approval-testing", icon: FlaskConical, capability: "approvals.simulate", does: "Who would decide about a request, and when" },
      { label: "Environment", to: "/superadmin/environment", icon: Server, capability: "environment.read", key: "e", does: "Versions, figures and outside parts of this portal" },
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
      entries: group.entries.filter((entry) => exists(entry.to) && (entry.capability === undefined || holds(entry.capability))),
    }))
    .filter((group) => group.entries.length > 0);
}

/** Whether a menu entry is where the person is: its page or, except for Home, a page below it. */
export function isCurrent(entry: Pick<MenuEntry, "to">, pathname: string): boolean {
  return pathname === entry.to || (entry.to !== "/" && pathname.startsWith(`${entry.to}/`));
}
