import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { plural } from "../../../../convex/lib/pure/text";
import { useStepUp } from "../../../components/form/step-up";
import { QueryBoundary } from "../../../components/query-boundary";
import { explain } from "../../../components/refusal-words";
import type { Imported, Preview } from "../../../components/sheet-import/sheet-outcome";
import { SheetPreview } from "../../../components/sheet-import/sheet-preview";
import { useAuth } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/floating/dialog";
import { Alert } from "../../../ui/page/alert";
import { Disclosure } from "../../../ui/page/disclosure";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { RelativeTime } from "../../../ui/text/relative-time";
import { useDomainCommands, useDomainPreview, useOwners } from "../api";

type Owners = NonNullable<ReturnType<typeof useOwners>>;
type Read = NonNullable<Owners["read"]>;

const NOUN = { one: "data domain", many: "data domains" };

/** Owners as the models of dbt name them: read, looked at, then assigned like a file. */
export function DbtOwners({ onClose }: { onClose: () => void }) {
  const owners = useOwners();
  const { readOwners, assignOwners } = useDomainCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [done, setDone] = useState<Imported | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<Imported | null>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      setDone(await work());
    } catch (error) {
      setFailure(explain(error));
    } finally {
      setBusy(false);
    }
  };
  const read = (): void => {
    setPreview(null);
    void run(() => readOwners({}));
  };
  const text = owners?.read?.text ?? "";
  const changes = preview?.rows.filter(({ does }) => does !== "nothing").length ?? 0;
  return (
    <>
      <Dialog
        open
        size="lg"
        onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
        title="Assign owners from dbt"
        description="Models and sources name their domain and owner in meta. Owners are added to domains that exist here; nobody is removed, and nothing is assigned before you confirm."
        footer={
          done ? (
            <Button onClick={onClose}>Done</Button>
          ) : (
            <Footer
              {...{ owners, isBusy, changes, onClose }}
              whyNot={whyNotAssign(owners, preview, changes)}
              onRead={read}
              onAssign={() => void run(() => withStepUp(() => assignOwners(text, preview?.hash ?? "")))}
            />
          )
        }
      >
        {done ? (
          <Outcome done={done} />
        ) : (
          <div className="flex min-h-0 flex-col gap-4">
            <State owners={owners} />
            {owners?.read && !owners.isOpen ? (
              <Found key={owners.read.at} read={owners.read} onPreview={setPreview} />
            ) : null}
            {failure === null ? null : (
              <Alert meaning="danger" title="Nothing was assigned">
                {failure}
              </Alert>
            )}
          </div>
        )}
      </Dialog>
      {stepUpDialog}
    </>
  );
}

/** Reading comes first; what was read is assigned, or read again. */
function Footer(props: {
  owners: Owners | undefined;
  isBusy: boolean;
  changes: number;
  whyNot: string | null;
  onRead: () => void;
  onAssign: () => void;
  onClose: () => void;
}) {
  const { owners, isBusy, changes, whyNot, onRead, onAssign, onClose } = props;
  const cancel = (
    <Button variant="outline" onClick={onClose}>
      Cancel
    </Button>
  );
  if (!owners?.read)
    return (
      <>
        {owners?.isConnected === false ? null : (
          <Button busy={isBusy} busyLabel="Reading..." disabledReason={whyNotRead(owners)} onClick={onRead}>
            Read dbt Cloud
          </Button>
        )}
        {cancel}
      </>
    );
  return (
    <>
      <Button busy={isBusy} busyLabel="Working" disabledReason={whyNot} onClick={onAssign}>
        {changes > 0 ? `Assign owners of ${plural(changes, "domain")}` : "Assign owners"}
      </Button>
      {cancel}
      <Button variant="ghost" className="mr-auto" disabledReason={whyNotRead(owners)} onClick={onRead}>
        <RefreshCw aria-hidden />
        Read again
      </Button>
    </>
  );
}

/** Whether there is a connection, a reading under way, or one that failed. */
function State({ owners }: { owners: Owners | undefined }) {
  if (owners === undefined || owners.isOpen)
    return (
      <SkeletonGroup label={owners ? "Reading dbt Cloud" : "Loading"} className="flex flex-col gap-3">
        <Skeleton className="w-3/4" />
        <Skeleton className="w-1/2" />
      </SkeletonGroup>
    );
  if (!owners.isConnected)
    return (
      <Alert meaning="info" title="dbt Cloud is not connected">
        Whoever runs the portal sets DBT_URL and the settings that belong to it.
      </Alert>
    );
  if (owners.failure)
    return (
      <Alert meaning="danger" title="dbt Cloud could not be read">
        {owners.failure.message} Nothing has changed.
      </Alert>
    );
  if (owners.read === null)
    return <p className="text-ink-soft">Read the newest successful run to see what would be assigned.</p>;
  return null;
}

/** What would be assigned to whom, and what is left out. */
function Found({ read, onPreview }: { read: Read; onPreview: (preview: Preview) => void }) {
  const { total, at, text, added, leftOut, more } = read;
  return (
    <>
      <p className="text-ink-soft">
        {plural(total, "model or source", "models and sources")}, read <RelativeTime at={at} />
        {text === "" ? "; no owner is missing here" : null}
      </p>
      {text === "" ? null : (
        <>
          <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto" aria-label="Owners to add">
            {added.map(({ domain, owners }) => (
              <li key={domain} className="wrap-anywhere">
                <span className="font-medium">{domain}</span>: {owners.join(", ")}
              </li>
            ))}
          </ul>
          <QueryBoundary title="What dbt says could not be checked">
            <SheetPreview text={text} noun={NOUN} usePreview={useDomainPreview} onPreview={onPreview} isFile={false} />
          </QueryBoundary>
        </>
      )}
      {leftOut.length === 0 ? null : (
        <Disclosure title={`${plural(leftOut.length + more, "entry", "entries")} left out`} isOpen={text === ""}>
          <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto text-sm" aria-label="Left out">
            {leftOut.map(({ what, why }) => (
              <li key={`${what} ${why}`} className="wrap-anywhere">
                <span className="font-medium">{what}</span>: <span className="text-ink-soft">{why}</span>
              </li>
            ))}
            {more === 0 ? null : <li className="text-muted">And {more.toLocaleString("en-GB")} more</li>}
          </ul>
        </Disclosure>
      )}
    </>
  );
}

function Outcome({ done }: { done: Imported }) {
  if (done.state === "proposed")
    return (
      <Alert meaning="success" title="The owners were proposed">
        They take effect when somebody else confirms them{" "}
        {done.changed === 1 ? "on the page of the data domain" : "on the Data Domains page"}.
      </Alert>
    );
  return (
    <Alert meaning="success" title="The owners were assigned">
      {plural(done.changed, "data domain")} changed.
    </Alert>
  );
}

function whyNotRead(owners: Owners | undefined): string | null {
  if (owners === undefined || owners.isOpen) return "dbt Cloud is being read";
  return owners.isConnected ? null : "dbt Cloud is not connected";
}

function whyNotAssign(owners: Owners | undefined, preview: Preview | null, changes: number): string | null {
  const no = whyNotRead(owners);
  if (no !== null) return no;
  if (!owners?.read?.text) return "There is nothing to assign";
  if (preview === null) return "It is still being checked";
  if (preview.problems.length > 0) return "Solve the problems below first";
  return changes === 0 ? "The portal already has all of these owners" : null;
}
