import { useState } from "react";
import { useFigures } from "../../../components/charts/use-figures";
import { ListSkeleton } from "../../../components/listing/list-skeleton";
import { formatTimeOrDate } from "../../../lib/dates";
import { count } from "../../../lib/text";
import { lastWeeks } from "../../../lib/weeks";
import { Bars } from "../../../ui/chart/bars";
import { Columns } from "../../../ui/chart/columns";
import { Shares } from "../../../ui/chart/shares";
import { Card } from "../../../ui/page/card";
import { EmptyState } from "../../../ui/page/empty-state";
import { ViewSwitch } from "../../../ui/page/view-switch";
import { type Period, PERIODS } from "../search";
import { type TicketReport, useReportQuestion } from "./api";
import { Groups, type GroupsView } from "./groups";
import {
  type By,
  causeBars,
  causesTitle,
  chartsOf,
  helpShares,
  helpTitle,
  tilesOf,
  timeTitle,
  volumeTitle,
} from "./report-words";

/** What the report shows, and how that is changed. */
interface ReportView extends GroupsView {
  readonly onChange: (changes: { readonly period?: Period; readonly by?: By }) => void;
}

const SERIES = {
  volume: [
    { label: "Written", look: "full" },
    { label: "Resolved", look: "outlined" },
  ],
  time: [
    { label: "In time", look: "full" },
    { label: "Late", look: "outlined" },
  ],
} as const;

/** What support did: how much, how soon, whether in time and how good, as pictures and by topic, area or team. */
export function TicketReportView(view: ReportView) {
  const { period, onChange } = view;
  const [at] = useState(() => Date.now());
  const figures = useFigures(useReportQuestion(), { weeks: lastWeeks(at, period) });
  return (
    <div className="flex min-h-0 flex-col gap-4 overflow-y-auto *:shrink-0" aria-busy={figures?.isOld ?? true}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-muted">
          By the week tickets were written, as of {formatTimeOrDate(at, at)}. Times are in support's working hours.
        </p>
        <ViewSwitch
          label="Period"
          views={PERIODS.map((weeks) => ({ value: `${weeks}`, label: `${weeks} weeks` }))}
          value={`${period}`}
          onValueChange={(chosen) => onChange({ period: PERIODS.find((weeks) => `${weeks}` === chosen) ?? period })}
        />
      </div>
      {figures === undefined ? (
        <ListSkeleton label="Counting the tickets" />
      ) : (
        <Loaded {...view} report={figures.answer} starts={figures.wish.weeks} />
      )}
    </div>
  );
}

function Loaded(props: ReportView & { report: TicketReport; starts: readonly number[] }) {
  const { report, starts } = props;
  const { weeks, whole, isWhole } = report;
  const charts = chartsOf(starts, weeks);
  const of = `Per week, the last ${starts.length} weeks${isWhole ? "" : ", only the most recent counted"}`;
  const asTime = { measure: of, series: SERIES.time, axis: "Week of" };
  if (whole.written === 0 && weeks.every(({ resolved }) => resolved === 0))
    return (
      <EmptyState kind="nothing-yet" title="No tickets in these weeks">
        Figures appear here as soon as somebody asks for help.
      </EmptyState>
    );
  return (
    <>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 xl:grid-cols-6">
        {tilesOf(whole).map(({ label, value, from }) => (
          <div key={label} className="flex flex-col gap-0.5 bg-surface px-4 py-3">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="flex flex-col gap-0.5">
              <span className="text-xl font-semibold tabular-nums">{value}</span>
              <span className="text-xs text-muted">{from}</span>
            </dd>
          </div>
        ))}
      </dl>
      <Card aria-label="Support week by week">
        <div className="grid gap-x-8 gap-y-4 px-4 py-3 lg:grid-cols-2">
          <Columns
            title={volumeTitle(weeks)}
            measure={of}
            summary={`${volumeTitle(weeks)} in ${starts.length} weeks.`}
            series={SERIES.volume}
            points={charts.volume}
            axis="Week of"
            empty="No tickets in these weeks"
          />
          <Columns
            title={timeTitle(whole.answers, "first answer")}
            summary={`${timeTitle(whole.answers, "first answer")} in ${starts.length} weeks.`}
            points={charts.answers}
            empty="Nothing was answered in these weeks"
            {...asTime}
          />
          <Columns
            title={timeTitle(whole.ends, "solution")}
            summary={`${timeTitle(whole.ends, "solution")} in ${starts.length} weeks.`}
            points={charts.ends}
            empty="Nothing was solved in these weeks"
            {...asTime}
          />
          <Shares
            title={helpTitle(whole)}
            measure={`Of ${count(whole.ended, "ticket")} that ended, the last ${starts.length} weeks`}
            summary={`${helpTitle(whole)}.`}
            shares={helpShares(whole)}
            head={["Rating", "Tickets"]}
            empty="Fewer than 3 people rated the help"
          />
          <div className="lg:col-span-2">
            <Bars
              title={causesTitle(report.causes)}
              measure={`Resolved tickets by cause, the last ${starts.length} weeks`}
              bars={causeBars(report.causes)}
              empty="Nothing was resolved in these weeks"
            />
          </div>
        </div>
      </Card>
      <Groups {...props} />
    </>
  );
}
