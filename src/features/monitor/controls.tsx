import { Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { useWhyNotNow } from "../../shell/session";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/floating/confirm-dialog";
import { Card } from "../../ui/page/card";
import { toast } from "../../ui/toast/toast";
import type { Execution } from "./api";
import { clearQuestion } from "./history-rows";
import { MonitorState } from "./monitor-state";
import type { Command } from "./use-commands";

/** The two commands of the screen and the state of the monitor. */
export function Controls(props: {
  /** The newest ones, and how many there are in all. */
  executions: readonly Execution[] | undefined;
  total: number | undefined;
  run: Command;
  clear: Command;
  /** Called once the logs are gone. */
  onCleared: () => void;
}) {
  const { executions, total = executions?.length ?? 0, run, clear } = props;
  const [isAsking, setAsking] = useState(false);
  const whyNotClear = useWhyNotNow("monitor.clear");
  const nothingToClear = executions !== undefined && executions.length === 0 ? "There are no logs to clear" : null;
  return (
    <Card aria-label="Controls" className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 print:hidden">
      <div className="flex flex-wrap gap-2">
        <Button
          busy={run.isBusy}
          busyLabel="Running..."
          // The failure has been told by the command; nothing is left to do here.
          onClick={() => void run.start().catch(() => undefined)}
        >
          <Play aria-hidden />
          Run Task Monitor
        </Button>
        <Button
          variant="destructiveOutline"
          busy={clear.isBusy}
          busyLabel="Clearing..."
          disabledReason={whyNotClear ?? nothingToClear}
          onClick={() => setAsking(true)}
        >
          <Trash2 aria-hidden />
          Clear All Logs
        </Button>
      </div>
      <MonitorState executions={executions} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Clear all logs?"
        description={clearQuestion(total)}
        confirmLabel="Clear All Logs"
        busyLabel="Clearing..."
        destructive
        typedConfirmation="clear all logs"
        onConfirm={async () => {
          await clear.start();
          props.onCleared();
          toast.success("All execution logs were cleared");
        }}
      />
    </Card>
  );
}
