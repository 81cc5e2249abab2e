import { Download } from "lucide-react";
import { useState } from "react";
import { LOAD_WORDS, OFFERED, type Offered } from "../../../convex/core/seedData/rules";
import { useStepUp } from "../../components/form/step-up";
import { useAct } from "../../components/form/use-act";
import { useAuth } from "../../shell/session";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/floating/confirm-dialog";
import { Alert } from "../../ui/page/alert";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { DescriptionList } from "../../ui/page/description-list";
import { ProgressBar } from "../../ui/page/progress-bar";
import { RelativeTime } from "../../ui/text/relative-time";
import { type SeedDataOverview, useLoadSeedData } from "./api";
import { Count } from "./count";

/** What loading would write, what stands in the way, and the button. */
export function LoadDemoData({ overview }: { overview: SeedDataOverview }) {
  const [isAsking, setAsking] = useState(false);
  const load = useLoadSeedData();
  const { act } = useAct();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { whyNotLoad, offer, loading } = overview;
  return (
    <Card aria-labelledby="seed-data-load">
      <CardHeader
        id="seed-data-load"
        title="Load it again"
        description="The same company, from today on. Clearing removes it once more."
      />
      <CardBody className="flex flex-col items-start gap-4">
        {loading?.whyNot ? (
          <Alert meaning="danger" title="The demo data was not loaded">
            {loading.whyNot}
          </Alert>
        ) : null}
        {whyNotLoad.length === 0 ? null : (
          <div className="max-w-prose text-ink-soft">
            <p className="font-medium text-ink">It cannot be loaded now</p>
            <ul className="mt-1 list-disc ps-5">
              {whyNotLoad.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </div>
        )}
        {offer === null || whyNotLoad.length > 0 ? null : (
          <section aria-labelledby="seed-data-offer" className="flex w-full flex-col gap-2">
            <h3 id="seed-data-offer" className="font-medium">
              What is written
            </h3>
            <DescriptionList
              items={[
                { term: "Demo people", value: <Count count={offer.people} /> },
                ...offer.counts.map(({ table, count }) => ({
                  term: OFFERED[table as Offered],
                  value: <Count count={count} />,
                })),
              ]}
            />
            <p className="max-w-prose text-ink-soft">
              Approvals, tasks, access and notifications follow from the requests. Demo people can sign in again, with
              the demo’s password. Real people stay as they are, and so does what they have set.
            </p>
          </section>
        )}
        <Button variant="outline" disabledReason={whyNotLoad[0] ?? null} onClick={() => setAsking(true)}>
          <Download aria-hidden />
          Load Demo Data
        </Button>
      </CardBody>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Load the demo data?"
        description="Demo people can sign in again, with a password everybody knows. You can clear it again at any time, as long as nothing real depends on it."
        confirmLabel="Load Demo Data"
        busyLabel="Starting..."
        typedConfirmation={LOAD_WORDS}
        onConfirm={async () => {
          const done = await act("The demo data was not loaded", () => withStepUp(() => load({ words: LOAD_WORDS })));
          if (done === null) throw new Error("The demo data was not loaded");
        }}
      />
      {stepUpDialog}
    </Card>
  );
}

/** How far it is, while it is loaded once more. */
export function LoadingDemoData({ loading }: { loading: NonNullable<SeedDataOverview["loading"]> }) {
  const percent = Math.floor(loading.share * 100);
  return (
    <Card aria-labelledby="seed-data-loading">
      <CardHeader
        id="seed-data-loading"
        title="The demo data is being loaded"
        description="You can leave this page. It carries on automatically, even after a restart."
      />
      <CardBody className="flex flex-col gap-4">
        <div className="flex flex-col gap-1.5">
          <ProgressBar label="Loading" max={100} value={percent} />
          <p role="status" className="text-sm text-ink-soft tabular-nums">
            {percent === 100 ? "Finishing" : `${percent}% of the requests written`}
          </p>
        </div>
        <DescriptionList
          items={[
            { term: "Loaded by", value: loading.by },
            { term: "Started", value: <RelativeTime at={loading.startedAt} /> },
          ]}
        />
      </CardBody>
    </Card>
  );
}
