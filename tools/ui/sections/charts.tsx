import { useState } from "react";
import { HOUR_MS } from "../../../convex/lib/pure/time";
import { Bars } from "../../../src/ui/chart/bars";
import { Brush } from "../../../src/ui/chart/brush";
import type { Range } from "../../../src/ui/chart/brush-range";
import type { ChartSeries } from "../../../src/ui/chart/chart";
import { Columns } from "../../../src/ui/chart/columns";
import { Shares } from "../../../src/ui/chart/shares";
import { Spans } from "../../../src/ui/chart/spans";
import { Sparkline } from "../../../src/ui/chart/sparkline";
import { type Tick, Ticks } from "../../../src/ui/chart/ticks";
import { Row, Section } from "../section";

const SERIES: readonly ChartSeries[] = [
  { label: "Created", look: "full" },
  { label: "Closed", look: "outlined" },
];
const weeks = (count: number, size: number) =>
  Array.from({ length: count }, (_, week) => {
    const values = [(week * 37) % size, (week * 23) % size];
    return { label: `Week ${week + 1}`, values, words: `Week ${week + 1}: ${values[0]} created, ${values[1]} closed` };
  });
const days = Array.from({ length: 60 }, (_, day) => ({
  label: `Day ${day + 1}`,
  values: [(day * 31) % 90],
  words: `Day ${day + 1}: ${(day * 31) % 90} events`,
}));
const runs: readonly Tick[] = Array.from({ length: 60 }, (_, run) => {
  const tone = run % 17 === 5 ? "bad" : run % 4 === 0 ? "good" : "quiet";
  return { id: `run ${run}`, tone, words: `Run ${run}: ${tone}`, cells: [`Run ${run}`, tone] };
});

/** Charts, with much, with little and with nothing to draw. */
export function ChartsSection() {
  return (
    <Section title="Charts">
      <div className="grid gap-6 md:grid-cols-2">
        <Columns
          title="More requests were closed than created"
          measure="Requests per week, the last 12 weeks"
          summary="12 weeks of requests."
          series={SERIES}
          points={weeks(12, 40)}
          axis="Week"
          empty="Nothing yet"
        />
        <Columns
          title="A very long title of a chart whose finding could not be said in fewer words than these are"
          measure="Two years of very large values"
          summary="104 weeks."
          series={SERIES}
          points={weeks(104, 9_999_999)}
          axis="Week"
          empty="Nothing yet"
        />
        <Columns
          title="Requests per week"
          measure="The last 12 weeks"
          summary="Nothing was asked for."
          series={SERIES}
          points={weeks(12, 1)}
          axis="Week"
          empty="Nothing was asked for in these weeks"
        />
        <Shares
          title="4 of 31 open requests are older than two weeks"
          measure="Open requests by age"
          summary="Ages of open requests."
          head={["Age", "Requests"]}
          shares={[
            { label: "Today", value: 9 },
            { label: "1–2 days", value: 11 },
            { label: "3–6 days", value: 0 },
            { label: "1–2 weeks", value: 7 },
            { label: "Over 2 weeks", value: 4 },
          ]}
          empty="Nothing is open"
        />
        <Bars
          title="Missing access is the most frequent cause"
          measure="What was resolved, by its cause, the last 12 weeks"
          bars={[
            { label: "Missing access", value: 41, words: "41 · 59 %" },
            { label: "A cause whose name is far too long for the room there is", value: 27, words: "27 · 39 %" },
            { label: "No longer needed", value: 1, words: "1 · 1 %" },
          ]}
          empty="Nothing was resolved in these weeks"
        />
        <Bars
          title="Why support was needed"
          measure="The last 12 weeks"
          bars={[]}
          empty="Nothing was resolved in these weeks"
        />
      </div>
      <Strips />
      <Courses />
    </Section>
  );
}

function Strips() {
  const [range, setRange] = useState<Range | null>({ from: 20, to: 31 });
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <>
      <Ticks
        title="4 of the last 60 runs failed"
        measure="Runs of the task monitor, oldest first"
        summary="60 runs."
        ticks={runs}
        room={60}
        head={["Run", "State"]}
        ends={{ from: "an hour ago", to: "now" }}
        empty="No run yet"
        onChoose={setChosen}
        chosen={chosen}
      />
      <Ticks
        title="Up since it was first asked"
        measure="The last 48 hours"
        summary="6 readings."
        ticks={runs.slice(0, 6)}
        room={60}
        head={["Run", "State"]}
        ends={{ from: "", to: "now" }}
        empty="Never asked"
      />
      <Brush
        title="Events per day"
        measure="Drag to choose days"
        summary="60 days of events."
        points={days}
        head={["Day", "Events"]}
        empty="No events"
        range={range}
        onRange={setRange}
      />
    </>
  );
}

function Courses() {
  return (
    <>
      <Row caption="Sparkline">
        <Sparkline label="Connections" values={[3, 4, 9, 2, 2, 7, 8]} words={String} />
        <Sparkline label="Never moved" values={[3, 3, 3]} words={String} />
        <Sparkline label="One reading" values={[3]} words={String} />
      </Row>
      <Spans
        label="What happened when"
        from={0}
        to={10 * HOUR_MS}
        ends={{ from: "Monday, 09:00", to: "Monday, 19:00" }}
        spans={[
          { id: "a", label: "Approve access", from: 0, to: 6 * HOUR_MS, tone: "done", words: "6 hours, approved" },
          {
            id: "b",
            label: "Grant role",
            from: 6 * HOUR_MS,
            to: 6 * HOUR_MS + 4000,
            tone: "failed",
            words: "4 s, failed",
          },
          {
            id: "c",
            label: "A task whose name is far too long to be shown beside its bar in full",
            from: 6 * HOUR_MS,
            to: 10 * HOUR_MS,
            tone: "running",
            words: "running for 4 hours",
          },
        ]}
      />
    </>
  );
}
