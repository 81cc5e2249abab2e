import { useState } from "react";
import { explain } from "../../components/refusal-words";
import { toast } from "../../ui/toast/toast";
import { useClearTaskMonitorLogs, useRunTaskMonitor } from "./api";

/** One command of the controls card: whether it is under way, and how to start it. */
export interface Command {
  isBusy: boolean;
  /** Resolves when it worked; rejects after the person and the console have been told. */
  start: () => Promise<void>;
}

function useCommand(act: () => Promise<unknown>, failure: string): Command {
  const [isBusy, setBusy] = useState(false);
  async function start(): Promise<void> {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      // The specification names this console line; the toast is for whoever does not read consoles.
      // oxlint-disable-next-line no-console
      console.error(failure, error);
      toast.error(failure, { description: explain(error) });
      throw error;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, start };
}

/** Running the task monitor and clearing its logs. */
export function useMonitorCommands(): { run: Command; clear: Command } {
  const run = useCommand(useRunTaskMonitor(), "Failed to run task monitor");
  const clear = useCommand(useClearTaskMonitorLogs(), "Failed to clear logs");
  return { run, clear };
}
