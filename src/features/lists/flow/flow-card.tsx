import { ChartColumn } from "lucide-react";
import { Suspense } from "react";
import { localFlag } from "../../../components/local-flag";
import { QueryBoundary } from "../../../components/query-boundary";
import { Button } from "../../../ui/button";
import { lazyPart } from "../../../ui/lazy-part";
import { Card } from "../../../ui/page/card";
import type { QueueSearch } from "../search";
import { FlowSkeleton } from "./flow-skeleton";

const RequestFlowCharts = lazyPart(() => import("./request-flow").then((part) => part.RequestFlowCharts));

/** Whether somebody wants to see how requests come and go above the list: at first the rows have the room. */
const showsFlow = localFlag("portal-flow-above-list", false);
const FLOW_ID = "request-flow";

/** Shows and hides the charts; the browser remembers it. */
export function FlowSwitch() {
  const isShown = showsFlow.useFlag();
  return (
    <Button
      variant={isShown ? "secondary" : "outline"}
      aria-expanded={isShown}
      aria-controls={isShown ? FLOW_ID : undefined}
      onClick={() => showsFlow.write(!isShown)}
    >
      <ChartColumn aria-hidden />
      Trends
    </Button>
  );
}

/** How requests come and go, above their list. */
export function FlowCard({ onOpen }: { onOpen: (search: QueueSearch) => void }) {
  const isShown = showsFlow.useFlag();
  if (!isShown) return null;
  return (
    <Card id={FLOW_ID} aria-label="How requests come and go" className="shrink-0 print:hidden">
      <QueryBoundary title="The figures did not load">
        <div className="grid gap-x-8 gap-y-4 px-4 py-3 lg:grid-cols-2">
          <Suspense fallback={<FlowSkeleton />}>
            <RequestFlowCharts onOpen={onOpen} />
          </Suspense>
        </div>
      </QueryBoundary>
    </Card>
  );
}
