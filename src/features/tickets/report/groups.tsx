import { useState } from "react";
import { useNoteExport } from "../../../components/listing/api";
import { ExportButton } from "../../../components/listing/export-button";
import { useWhyNotExport } from "../../../shell/session";
import { Bars } from "../../../ui/chart/bars";
import { Select } from "../../../ui/form/select";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../../../ui/list/table";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { ViewSwitch } from "../../../ui/page/view-switch";
import type { Period } from "../search";
import type { TicketReport } from "./api";
import { type By, COLUMNS, fileColumns, GROUPS, groupBars, rowsBy } from "./report-words";

/** What tickets are told apart by, in which weeks. */
export interface GroupsView {
  readonly period: Period;
  readonly by: By;
  readonly onChange: (changes: { readonly by: By }) => void;
}

/** The figures by topic, area or team: one of them as a picture, all as a table. */
export function Groups({ report, by, onChange, period }: GroupsView & { report: TicketReport }) {
  const [measure, setMeasure] = useState<string>(COLUMNS[0].heading);
  const note = useNoteExport();
  const whyNot = useWhyNotExport();
  const rows = rowsBy(report, by);
  const name = `By ${by}`;
  return (
    <Card aria-labelledby="report-groups">
      <CardHeader
        id="report-groups"
        title={name}
        description="Median working times. Ratings are left out where there are fewer than 3."
        actions={
          <>
            <ViewSwitch
              label="Break down"
              views={(Object.keys(GROUPS) as By[]).map((one) => ({ value: one, label: GROUPS[one] }))}
              value={by}
              onValueChange={(chosen) => onChange({ by: chosen })}
            />
            <ExportButton
              name={`support-by-${by}`}
              noun="row"
              columns={fileColumns(by)}
              whyNot={whyNot}
              note={(columns) => note({ list: "tickets", filter: { weeks: period, by }, columns })}
              pageAfter={() => Promise.resolve({ rows, next: null })}
            />
          </>
        }
      />
      <CardBody className="flex flex-col gap-4">
        <div className="max-w-56">
          <Select
            aria-label="Figure in the picture"
            value={measure}
            options={COLUMNS.map(({ heading }) => ({ value: heading, label: heading }))}
            onValueChange={setMeasure}
          />
        </div>
        <Bars
          title={`${measure} by ${by}`}
          measure={`The last ${period} weeks`}
          bars={groupBars(rows, measure)}
          empty="Nothing to count yet"
        />
        <TableScroll label={`${name}, as a table`}>
          <Table aria-label={name}>
            <TableHead>
              <HeadRow>
                <HeaderCell>{GROUPS[by]}</HeaderCell>
                {COLUMNS.map(({ heading }) => (
                  <HeaderCell key={heading} numeric>
                    {heading}
                  </HeaderCell>
                ))}
              </HeadRow>
            </TableHead>
            <TableBody>
              {rows.map((row) => (
                <TableRow key={row.name}>
                  <Cell>{row.name}</Cell>
                  {COLUMNS.map(({ heading, shown }) => (
                    <Cell key={heading} numeric>
                      {shown(row)}
                    </Cell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableScroll>
      </CardBody>
    </Card>
  );
}
