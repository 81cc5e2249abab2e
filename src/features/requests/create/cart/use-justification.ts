/** The justification while it is written: kept a second after the last change, and when the page is left. */

import { useCallback, useEffect, useRef, useState } from "react";
import type { SaveState } from "../../../../components/form/use-autosave";
import { useCartCommands } from "../api";

const QUIET_MS = 1000;

/** What is typed, whether it is kept, and the end of keeping once the cart was sent. */
export function useJustification(initial: string) {
  const { keepJustification } = useCartCommands();
  const [text, setText] = useState(initial);
  const [state, setState] = useState<SaveState>("untouched");
  const latest = useRef(initial);
  const kept = useRef(initial);
  const isStopped = useRef(false);
  const keep = useCallback(async (): Promise<void> => {
    const typed = latest.current;
    if (isStopped.current || typed === kept.current) return;
    setState("saving");
    try {
      await keepJustification(typed);
      kept.current = typed;
      setState("saved");
    } catch {
      setState("failed");
    }
  }, [keepJustification]);
  useEffect(() => {
    const timer = setTimeout(() => void keep(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text, keep]);
  useEffect(() => () => void keep(), [keep]);
  const change = useCallback((next: string) => {
    latest.current = next;
    setText(next);
    // Back to what is kept: there is nothing to save.
    setState(next === kept.current ? "saved" : "changed");
  }, []);
  const stop = useCallback(() => {
    isStopped.current = true;
  }, []);
  return { text, state, change, stop };
}
