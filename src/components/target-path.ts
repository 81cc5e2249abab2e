/** Where things of the audit trail have their pages. */

import type { AuditTarget } from "../../convex/core/audit/table";
import { pathTo } from "../../convex/site/links";

type PathOf = (id: string) => string;
const approval: PathOf = (approvalId) => pathTo("approval", { approvalId });

const PATHS: Readonly<Record<string, PathOf>> = {
  request: (id) => pathTo("requestAsAdmin", { id }),
  task: (taskId) => pathTo("taskAsAdmin", { taskId }),
  approval,
};

/** The pages everybody has: what the portal lists as one's own leads there. */
const OWN_PATHS: Readonly<Record<string, PathOf>> = {
  request: (id) => pathTo("request", { id }),
  task: (taskId) => pathTo("task", { taskId }),
  approval,
};

/** A request is labelled by its key, which its address says. */
const isKey = /^REQ-\d+$/;

/** The path of a thing's page, by the name people read where it has one; null for kinds that have none. */
export function targetPath(
  { type, id, label = "", address }: AuditTarget & { readonly address?: string },
  { isOwn = false } = {},
): string | null {
  const paths = isOwn ? OWN_PATHS : PATHS;
  const name = address ?? (type === "request" && isKey.test(label) ? label : id);
  return Object.hasOwn(paths, type) ? (paths[type]?.(name) ?? null) : null;
}
