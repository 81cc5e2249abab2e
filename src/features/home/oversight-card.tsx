import { CircleCheck, Clock, Hand, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { pathTo } from "../../../convex/site/links";
import { PAGES } from "../../../convex/site/pages";
import { QUEUE_VIEWS, type QueueViewId } from "../../../convex/site/views";
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

/** A number, and the view of a queue that lists what was counted, by the name it has in the menu. */
interface Row {
  readonly of: keyof OversightCounts;
  readonly view: QueueViewId;
  readonly Icon: LucideIcon;
  readonly look: string;
}

const ROWS: readonly Row[] = [
  { of: "blocked", view: "blocked", Icon: TriangleAlert, look: "text-danger" },
  { of: "overdue", view: "overdue", Icon: Clock, look: "text-warning" },
  { of: "unclaimed", view: "needsSomeone", Icon: Hand, look: "text-warning" },
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
            {PAGES.allRequests.title}
          </GoLink>
        }
      />
      <QueryBoundary title="The numbers did not load">
        <Counts />
      </QueryBoundary>
      {isOperator(viewer) ? (
        <QueryBoundary title="The state of the platform did not load">
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
      {ROWS.map(({ of, view, Icon, look }) => {
        const { label, page, search } = QUEUE_VIEWS[view];
        const isClear = counts[of].count === 0;
        return (
          <FactRow
            key={of}
            to={pathTo(page, search)}
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
