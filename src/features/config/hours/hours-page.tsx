import { Suspense, useState } from "react";
import { HOURS_TITLE, USUAL_HOURS } from "../../../../convex/core/supportHours/rules/hours";
import { hoursText } from "../../../../convex/core/supportHours/rules/hoursText";
import { PRIORITIES } from "../../../../convex/core/tickets/rules";
import { durationText, MINUTE_MS } from "../../../../convex/lib/pure/time";
import { Button } from "../../../ui/button";
import { shownDay } from "../../../ui/form/typed-day";
import { lazyPart } from "../../../ui/lazy-part";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { PageHeader } from "../../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { useTabTitle } from "../../../ui/page/use-tab-title";
import { RelativeTime } from "../../../ui/text/relative-time";
import { type Hours, type HoursState, useSupportHours } from "../api";
import { VersionRow } from "../version-row";
import { Week } from "./week";

const HoursForm = lazyPart(() => import("./hours-form").then((part) => part.HoursForm));

const DOES =
  "The days and hours in which support works. Only they count towards what is due; open tickets follow a change.";

/** When support works and how soon it answers: now, and every version there was. */
export function HoursPage() {
  const state = useSupportHours();
  const [wish, setWish] = useState<Hours | null>(null);
  useTabTitle(HOURS_TITLE);
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <PageHeader
        title={HOURS_TITLE}
        context={DOES}
        actions={
          <Button
            size="sm"
            disabledReason={state ? null : "Loading"}
            onClick={() => (state ? setWish(state.hours) : undefined)}
          >
            Change
          </Button>
        }
      />
      {state ? (
        <>
          <Now hours={state.hours} />
          <History state={state} onSet={setWish} />
          <Suspense fallback={null}>
            {wish === null ? null : <HoursForm state={state} start={wish} onClose={() => setWish(null)} />}
          </Suspense>
        </>
      ) : (
        <SkeletonGroup label="Loading the support hours" className="flex flex-col gap-3">
          <Skeleton className="h-64" />
        </SkeletonGroup>
      )}
    </div>
  );
}

function Now({ hours }: { hours: Hours }) {
  return (
    <>
      <Card aria-labelledby="hours-week">
        <CardHeader id="hours-week" title="Week" description={`By the clock of ${hours.timeZone}`} />
        <CardBody className="flex flex-col gap-3">
          <Week week={hours.week} />
          <p className="text-sm text-ink-soft">
            {hours.holidays.length === 0
              ? "No holidays are set."
              : `Holidays: ${hours.holidays.map(shownDay).join(", ")}`}
          </p>
        </CardBody>
      </Card>
      <Card aria-labelledby="hours-targets">
        <CardHeader id="hours-targets" title="Targets" description="In working time since a ticket was written" />
        <CardBody>
          <table className="w-full max-w-md text-sm">
            <thead className="text-left text-muted">
              <tr>
                <th className="py-1 font-medium">Priority</th>
                <th className="py-1 font-medium">First answer</th>
                <th className="py-1 font-medium">Solved</th>
              </tr>
            </thead>
            <tbody className="tabular-nums">
              {PRIORITIES.toReversed().map((priority) => {
                const { first, solved } = hours.targets[priority];
                return (
                  <tr key={priority} className="border-t border-line">
                    <th scope="row" className="py-1.5 text-left font-normal">
                      {priority}
                    </th>
                    <td className="py-1.5">{inHours(first)}</td>
                    <td className="py-1.5">{inHours(solved)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </CardBody>
      </Card>
    </>
  );
}

/** Working time has no days: their length differs. */
function inHours(minutes: number): string {
  if (minutes < 60) return durationText(minutes * MINUTE_MS);
  return minutes === 60 ? "1 hour" : `${minutes / 60} hours`;
}

function History({
  state: { versions, version: current },
  onSet,
}: {
  state: HoursState;
  onSet: (hours: Hours) => void;
}) {
  return (
    <Card aria-labelledby="hours-versions">
      <CardHeader id="hours-versions" title="History" />
      <CardBody>
        <ul className="flex flex-col">
          {versions.map(({ version, hours, setAt, by, reason }) => (
            <VersionRow key={version} words={hoursText(hours)} isNow={version === current} onSet={() => onSet(hours)}>
              <RelativeTime at={setAt} /> by {by}: {reason}
            </VersionRow>
          ))}
          <VersionRow words={hoursText(USUAL_HOURS)} isNow={current === 0} onSet={() => onSet(USUAL_HOURS)}>
            The default
          </VersionRow>
        </ul>
      </CardBody>
    </Card>
  );
}
