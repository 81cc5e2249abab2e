import { Trash2 } from "lucide-react";
import { useState } from "react";
import { CLEAR_WORDS } from "../../../convex/core/seedData/rules";
import { pathTo } from "../../../convex/site/links";
import { useStepUp } from "../../components/form/step-up";
import { useAct } from "../../components/form/use-act";
import { GoLink } from "../../components/go-link";
import { useAuth } from "../../shell/session";
import { Button } from "../../ui/button";
import { buttonClasses } from "../../ui/button-classes";
import { ConfirmDialog } from "../../ui/floating/confirm-dialog";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { RelativeTime } from "../../ui/text/relative-time";
import { type SeedDataOverview, useClearSeedData } from "./api";

/** Whether it can be cleared, what stands in the way, and the button. */
export function ClearDemoData({ overview }: { overview: SeedDataOverview }) {
  const [isAsking, setAsking] = useState(false);
  const clear = useClearSeedData();
  const { act } = useAct();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { whyNot, filledAt, state } = overview;
  return (
    <Card aria-labelledby="seed-data-clear">
      <CardHeader
        id="seed-data-clear"
        title={state === "filling" ? "The demo data is being loaded" : "Demo data is loaded"}
        description={
          filledAt === null ? undefined : (
            <>
              Loaded <RelativeTime at={filledAt} />
            </>
          )
        }
      />
      <CardBody className="flex flex-col items-start gap-3">
        {whyNot.length === 0 ? (
          <p className="max-w-prose text-ink-soft">
            No real person has data that depends on it. Demo people are signed out at once and cannot come back.
          </p>
        ) : (
          <div className="max-w-prose text-ink-soft">
            <p className="font-medium text-ink">It cannot be cleared yet</p>
            <ul className="mt-1 list-disc ps-5">
              {whyNot.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="destructiveOutline" disabledReason={whyNot[0] ?? null} onClick={() => setAsking(true)}>
            <Trash2 aria-hidden />
            Clear Demo Data
          </Button>
          {overview.realPeople.length === 0 ? (
            <GoLink to={pathTo("inviteUser")} className={buttonClasses({ variant: "outline" })}>
              Invite a Real Person
            </GoLink>
          ) : null}
        </div>
      </CardBody>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Clear the demo data?"
        description="Demo people, their requests, access, tickets and ideas are removed. This cannot be undone."
        confirmLabel="Clear Demo Data"
        busyLabel="Clearing..."
        destructive
        typedConfirmation={CLEAR_WORDS}
        onConfirm={async () => {
          const done = await act("The demo data was not cleared", () =>
            withStepUp(() => clear({ words: CLEAR_WORDS })),
          );
          if (done === null) throw new Error("The demo data was not cleared");
        }}
      />
      {stepUpDialog}
    </Card>
  );
}
