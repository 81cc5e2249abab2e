import { useEffect, useState } from "react";
import { toast } from "../../ui/toast/toast";
import { type SaveState, useAutosave } from "./use-autosave";

/** What the server keeps of what somebody writes. */
interface Kept<Draft> {
  readonly draft: Draft;
  readonly version: number;
  readonly changedAt: number;
}

/** What a line about a draft says and does. */
export interface DraftState {
  readonly state: SaveState;
  readonly isEmpty: boolean;
  /** When what is shown was written, as long as nobody carries on with it. */
  readonly keptAt: number | null;
  /** Whether it is on its way to be kept, or is not. */
  readonly isUnkept: () => boolean;
  /** Whether it would be lost. */
  readonly isLost: () => boolean;
  readonly remove: () => void;
}

/**
 * What somebody writes, kept on the server while it is written and when the page is left. The fields begin with `first`,
 * which is nobody's words yet; `after` is what stays of a draft that was sent or deleted.
 */
export function useDraft<Draft extends object>({
  kept,
  first,
  after,
  isNothing,
  save,
}: {
  readonly kept: Kept<unknown> | null;
  readonly first: Draft;
  readonly after: (draft: Draft) => Draft;
  readonly isNothing: (draft: Draft) => boolean;
  readonly save: (draft: Draft, version: number | null) => Promise<number | null>;
}) {
  const [draft, setDraft] = useState(first);
  const [unwritten, setUnwritten] = useState(draft);
  const [isUntouched, setUntouched] = useState(true);
  const isChanged = draft !== unwritten;
  const isEmpty = isNothing(draft);
  const autosave = useAutosave<Draft, number>({ values: draft, isChanged, initial: kept?.version ?? null, save });
  const { flush, hold, release, state, restart } = autosave;
  const [shownVersion, setShownVersion] = useState(kept?.version ?? null);
  // What was still on its way when the page was opened, or is written in another window, fills fields nobody has touched.
  if (isUntouched && kept && kept.version !== shownVersion) {
    setShownVersion(kept.version);
    setDraft(first);
    setUnwritten(first);
  }
  useEffect(() => {
    if (shownVersion !== null) restart(shownVersion);
  }, [shownVersion, restart]);

  return {
    draft,
    change: (words: Partial<Draft>): void => {
      setUntouched(false);
      setDraft((before) => ({ ...before, ...words }));
    },
    remove: (): void => {
      setUntouched(false);
      setDraft(after(draft));
      // What was typed since stays.
      const undo = (): void => setDraft((now) => (isNothing(now) ? { ...draft } : now));
      toast.success("The draft was deleted", { action: { label: "Undo", onClick: undo } });
    },
    state,
    isEmpty,
    /** Whether somebody writes it in this window, beside what was kept before. */
    isChanged,
    keptAt: kept && !isChanged ? kept.changedAt : null,
    isUnkept: () => isChanged && !isEmpty && state !== "saved",
    isLost: () => isChanged && !isEmpty && (state === "failed" || state === "elsewhere"),
    /**
     * Sends it as it is now, kept before, as the version that is kept; what cannot be kept can still be sent. Then an
     * empty one begins, unless more was written meanwhile, which is kept afterwards. Rejects as `send` does, and nothing
     * has changed.
     */
    sending: async <Result>(send: (version: number | null) => Promise<Result>): Promise<Result> => {
      const version = await flush();
      hold();
      try {
        const result = await send(version);
        const next = after(draft);
        setDraft((now) => (now === draft ? next : now));
        setUnwritten(next);
        setUntouched(false);
        restart(null, draft);
        return result;
      } finally {
        release();
      }
    },
  };
}
