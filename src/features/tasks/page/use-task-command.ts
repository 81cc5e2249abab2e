import { useState } from "react";
import { explain } from "../../../components/refusal-words";
import { toast } from "../../../ui/toast/toast";
import { useTaskCommands } from "../api";

/** The commands of the page, one at a time: failures are told, and answered with false. */
export function useTaskCommand() {
  const commands = useTaskCommands();
  const [isBusy, setBusy] = useState(false);
  async function run(failure: string, act: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    try {
      await act();
      return true;
    } catch (error) {
      toast.error(failure, { description: explain(error) });
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { commands, isBusy, run };
}
