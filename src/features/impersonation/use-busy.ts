import { useState } from "react";
import { explain } from "../../components/refusal-words";
import { toast } from "../../ui/toast/toast";

/** Does one thing at a time; a failure is said with its reason. Answers whether it was done. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false);
  async function act(failure: string, does: () => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    try {
      await does();
      return true;
    } catch (error) {
      toast.error(failure, { description: explain(error) });
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, act };
}
