import { type RefObject, useEffect } from "react";

/** Brings a field into view and begins writing in it, each time `asked` counts one further. */
export function useFocusOnSignal(field: RefObject<HTMLTextAreaElement | null>, asked: number): void {
  useEffect(() => {
    if (asked === 0) return;
    field.current?.scrollIntoView({ block: "center" });
    field.current?.focus({ preventScroll: true });
  }, [field, asked]);
}
