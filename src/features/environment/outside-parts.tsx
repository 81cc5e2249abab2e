import { Box, CircleOff, Globe, type LucideIcon } from "lucide-react";
import type { PartReading } from "../../../contracts/environment";
import { SystemLabel } from "../../components/kinds/system-icon";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../../ui/list/table";
import { Card, CardHeader } from "../../ui/page/card";
import { Badge, type BadgeVariant } from "../../ui/text/badge";

const looks: Record<PartReading["state"], { words: string; variant: BadgeVariant; Icon: LucideIcon }> = {
  embedded: { words: "Embedded", variant: "neutral", Icon: Box },
  real: { words: "Real", variant: "default", Icon: Globe },
  off: { words: "Off", variant: "outline", Icon: CircleOff },
};

/** Which outside parts are the portal's own stand-ins, which are real, and what would replace each. */
export function OutsideParts({ parts }: { parts: readonly PartReading[] }) {
  return (
    <Card aria-labelledby="environment-parts">
      <CardHeader
        id="environment-parts"
        title="Outside parts"
        description="What the portal provides itself, and which variable replaces it with the real service."
      />
      <TableScroll label="Outside parts, scrollable" className="border-t border-line">
        <Table stacks>
          <TableHead>
            <HeadRow>
              <HeaderCell>Part</HeaderCell>
              <HeaderCell>State</HeaderCell>
              <HeaderCell>Now</HeaderCell>
              <HeaderCell>Replaced by</HeaderCell>
            </HeadRow>
          </TableHead>
          <TableBody>
            {parts.map((part) => (
              <TableRow
                key={part.name}
                className="@max-2xl/rows:grid-cols-[1fr_auto] @max-2xl/rows:gap-x-3 @max-2xl/rows:gap-y-0.5"
              >
                <Cell className="font-medium whitespace-nowrap text-ink">
                  {part.system === undefined ? part.name : <SystemLabel system={part.system}>{part.name}</SystemLabel>}
                </Cell>
                <Cell>
                  <PartState state={part.state} />
                </Cell>
                <Cell className="min-w-48 text-ink-soft @max-2xl/rows:col-span-2 @max-2xl/rows:min-w-0">
                  {part.what}
                </Cell>
                <Cell mono={part.variable !== null} className="whitespace-nowrap @max-2xl/rows:col-span-2">
                  {part.variable ?? <span className="text-ink-soft">No replacement yet</span>}
                </Cell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableScroll>
    </Card>
  );
}

function PartState({ state }: { state: PartReading["state"] }) {
  const { words, variant, Icon } = looks[state];
  return (
    <Badge variant={variant} icon={<Icon aria-hidden />}>
      {words}
    </Badge>
  );
}
