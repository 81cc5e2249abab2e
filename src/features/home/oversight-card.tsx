import { CircleCheck, Clock, Hand, type LucideIcon, TriangleAlert } from "lucide-react";
import { pathTo } from "../../../convex/site/links";
import { PAGES } from "../../../convex/site/pages";
import { GoLink } from "../../components/go-link";
import { QueryBoundary } from "../../components/query-boundary";
import { cn } from "../../ui/cn";
import { Card, CardHeader } from "../../ui/page/card";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { type OversightCounts, useOversight } from "./api";
import { atLeastText } from "./home-words";

interface Row {
  readonly of: keyof OversightCounts;
  readonly label: string;
  readonly to: string;
  readonly Icon: LucideIcon;
  readonly look: string;
}

const ROWS: readonly Row[] = [
  {
    of: "blocked",
    label: "Stopped by a failure",
    to: pathTo("allRequests", { status: "Blocked" }),
    Icon: TriangleAlert,
    look: "text-danger",
  },
  {
    of: "overdue",
    label: "Past their due date",
    to: pathTo("allRequests", { overdue: "1", sort: "due" }),
    Icon: Clock,
    look: "text-warning",
  },
  {
    of: "unclaimed",
    label: "Tasks nobody has taken",
    to: pathTo("allTasks", { status: "Running", unassigned: "1" }),
    Icon: Hand,
    look: "text-warning",
  },
];

/** What stands still among the requests the viewer oversees, each number a link to its list. Live. */
export function OversightCard() {
  return (
    <Card aria-labelledby="oversight">
      <CardHeader
        id="oversight"
        title="What you oversee"
        actions={
          <GoLink to={PAGES.allRequests.path} className="rounded-sm text-sm leading-6 text-accent-text hover:underline">
            All requests
          </GoLink>
        }
      />
      <QueryBoundary title="The numbers did not load">
        <Counts />
      </QueryBoundary>
    </Card>
  );
}

function Counts() {
  const counts = useOversight();
  if (counts === undefined) {
    return (
      <SkeletonGroup label="Loading what stands still" className="border-t border-line p-1">
        {ROWS.map(({ of }) => (
          <div key={of} className="flex h-9 items-center px-3">
            <Skeleton className="w-2/3" />
          </div>
        ))}
      </SkeletonGroup>
    );
  }
  return (
    <ul className="border-t border-line p-1">
      {ROWS.map(({ of, label, to, Icon, look }) => {
        const isClear = counts[of].count === 0;
        const Sign = isClear ? CircleCheck : Icon;
        return (
          <li key={of}>
            <GoLink
              to={to}
              className="flex h-9 items-center gap-2.5 rounded-md px-3 hover:bg-hover pointer-coarse:h-11"
            >
              <Sign aria-hidden className={cn("size-4 shrink-0", isClear ? "text-success" : look)} />
              <span className={cn("min-w-0 flex-1 truncate", isClear ? "text-muted" : "text-ink")}>{label}</span>
              <span className={cn("tabular-nums", isClear ? "text-muted" : "font-semibold text-ink")}>
                {atLeastText(counts[of])}
              </span>
            </GoLink>
          </li>
        );
      })}
    </ul>
  );
}
