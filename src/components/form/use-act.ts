import { useState } from "react";
import { inTurn } from "../../lib/in-turn";
import { toast } from "../../ui/toast/toast";
import { explain } from "../refusal-words";

/** What was done; null when it failed, which was said. */
type Done<T> = { readonly result: T } | null;

async function attempt<T>(failure: string, does: () => Promise<T>): Promise<Done<T>> {
  try {
    return { result: await does() };
  } catch (error) {
    toast.error(failure, { description: explain(error) });
    return null;
  }
}

/**
 * Runs what is done in a dialog or by a button, one thing at a time: what is pressed meanwhile counts as pressed twice. A
 * failure is said with its reason. Null when it failed.
 */
export function useAct() {
  const [isBusy, setBusy] = useState(false);
  async function act<T>(failure: string, does: () => Promise<T>): Promise<Done<T>> {
    if (isBusy) return null;
    setBusy(true);
    const done = await attempt(failure, does);
    setBusy(false);
    return done;
  }
  return { isBusy, act };
}

/** As `useAct`, for fields that save each choice at once: what is chosen meanwhile comes after it, in its order. */
export function useActs() {
  const [waiting, setWaiting] = useState(0);
  const [run] = useState(inTurn);
  async function act<T>(failure: string, does: () => Promise<T>): Promise<Done<T>> {
    setWaiting((count) => count + 1);
    const done = await run(() => attempt(failure, does));
    setWaiting((count) => count - 1);
    return done;
  }
  return { isBusy: waiting > 0, act };
}
