import { Link } from "@tanstack/react-router";
import { Siren } from "lucide-react";
import { PAGES } from "../../../../convex/site/pages";
import { Card, CardHeader } from "../../../ui/page/card";
import { RelativeTime } from "../../../ui/text/relative-time";
import type { ReviewRow } from "../api";

/** Break-glass approvals nobody reviewed yet. */
export function Reviews({ rows }: { rows: readonly ReviewRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Card aria-labelledby="reviews-due" className="border-danger-line">
      <CardHeader
        id="reviews-due"
        title="Break-glass approvals to review"
        description="Somebody approved alone. Say within a day whether that was justified."
      />
      <ul className="border-t border-line">
        {rows.map(({ approvalId, address, requestKey, title, by, reason, dueAt }) => (
          <li
            key={approvalId}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-0.5 border-b border-line px-4 py-2.5 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <Link
              to={PAGES.approval.path}
              params={{ approvalId: address }}
              className="min-w-0 truncate rounded-sm font-medium text-ink hover:underline"
            >
              {title}
            </Link>
            <span className="inline-flex items-center gap-1.5 text-sm text-danger">
              <Siren aria-hidden className="size-3.5" />
              <span>
                Review due <RelativeTime at={dueAt} />
              </span>
            </span>
            <p className="line-clamp-3 text-sm wrap-anywhere text-muted sm:col-span-2">
              <span className="font-mono text-xs">{requestKey}</span> · {by}: “{reason}”
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
