import { useState } from "react";
import { useFigures } from "../../../components/charts/use-figures";
import { formatTimeOrDate } from "../../../lib/dates";
import { Columns } from "../../../ui/chart/columns";
import { Shares } from "../../../ui/chart/shares";
import { useFlowQuestion } from "../api";
import type { QueueSearch } from "../search";
import { FlowSkeleton } from "./flow-skeleton";
import { ageSearch, ageTitle, flowTitle, flowWish, sharesOf, weekPoints, weekSearch } from "./flow-words";

const SERIES = [
  { label: "Created", look: "full" },
  { label: "Closed", look: "outlined" },
] as const;

/** Requests per week and the ages of those that are open; what is pointed at leads to its rows. */
export function RequestFlowCharts({ onOpen }: { onOpen: (search: QueueSearch) => void }) {
  const [at] = useState(() => Date.now());
  const figures = useFigures(useFlowQuestion(), flowWish(at));
  if (figures === undefined) return <FlowSkeleton />;
  const { answer: flow, wish } = figures;
  const of = flow.isWhole ? "" : ", the newest of very many";
  return (
    <>
      <Columns
        title={flowTitle(flow.weeks)}
        measure={`Per week, the last 12 weeks${of}, as of ${formatTimeOrDate(at, at)}`}
        summary={`${flowTitle(flow.weeks)} in 12 weeks. Enter on a week shows what was created in it.`}
        series={SERIES}
        points={weekPoints(wish.weeks, flow.weeks)}
        axis="Week of"
        empty="No requests in these weeks"
        onChoose={(index) => onOpen(weekSearch(wish.weeks[index] ?? at))}
      />
      <Shares
        title={ageTitle(flow.ages)}
        measure="Open requests by the day they were created"
        summary={`${ageTitle(flow.ages)}. Enter on an age shows its requests.`}
        shares={sharesOf(flow.ages)}
        head={["Age", "Open requests"]}
        empty="Nothing is open"
        onChoose={(index) => onOpen(ageSearch(index, at))}
      />
    </>
  );
}
