import { type RefObject, useEffect } from "react";
import type { FoundPerson } from "../../../components/pickers/api";

/** A task somebody wants to ask about, and who has it in hand. */
export interface About {
  readonly title: string;
  readonly holder: Pick<FoundPerson, "id" | "name"> | null;
}

/** What somebody was led here to write. */
export interface Wanted {
  readonly writes: "answer" | "comment";
  /** What it begins with; nothing when the palette led here. */
  readonly about: About | null;
}

/** Brings a field into view and begins writing in it: once, since `onBegun` takes back that it is wanted. */
export function useBegun(
  field: RefObject<HTMLTextAreaElement | null>,
  wanted: Wanted | null,
  { writes, onBegun }: Pick<Wanted, "writes"> & { readonly onBegun: () => void },
): void {
  useEffect(() => {
    if (wanted?.writes !== writes) return;
    field.current?.scrollIntoView({ block: "center" });
    field.current?.focus({ preventScroll: true });
    onBegun();
  }, [field, wanted, writes, onBegun]);
}
