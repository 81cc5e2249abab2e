import type { EnvironmentReading } from "../../../contracts/environment";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../../ui/list/table";
import { Card, CardHeader } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { queueRows, waitingText } from "./figure-words";
import { TimeCell } from "./time-cell";

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
        <EmptyState kind="failed" title="The realtime backend did not say" className="pt-0">
          The next reading asks again.
        </EmptyState>
      ) : (
        <TableScroll label="Queues, scrollable" className="border-t border-line">
          <Table stacks>
            <TableHead>
              <HeadRow>
                <HeaderCell>Queue</HeaderCell>
                <HeaderCell numeric>Waiting</HeaderCell>
                <HeaderCell>First due</HeaderCell>
              </HeadRow>
            </TableHead>
            <TableBody>
              {rows.map((row) => (
                <TableRow
                  key={row.name}
                  className="@max-2xl/rows:grid-cols-[1fr_auto] @max-2xl/rows:gap-x-3 @max-2xl/rows:gap-y-0.5"
                >
                  <Cell className="font-medium whitespace-nowrap text-ink">{row.name}</Cell>
                  <Cell numeric>{waitingText(row)}</Cell>
                  <TimeCell label="First due" at={row.firstAt} />
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableScroll>
      )}
    </Card>
  );
}
