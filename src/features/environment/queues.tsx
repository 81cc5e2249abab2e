import type { EnvironmentReading } from "../../../contracts/environment";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { FactList } from "../../ui/page/fact-list";
import { RelativeTime } from "../../ui/text/relative-time";
import { queueRows, waitingText } from "./figure-words";

/** What waits in each queue, and since when the first of it is due. */
export function Queues({ reading }: { reading: EnvironmentReading }) {
  const rows = queueRows(reading);
  return (
    <Card aria-labelledby="environment-queues">
      <CardHeader
        id="environment-queues"
        title="Queues"
        description="What is waiting to be done. If the first item is long overdue, nothing is working through the queue."
      />
      {rows === null ? (
        <EmptyState kind="failed" title="The realtime backend did not report its queues" className="pt-0">
          The next reading asks again.
        </EmptyState>
      ) : (
        <CardBody>
          <FactList
            items={rows.map((row) => ({
              term: row.name,
              note:
                row.firstAt === null ? null : (
                  <>
                    first due <RelativeTime at={row.firstAt} />
                  </>
                ),
              value: <span className="tabular-nums">{waitingText(row)}</span>,
            }))}
          />
        </CardBody>
      )}
    </Card>
  );
}
