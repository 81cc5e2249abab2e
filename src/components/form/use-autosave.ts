/**
 * Keeps what is written while it is written: a second after the last change and when its page is left, one save at a
 * time. Where it is kept, with its version, travels with each save; when another window has written it since, saving
 * stops and says so.
 */

import { ConvexError } from "convex/values";
import { useCallback, useEffect, useRef, useState } from "react";

export type SaveState = "untouched" | "changed" | "saving" | "saved" | "failed" | "elsewhere";

const QUIET_MS = 1000;

/** Keeping what is written under a `Place`. */
export interface Autosave<Place, Values> {
  readonly state: SaveState;
  /** Saves what is typed now and answers where it is; waits for a save that runs. */
  readonly flush: () => Promise<Place | null>;
  /** Nothing is saved from now on: what is kept is being sent. */
  readonly hold: () => void;
  /** Saves again, first what was written while it was held. */
  readonly release: () => void;
  /** No further save: what was written was sent or thrown away. */
  readonly stop: () => void;
  /** Saves again what differs from these values, or from what is written now; it is kept there, or nowhere so far. */
  readonly restart: (place?: Place | null, saved?: Values) => void;
  readonly place: () => Place | null;
}

/** What is saved, and how. */
interface Saved<Values, Place> {
  values: Values;
  isChanged: boolean;
  initial: Place | null;
  save: (values: Values, place: Place | null) => Promise<Place | null>;
  /** Told where something is kept that was not kept before, as long as its page is open. */
  onPlace?: (place: Place) => void;
}

/** Saves `values` whenever they were changed and then left alone. */
export function useAutosave<Values, Place>(saved: Saved<Values, Place>): Autosave<Place, Values> {
  const { values, isChanged, initial, save, onPlace } = saved;
  const [state, setState] = useState<SaveState>("untouched");
  const place = useRef(initial);
  const running = useRef<Promise<void>>(Promise.resolve());
  const isStopped = useRef(false);
  const isHeld = useRef(false);
  const isOpen = useRef(true);
  const latest = useRef({ values, save, onPlace, isChanged });
  const savedValues = useRef<Values | null>(null);
  useEffect(() => {
    latest.current = { values, save, onPlace, isChanged };
  });

  const saveNow = useCallback(async (): Promise<void> => {
    const written = latest.current.values;
    if (isStopped.current || isHeld.current || savedValues.current === written) return;
    setState("saving");
    try {
      const before = place.current;
      place.current = await latest.current.save(written, before);
      savedValues.current = written;
      setState("saved");
      if (before === null && place.current !== null && isOpen.current) latest.current.onPlace?.(place.current);
    } catch (error) {
      const isElsewhere =
        error instanceof ConvexError && (error.data as { code?: string }).code === "changed-meanwhile";
      isStopped.current ||= isElsewhere;
      setState(isElsewhere ? "elsewhere" : "failed");
    }
  }, []);

  const flush = useCallback(async (): Promise<Place | null> => {
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

  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      if (latest.current.isChanged) void flush();
    };
  }, [flush]);

  const hold = useCallback(() => {
    isHeld.current = true;
  }, []);
  const release = useCallback(() => {
    isHeld.current = false;
    running.current = running.current.then(async () => void (latest.current.isChanged && (await saveNow())));
  }, [saveNow]);
  const stop = useCallback(() => {
    isStopped.current = true;
  }, []);
  const restart = useCallback((at: Place | null = null, saved: Values = latest.current.values) => {
    isStopped.current = false;
    place.current = at;
    savedValues.current = saved;
    setState("untouched");
  }, []);
  return { state, flush, hold, release, stop, restart, place: useCallback(() => place.current, []) };
}
