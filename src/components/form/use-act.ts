import { useState } from "react";
import { toast } from "../../ui/toast/toast";
import { explain } from "../refusal-words";

/** Runs what is done in a dialog or by a button, one thing at a time; a failure is said with its reason. Null when it failed. */
export function useAct() {
  const [isBusy, setBusy] = useState(false);
  async function act<T>(failure: string, does: () => Promise<T>): Promise<{ readonly result: T } | null> {
    if (isBusy) return null;
    setBusy(true);
    try {
      return { result: await does() };
    } catch (error) {
      toast.error(failure, { description: explain(error) });
      return null;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, act };
}
