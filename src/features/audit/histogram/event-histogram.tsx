import { useState } from "react";
import { useFigures } from "../../../components/charts/use-figures";
import { Brush } from "../../../ui/chart/brush";
import { useHistogramQuestion } from "../api";
import { type AuditSearch, filterOf, refined } from "../search";
import { HistogramSkeleton } from "./histogram-skeleton";
import { columnsOf, daysOf, histogramTitle, rangeOf, searchOf } from "./histogram-words";

/** When the events of a search happened; the days that are chosen in it are those of the list. */
export function EventHistogram(props: {
  search: AuditSearch;
  onSearch: (next: AuditSearch, how?: "push" | "replace") => void;
}) {
  const { search, onSearch } = props;
  const [now] = useState(() => Date.now());
  const { from: _from, to: _to, ...filter } = filterOf(search);
  const figures = useFigures(useHistogramQuestion(), { filter, days: daysOf(search, now) });
  if (figures === undefined) return <HistogramSkeleton />;
  const { answer, wish, isOld } = figures;
  return (
    <Brush
      title={histogramTitle(wish.days, answer)}
      measure={
        wish.days.size === 1 ? "Per day. Drag to choose days" : `Per ${wish.days.size} days. Drag to choose days`
      }
      summary={`${histogramTitle(wish.days, answer)}. The two sliders choose the days of the list.`}
      points={columnsOf(wish.days, answer)}
      head={[wish.days.size === 1 ? "Day" : "Days", "Events"]}
      empty="Nothing happened in these days"
      range={rangeOf(search, wish.days)}
      onRange={(range) => onSearch(refined(search, searchOf(range, wish.days)), "replace")}
      isBusy={isOld}
    />
  );
}
