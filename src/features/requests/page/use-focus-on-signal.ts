import { type RefObject, useEffect } from "react";

/** Brings a field into view and begins writing in it, each time `signal` counts one further. */
export function useFocusOnSignal(field: RefObject<HTMLTextAreaElement | null>, signal: number): void {
  useEffect(() => {
    if (signal === 0) return;
    field.current?.scrollIntoView({ block: "center" });
    field.current?.focus({ preventScroll: true });
  }, [field, signal]);
}
