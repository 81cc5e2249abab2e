import { useState } from "react";
import { explain } from "../../../../components/refusal-words";
import { toast } from "../../../../ui/toast/toast";

/** Something the page does: whether it is under way, and how to start it. Failures are told and then thrown. */
export function useCommand<Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>, failure: string) {
  const [isBusy, setBusy] = useState(false);
  async function start(...args: Args): Promise<Result> {
    setBusy(true);
    try {
      return await act(...args);
    } catch (error) {
      toast.error(failure, { description: explain(error) });
      throw error;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, start };
}
