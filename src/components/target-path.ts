/** Where things of the audit trail have their pages. */
import type { AuditTarget } from "../../convex/core/audit/table";

const PAGES: Readonly<Record<string, string>> = {
  request: "/admin/requests/",
  task: "/admin/requests/tasks/",
  approval: "/approvals/",
};

/** The pages everybody has: what the portal lists as one's own leads there. */
const OWN_PAGES: Readonly<Record<string, string>> = {
  request: "/requests/",
  task: "/requests/tasks/",
  approval: "/approvals/",
};

/** The path of a thing's page; null for kinds that have none. */
export function targetPath({ type, id }: Pick<AuditTarget, "type" | "id">, { isOwn = false } = {}): string | null {
  const pages = isOwn ? OWN_PAGES : PAGES;
  return Object.hasOwn(pages, type) ? `${pages[type]}${encodeURIComponent(id)}` : null;
}

/** Whether one of the app's routes, "/requests/$id" for instance, shows a path. */
export function isPage(routes: readonly string[], path: string): boolean {
  const wanted = path.split("/");
  return routes.some((route) => {
    const parts = route.split("/");
    return parts.length === wanted.length && parts.every((part, at) => part === wanted[at] || part.startsWith("$"));
  });
}
