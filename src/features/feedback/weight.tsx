import { ENOUGH_RUNS } from "../../../convex/core/feedback/rules";
import { plural } from "../../../convex/lib/pure/text";
import { useFigures } from "../../components/charts/use-figures";
import { formatDate, formatDuration } from "../../lib/dates";
import { Shares } from "../../ui/chart/shares";
import { Awaited } from "../../ui/page/awaited";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { DescriptionList } from "../../ui/page/description-list";
import { type Idea, type Weight, useWeightQuestion } from "./api";

type Pain = Weight["before"];

/** What the thing an idea is about costs people; once shipped, before and since. */
export function IdeaWeight(wish: { ideaId: Idea["id"]; status: Idea["status"]; about: string }) {
  // Asked again with each status: being shipped freezes the figures.
  const figures = useFigures(useWeightQuestion(), wish);
  if (!figures) return <Awaited />;
  const weight = figures.answer;
  if (!weight) return null;
  const { label, before, after } = weight;
  return (
    <Card aria-labelledby="idea-weight">
      <CardHeader
        id="idea-weight"
        title={`What ${label} costs people`}
        description="Counted from the portal's own requests, tasks and tickets when this page was opened."
      />
      <CardBody className="grid gap-6 lg:grid-cols-2">
        <Figures title={after ? "Before it was shipped" : "The last 90 days"} pain={before} />
        {after ? <Figures title="Since it was shipped" pain={after} /> : null}
      </CardBody>
    </Card>
  );
}

function Figures({ title, pain }: { title: string; pain: Pain }) {
  const { since, until, runs, done, failures, denials, waitMs, tickets, isPart } = pain;
  const isEnough = runs >= ENOUGH_RUNS;
  const share = (count: number): string => `${count} (${Math.round((count / runs) * 100)}%)`;
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3">
      {isEnough ? (
        <Shares
          title={`${title}: ${plural(runs, "run")}`}
          measure={`From ${formatDate(since)} to ${formatDate(until)}${isPart ? ", only the most recent counted" : ""}`}
          summary={`How ${plural(runs, "run")} ended.`}
          shares={[
            { label: "Done", value: done },
            { label: "Open or stopped", value: runs - done - failures - denials },
            { label: "Denied", value: denials },
            { label: "Failed", value: failures },
          ]}
          head={["End", "Runs"]}
          empty="No runs"
        />
      ) : (
        <p className="text-muted">
          {title}: not enough data, {plural(runs, "run")} from {formatDate(since)} to {formatDate(until)}.
        </p>
      )}
      <DescriptionList
        items={[
          ...(isEnough
            ? [
                { term: "Median wait", value: waitMs === null ? "None were done" : formatDuration(waitMs) },
                { term: "Failed", value: share(failures) },
                { term: "Denied", value: share(denials) },
              ]
            : []),
          { term: "Support tickets", value: String(tickets) },
        ]}
      />
    </section>
  );
}
