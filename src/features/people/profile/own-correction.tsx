import { useAct } from "../../../components/form/use-act";
import { formatDeadline } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { Alert } from "../../../ui/page/alert";
import { toast } from "../../../ui/toast/toast";
import { useKeepEmail, useOwnCorrection } from "./api";

/** Another address a colleague is giving the viewer, and the way to stop it. */
export function OwnCorrection({ disabledReason }: { disabledReason: string | null }) {
  const found = useOwnCorrection();
  const keep = useKeepEmail();
  const { isBusy, act } = useAct();
  if (!found) return null;
  async function stop(): Promise<void> {
    if (await act("Nothing was stopped", () => keep({}))) toast.success("You keep your email address");
  }
  return (
    <Alert meaning="warning" title={`${found.by} is changing your email address to ${found.email}`}>
      <p>It can be confirmed there from {formatDeadline(found.confirmableAt)}. If you do not know why, stop it.</p>
      <p>Reason: {found.reason}</p>
      <Button
        size="sm"
        variant="outline"
        className="mt-2"
        busy={isBusy}
        busyLabel="Stopping..."
        disabledReason={disabledReason}
        onClick={() => void stop()}
      >
        Keep my address
      </Button>
    </Alert>
  );
}
