import { Circle, CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import { useState } from "react";
import { HOUR_MS } from "../../../convex/lib/pure/time";
import { Button } from "../../../src/ui/button";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow, TableScroll } from "../../../src/ui/list/table";
import { Card, CardBody, CardHeader } from "../../../src/ui/page/card";
import { DescriptionList } from "../../../src/ui/page/description-list";
import { Disclosure } from "../../../src/ui/page/disclosure";
import { Tabs } from "../../../src/ui/page/tabs";
import { ViewSwitch } from "../../../src/ui/page/view-switch";
import { Avatar } from "../../../src/ui/text/avatar";
import { Badge } from "../../../src/ui/text/badge";
import { CopyButton } from "../../../src/ui/text/copy-button";
import { MetaLine } from "../../../src/ui/text/meta-line";
import { RelativeTime } from "../../../src/ui/text/relative-time";
import { TruncatedText } from "../../../src/ui/text/truncated-text";
import { Row, Section } from "../section";

const sizes = ["text-2xl", "text-xl", "text-lg", "text-base", "text-sm", "text-xs"];
const surfaces = ["bg-canvas", "bg-sunken", "bg-surface", "bg-raised", "bg-hover", "bg-pressed", "bg-fill"];
const charts = [
  "bg-chart-1",
  "bg-chart-2",
  "bg-chart-3",
  "bg-chart-4",
  "bg-chart-5",
  "bg-chart-6",
  "bg-chart-7",
  "bg-chart-8",
  "bg-chart-other",
];
const meanings = [
  "text-ink",
  "text-ink-soft",
  "text-muted",
  "text-accent-text",
  "text-info",
  "text-success",
  "text-warning",
  "text-danger",
];
const fiveHoursAgo = Date.now() - 5 * HOUR_MS;

/** The type scale. */
export function TypeSection() {
  return (
    <Section title="Type">
      <div className="flex flex-col gap-1.5">
        {sizes.map((size) => (
          <p key={size} className={size}>
            Requests waiting for approval <span className="text-muted tabular-nums">1,284 of 2,016</span>
          </p>
        ))}
        <p className="font-mono text-sm">k57d3abc9 SELECT count(*) FROM orders</p>
      </div>
    </Section>
  );
}

/** Surfaces and text colours. */
export function ColoursSection() {
  return (
    <Section title="Colours">
      <div className="flex flex-wrap gap-2">
        {surfaces.map((surface) => (
          <div
            key={surface}
            className={`${surface} flex h-14 w-28 items-end rounded-lg border border-line p-2 text-xs text-ink-soft`}
          >
            {surface.slice(3)}
          </div>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {charts.map((chart) => (
          <div key={chart} className={`${chart} h-6 w-16 rounded-sm`} />
        ))}
      </div>
      <div className="flex flex-wrap gap-4">
        {meanings.map((meaning) => (
          <span key={meaning} className={meaning}>
            {meaning.slice(5)}
          </span>
        ))}
      </div>
    </Section>
  );
}

function Facts() {
  return (
    <MetaLine>
      <span>Ada Lovelace</span>
      <span>
        Started <RelativeTime at={fiveHoursAgo} />
      </span>
      <span>Attempt 2 of 5</span>
    </MetaLine>
  );
}

function StatusBadges() {
  return (
    <>
      <Badge icon={<CircleCheck aria-hidden />}>Complete</Badge>
      <Badge variant="secondary" icon={<LoaderCircle aria-hidden />}>
        Running
      </Badge>
      <Badge variant="outline" icon={<Circle aria-hidden />}>
        Not Started
      </Badge>
      <Badge variant="destructive" icon={<CircleX aria-hidden />}>
        Failed
      </Badge>
    </>
  );
}

function ExecutionTable() {
  const [selected, setSelected] = useState(2);
  return (
    <TableScroll label="Executions" maxHeight="14rem">
      <Table>
        <TableHead>
          <tr>
            <HeaderCell>Log ID</HeaderCell>
            <HeaderCell sort="descending" onSort={() => undefined}>
              Start Time
            </HeaderCell>
            <HeaderCell numeric>Duration</HeaderCell>
            <HeaderCell numeric>Requests</HeaderCell>
            <HeaderCell>Summary</HeaderCell>
          </tr>
        </TableHead>
        <TableBody>
          {Array.from({ length: 9 }, (_, row) => (
            <TableRow key={row} selected={row === selected} onSelectRow={() => setSelected(row)}>
              <Cell mono>k57d{row}abc…</Cell>
              <Cell>0{row + 1}/03/2026, 14:07</Cell>
              <Cell numeric>{row * 3}s</Cell>
              <Cell numeric>{40 + row}</Cell>
              <Cell className="max-w-72">
                <TruncatedText
                  text={`Scheduled ${row} tasks of ${40 + row} requests, ignored the rest because nothing changed`}
                />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableScroll>
  );
}

/** Badges, tables, cards, facts. */
export function DataSection() {
  const [tab, setTab] = useState<"history" | "details">("history");
  return (
    <Section title="Data">
      <Row caption="Badge">
        <StatusBadges />
        <Badge variant="warning">Waiting</Badge>
        <Badge variant="neutral">Draft</Badge>
      </Row>
      <Row caption="Person, time, id">
        <Avatar name="Ada Lovelace" />
        <RelativeTime at={fiveHoursAgo} />
        <Facts />
        <span className="flex items-center gap-1 font-mono text-sm">
          k57d3abc9 <CopyButton text="k57d3abc9" label="Copy id" />
        </span>
        <span className="w-40">
          <TruncatedText cut="middle" text="analytics_prod.finance.monthly_revenue" />
        </span>
      </Row>
      <Card>
        <CardHeader
          title="Execution history"
          description="Newest first, as of 14:07"
          actions={<Button size="sm">Run Task Monitor</Button>}
        />
        <ExecutionTable />
      </Card>
      <Row caption="Segmented control">
        <Parts />
      </Row>
      <Disclosures />
      <Tabs
        label="Task monitor views"
        value={tab}
        onValueChange={setTab}
        items={[
          {
            value: "history",
            label: "Execution History",
            count: 9,
            panel: (
              <Card>
                <CardHeader title="REQ-142" />
                <CardBody>
                  <DescriptionList
                    items={[
                      { term: "Requested by", value: "Ada Lovelace" },
                      { term: "Status", value: <Badge variant="secondary">Running</Badge> },
                      { term: "Reason", value: "Monthly revenue report for the board" },
                    ]}
                  />
                </CardBody>
              </Card>
            ),
          },
          { value: "details", label: "Task Details", panel: <p>Second panel.</p> },
        ]}
      />
    </Section>
  );
}

/** The parts of one list, one at a time, each with how many it has. */
function Parts() {
  const [part, setPart] = useState<"all" | "changes">("all");
  return (
    <ViewSwitch
      label="What the monitor did"
      value={part}
      onValueChange={setPart}
      views={[
        { value: "all", label: "All", count: 1204 },
        { value: "changes", label: "Changes", count: 88 },
      ]}
    />
  );
}

/** One line that opens: among words, at the foot of a card, and as an object of its own. */
function Disclosures() {
  return (
    <div className="flex flex-col gap-3">
      <Disclosure title="All 5 steps">
        <p className="text-sm">Create the role, grant it, prove it.</p>
      </Disclosure>
      <Card>
        <CardBody className="pt-4">Waiting for you</CardBody>
        <Disclosure
          look="row"
          className="border-t border-line"
          title="Coming up: 2 tasks once earlier ones are complete"
        >
          <p className="px-4 pb-3 text-sm">Grant the role, then prove it.</p>
        </Disclosure>
      </Card>
      <Disclosure look="card" isOpen title="Technical details">
        <p className="font-mono text-xs">k57d3abc9</p>
      </Disclosure>
    </div>
  );
}
