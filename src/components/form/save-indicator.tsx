import { Check, CloudAlert, LoaderCircle, PenLine } from "lucide-react";
import type { SaveState } from "./use-autosave";

const LOOKS: Record<Exclude<SaveState, "untouched">, { words: string; Icon: typeof Check; isSpinning?: boolean }> = {
  changed: { words: "Not saved yet", Icon: PenLine },
  saving: { words: "Saving draft…", Icon: LoaderCircle, isSpinning: true },
  saved: { words: "Draft saved", Icon: Check },
  failed: { words: "Draft not saved; tried again with the next change", Icon: CloudAlert },
  elsewhere: { words: "Not saved: changed in another window", Icon: CloudAlert },
};

/** Whether what is typed is kept, in two words. */
export function SaveIndicator({ state }: { state: SaveState }) {
  const look = state === "untouched" ? null : LOOKS[state];
  return (
    <p role="status" className="flex min-h-5 items-center gap-1.5 text-sm text-muted">
      {look ? <look.Icon aria-hidden className={look.isSpinning ? "size-4 animate-spin" : "size-4"} /> : null}
      {look?.words}
    </p>
  );
}
