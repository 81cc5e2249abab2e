import { ChevronDown } from "lucide-react";
import { Suspense } from "react";
import { localFlag } from "../../../components/local-flag";
import { QueryBoundary } from "../../../components/query-boundary";
import { lazyPart } from "../../../ui/lazy-part";
import { Card } from "../../../ui/page/card";
import type { QueueSearch } from "../search";
import { FlowSkeleton } from "./flow-skeleton";

const RequestFlowCharts = lazyPart(() => import("./request-flow").then((part) => part.RequestFlowCharts));

/** Whether somebody wants to see how requests come and go above the list. */
const showsFlow = localFlag("portal-flow-shown", true);

/** How requests come and go, above their list; put away it costs one line. */
export function FlowCard({ onOpen }: { onOpen: (search: QueueSearch) => void }) {
  const isShown = showsFlow.useFlag();
  return (
    <Card aria-label="How requests come and go" className="print:hidden">
      <button
        type="button"
        aria-expanded={isShown}
        onClick={() => showsFlow.write(!isShown)}
        className="flex h-8 w-full items-center gap-1.5 rounded-lg px-4 text-sm text-muted hover:text-ink pointer-coarse:h-11"
      >
        <ChevronDown aria-hidden className={isShown ? "size-3.5" : "size-3.5 -rotate-90"} />
        How requests come and go
      </button>
      {isShown ? (
        <QueryBoundary title="The figures did not load">
          <div className="grid gap-x-8 gap-y-4 px-4 pt-1 pb-3 lg:grid-cols-2">
            <Suspense fallback={<FlowSkeleton />}>
              <RequestFlowCharts onOpen={onOpen} />
            </Suspense>
          </div>
        </QueryBoundary>
      ) : null}
    </Card>
  );
}
