import { Button } from "../../../src/ui/button";
import { Alert } from "../../../src/ui/page/alert";
import { Card } from "../../../src/ui/page/card";
import { EmptyState } from "../../../src/ui/page/empty-state";
import { ErrorState } from "../../../src/ui/page/error-state";
import { Settled } from "../../../src/ui/page/settled";
import { Skeleton, SkeletonGroup } from "../../../src/ui/page/skeleton";
import { Section } from "../section";

/** Nothing, not yet, not allowed, not working. */
export function StatesSection() {
  return (
    <Section title="States">
      <div className="grid gap-4 md:grid-cols-2">
        <Card>
          <EmptyState kind="nothing-yet" title="No requests yet" action={<Button>Create request</Button>}>
            Requests you send appear here with their progress.
          </EmptyState>
        </Card>
        <Card>
          <EmptyState kind="no-match" title="Nothing matches" action={<Button variant="outline">Clear filters</Button>}>
            No request has status Failed and owner Ada.
          </EmptyState>
        </Card>
        <Card>
          <EmptyState
            kind="no-right"
            title="You cannot see this list"
            action={<Button variant="outline">Ask for access</Button>}
          >
            Governance leads can grant it.
          </EmptyState>
        </Card>
        <Card>
          <EmptyState kind="failed" title="The list did not load" action={<Button variant="outline">Try again</Button>}>
            Nothing was changed. The last reading is 3 minutes old.
          </EmptyState>
        </Card>
      </div>
      <div className="grid gap-2">
        <Alert meaning="info">Maintenance on Sunday, 08/03/2026, 06:00 to 07:00.</Alert>
        <Alert meaning="success">Your password was changed.</Alert>
        <Alert
          meaning="warning"
          title="Your access ends in 7 days"
          action={
            <Button size="sm" variant="outline">
              Extend
            </Button>
          }
        >
          Role ANALYST_FINANCE, granted by policy.
        </Alert>
        <Alert meaning="danger" title="Sign-in failed">
          Incorrect password. Please try again.
        </Alert>
      </div>
      <ErrorState title="The run stopped" reference="ev_7f3a9c" actions={<Button variant="outline">Try again</Button>}>
        No task was changed. Try again, or quote the reference to support.
      </ErrorState>
      <SkeletonGroup label="Loading" className="flex flex-col gap-2.5">
        <Skeleton className="h-7 w-52" />
        <Skeleton className="w-80 max-w-full" />
        <Skeleton className="h-24" />
      </SkeletonGroup>
      <Settled meanwhile={<Skeleton className="h-12" />}>
        <Card className="p-4">Parts that come one after another are shown together, so that none moves.</Card>
      </Settled>
    </Section>
  );
}
