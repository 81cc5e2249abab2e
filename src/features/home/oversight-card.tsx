import { CircleCheck, Clock, Hand, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { pathTo } from "../../../convex/site/links";
import { PAGES } from "../../../convex/site/pages";
import { cardLinkClasses } from "../../components/card-link";
import { FactRow } from "../../components/fact-row";
import { GoLink } from "../../components/go-link";
import { QueryBoundary } from "../../components/query-boundary";
import { useViewer } from "../../shell/session";
import { Card, CardHeader } from "../../ui/page/card";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { type OversightCounts, useOversight } from "./api";
import { cardName, isOperator } from "./home-cards";
import { atLeastText } from "./home-words";
import { PlatformFacts } from "./platform-facts";

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

/**
 * What stands still among the requests the viewer oversees, each number a link to its list; for those who run the
 * platform with how that is, of which `systems` is a row. Live.
 */
export function OversightCard({ systems }: { systems: ReactNode }) {
  const viewer = useViewer();
  if (!viewer) return null;
  return (
    <Card aria-labelledby="oversight">
      <CardHeader
        id="oversight"
        title={cardName("oversight", viewer)}
        actions={
          <GoLink to={PAGES.allRequests.path} className={cardLinkClasses}>
            All requests
          </GoLink>
        }
      />
      <QueryBoundary title="The numbers did not load">
        <Counts />
      </QueryBoundary>
      {isOperator(viewer) ? (
        <QueryBoundary title="How the platform is did not load">
          <PlatformFacts systems={systems} />
        </QueryBoundary>
      ) : null}
    </Card>
  );
}

function Counts() {
  const counts = useOversight();
  if (counts === undefined) {
    return (
      <SkeletonGroup label="Loading what is blocked" className="border-t border-line p-1">
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
        return (
          <FactRow
            key={of}
            to={to}
            label={label}
            value={atLeastText(counts[of])}
            Icon={isClear ? CircleCheck : Icon}
            look={isClear ? "text-success" : look}
            isQuiet={isClear}
          />
        );
      })}
    </ul>
  );
}
