import { COUNTED, type Counted } from "../../../convex/core/seedData/rules";
import { QueryBoundary } from "../../components/query-boundary";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { DescriptionList } from "../../ui/page/description-list";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { RelativeTime } from "../../ui/text/relative-time";
import { type SeedDataOverview, useSeedData } from "./api";
import { ClearDemoData } from "./clear-demo-data";
import { Count } from "./count";
import { LoadDemoData, LoadingDemoData } from "./load-demo-data";

/** The demo data of this portal: how much there is, what stays, its end, and loading it once more. */
export function SeedData() {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Seed Data"
        context="The demo company this portal was started with. Clear it when you begin with your own data; while there is none, you can load it again."
      />
      <QueryBoundary title="The demo data did not load">
        <Overview />
      </QueryBoundary>
    </div>
  );
}

function Overview() {
  const overview = useSeedData();
  if (overview === undefined)
    return (
      <SkeletonGroup label="Loading the demo data" className="flex flex-col gap-3">
        <Skeleton className="h-24" />
        <Skeleton className="h-96" />
      </SkeletonGroup>
    );
  if (overview.state === "none")
    return (
      <Card>
        <EmptyState kind="nothing-yet" title="This portal holds no demo data">
          Demo data is loaded by a start with <code>PORTAL_DEMO=1</code> on an empty data folder, and never beside real
          data.
        </EmptyState>
      </Card>
    );
  const { clearing, loading } = overview;
  if (loading !== null && loading.endedAt === null) return <LoadingDemoData loading={loading} />;
  if (clearing)
    return (
      <>
        <Cleared clearing={clearing} />
        {clearing.endedAt === null ? null : <LoadDemoData overview={overview} />}
      </>
    );
  return (
    <>
      <ClearDemoData overview={overview} />
      <Counts overview={overview} />
    </>
  );
}

function Cleared({ clearing }: { clearing: NonNullable<SeedDataOverview["clearing"]> }) {
  const { endedAt, startedAt, by, removed } = clearing;
  return (
    <Card aria-labelledby="seed-data-cleared">
      <CardHeader
        id="seed-data-cleared"
        title={endedAt === null ? "The demo data is being cleared" : "The demo data was cleared"}
        description={
          endedAt === null
            ? "You can leave this page. It carries on automatically, even after a restart."
            : "Start the portal with PORTAL_DEMO=0 from now on, and connect your own systems. The audit trail still shows what happened."
        }
      />
      <CardBody>
        <DescriptionList
          items={[
            { term: "Cleared by", value: by },
            { term: "Started", value: <RelativeTime at={startedAt} /> },
            { term: "Ended", value: endedAt === null ? "Still going on" : <RelativeTime at={endedAt} /> },
            { term: "Rows removed", value: <span className="tabular-nums">{removed.toLocaleString("en-GB")}</span> },
          ]}
        />
      </CardBody>
    </Card>
  );
}

function Counts({ overview }: { overview: SeedDataOverview }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card aria-labelledby="seed-data-goes">
        <CardHeader id="seed-data-goes" title="Removed" description="With everything that belongs to it" />
        <CardBody>
          <DescriptionList
            items={[
              { term: "Demo people", value: <Count count={overview.inventedPeople} /> },
              ...overview.counts.map(({ table, count }) => ({
                term: COUNTED[table as Counted],
                value: <Count count={count} />,
              })),
            ]}
          />
        </CardBody>
      </Card>
      <Card aria-labelledby="seed-data-stays">
        <CardHeader id="seed-data-stays" title="Kept" description="And carries on unchanged" />
        <CardBody>
          <DescriptionList
            items={[
              {
                term: "Real people",
                value: overview.realPeople.length === 0 ? "Nobody yet" : overview.realPeople.join(", "),
              },
              { term: "Their business areas", value: "Every area that a real person belongs to" },
              { term: "Settings", value: "Configuration, services, request types and their workflows" },
              { term: "Audit trail", value: "Every event, including those of demo people" },
              { term: "Numbers", value: "The next request and ticket carry on from the last number of the demo" },
            ]}
          />
        </CardBody>
      </Card>
    </div>
  );
}
