/**
 * Keeps a form as a draft while it is written: a second after the last change, one save at a time. The draft's version
 * travels with each save; when another window has written it since, saving stops and says so.
 */

import { ConvexError } from "convex/values";
import { useCallback, useEffect, useRef, useState } from "react";
import type { FormValues } from "../../../../../convex/core/catalog/rules/conditions";
import { useSaveDraft } from "../api";

/** Where the draft is kept. */
export interface DraftPlace {
  readonly id: string;
  readonly version: number;
}

export type SaveState = "untouched" | "changed" | "saving" | "saved" | "failed" | "elsewhere";

const QUIET_MS = 1000;

interface Autosave {
  readonly state: SaveState;
  /** Saves what is typed now and answers where it is; waits for a save that runs. */
  readonly flush: () => Promise<DraftPlace | null>;
  /** No further save: the form was sent or thrown away. */
  readonly stop: () => void;
  readonly place: () => DraftPlace | null;
}

/** Saves `values` whenever they were changed and then left alone. */
export function useAutosave({
  typeKey,
  values,
  isChanged,
  initial,
  onPlace,
}: {
  typeKey: string;
  values: FormValues;
  isChanged: boolean;
  initial: DraftPlace | null;
  onPlace: (id: string) => void;
}): Autosave {
  const save = useSaveDraft();
  const [state, setState] = useState<SaveState>("untouched");
  const place = useRef(initial);
  const running = useRef<Promise<void>>(Promise.resolve());
  const isStopped = useRef(false);
  const latest = useRef({ values, onPlace });
  const savedValues = useRef<FormValues | null>(null);
  useEffect(() => {
    latest.current = { values, onPlace };
  });

  const saveNow = useCallback(async (): Promise<void> => {
    const form = latest.current.values;
    if (isStopped.current || savedValues.current === form) return;
    setState("saving");
    try {
      const kept = await save({
        typeKey,
        form: { ...form },
        requestId: place.current?.id,
        version: place.current?.version,
      });
      const isNew = place.current === null;
      place.current = kept;
      savedValues.current = form;
      setState("saved");
      if (isNew) latest.current.onPlace(kept.id);
    } catch (error) {
      const isElsewhere =
        error instanceof ConvexError && (error.data as { code?: string }).code === "changed-meanwhile";
      isStopped.current ||= isElsewhere;
      setState(isElsewhere ? "elsewhere" : "failed");
    }
  }, [save, typeKey]);

  const flush = useCallback(async (): Promise<DraftPlace | null> => {
    running.current = running.current.then(saveNow);
    await running.current;
    return place.current;
  }, [saveNow]);

  useEffect(() => {
    if (!isChanged || isStopped.current) return;
    setState((before) => (before === "saving" ? before : "changed"));
    const timer = setTimeout(() => void flush(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [values, isChanged, flush]);

  const stop = useCallback(() => {
    isStopped.current = true;
  }, []);
  return { state, flush, stop, place: useCallback(() => place.current, []) };
}
