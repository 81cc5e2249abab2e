import { CircleCheck, CircleDashed } from "lucide-react";
import type { SecretReading } from "../../../contracts/environment";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../../ui/list/table";
import { Card, CardHeader } from "../../ui/page/card";
import { TimeCell } from "./time-cell";

/** Which secrets are set, and since when each has its value. */
export function Secrets({ secrets }: { secrets: readonly SecretReading[] }) {
  return (
    <Card aria-labelledby="environment-secrets">
      <CardHeader
        id="environment-secrets"
        title="Secrets"
        description="Whether each is set, and when the portal first started with its current value. Values are never stored."
      />
      <TableScroll label="Secrets, scrollable" className="border-t border-line">
        <Table stacks>
          <TableHead>
            <HeadRow>
              <HeaderCell>Variable</HeaderCell>
              <HeaderCell>State</HeaderCell>
              <HeaderCell>First seen</HeaderCell>
            </HeadRow>
          </TableHead>
          <TableBody>
            {secrets.map(({ name, since }) => (
              <TableRow
                key={name}
                className="@max-2xl/rows:grid-cols-[1fr_auto] @max-2xl/rows:gap-x-3 @max-2xl/rows:gap-y-0.5"
              >
                <Cell mono className="whitespace-nowrap text-ink">
                  {name}
                </Cell>
                <Cell>
                  <SecretState isSet={since !== null} />
                </Cell>
                <TimeCell label="First seen" at={since} />
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableScroll>
    </Card>
  );
}

function SecretState({ isSet }: { isSet: boolean }) {
  const Icon = isSet ? CircleCheck : CircleDashed;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden className={isSet ? "size-4 shrink-0 text-success" : "size-4 shrink-0 text-muted"} />
      {isSet ? "Set" : "Not set"}
    </span>
  );
}
