import { useEffect, useRef, useState } from "react";
import { isDraftEmpty } from "../../../../convex/core/tickets/rules";
import type { TicketDraft } from "../../../../convex/core/tickets/table";
import { useAutosave } from "../../../components/form/use-autosave";
import { toast } from "../../../ui/toast/toast";
import { type KeptDraft, useSaveTicketDraft } from "../api";

const NOTHING: TicketDraft = { body: "" };

/**
 * What is written in a ticket, or with null of a new one, kept on the server while it is written and when the page is
 * left. `begun` is filled in without being anybody's words yet.
 */
export function useTicketDraft(key: string | null, kept: KeptDraft | null, begun: Partial<TicketDraft> = {}) {
  const [draft, setDraft] = useState<TicketDraft>({ ...NOTHING, ...kept?.draft, ...begun });
  const [unwritten, setUnwritten] = useState(draft);
  const save = useSaveTicketDraft();
  const isChanged = draft !== unwritten;
  const autosave = useAutosave<TicketDraft, number>({
    values: draft,
    isChanged,
    initial: kept?.version ?? null,
    save: (written, version) => save({ key, draft: written, version }),
  });
  const { flush, state } = autosave;
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = isChanged;
  }, [isChanged]);
  useEffect(() => () => void (isLeft.current && flush()), [flush]);

  const change = (words: Partial<TicketDraft>): void => setDraft((before) => ({ ...before, ...words }));
  function remove(): void {
    setDraft({ ...NOTHING, visibility: draft.visibility });
    toast.success("The draft was deleted", { action: { label: "Undo", onClick: () => setDraft({ ...draft }) } });
  }
  return {
    draft,
    change,
    remove,
    state,
    isEmpty: isDraftEmpty(draft),
    /** Whether somebody writes it in this window, beside what was kept before. */
    isBegun: isChanged && draft.body.trim() !== "",
    /** When what is shown was written, as long as nobody carries on with it. */
    keptAt: kept && !isChanged ? kept.changedAt : null,
    /** Whether it is on its way to be kept, or is not. */
    isUnkept: () => isChanged && !isDraftEmpty(draft) && state !== "saved",
    /** Whether it would be lost. */
    isLost: () => isChanged && !isDraftEmpty(draft) && (state === "failed" || state === "elsewhere"),
    /** Waits until it is kept; what cannot be kept can still be sent. */
    settle: async () => void (await flush()),
    /** It was sent: an empty one begins, for the same readers. */
    sent: (): void => {
      const next: TicketDraft = { ...NOTHING, visibility: draft.visibility };
      setDraft(next);
      setUnwritten(next);
      autosave.restart();
    },
  };
}
