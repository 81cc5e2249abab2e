import { useState } from "react";
import { toast } from "../ui/toast/toast";
import { explain } from "./refusal-words";

/** Runs commands of a screen one at a time: busy meanwhile, and a failure is told with its reason. */
export function useRun() {
  const [isBusy, setBusy] = useState(false);
  async function run(failure: string, act: () => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false;
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
  return { isBusy, run };
}
