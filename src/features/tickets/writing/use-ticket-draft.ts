import { isDraftEmpty } from "../../../../convex/core/tickets/rules";
import type { TicketDraft } from "../../../../convex/core/tickets/table";
import { useDraft } from "../../../components/form/use-draft";
import { type KeptDraft, useSaveTicketDraft } from "../api";

const NOTHING: TicketDraft = { body: "" };

/** What is written in a ticket, or with null of a new one; `begun` is filled in without being anybody's words yet. */
export function useTicketDraft(key: string | null, kept: KeptDraft | null, begun: Partial<TicketDraft> = {}) {
  const save = useSaveTicketDraft();
  const writing = useDraft<TicketDraft>({
    kept,
    first: { ...NOTHING, ...kept?.draft, ...begun },
    // Whoever wrote a note writes the next one, too.
    after: ({ visibility }) => ({ ...NOTHING, visibility }),
    isNothing: isDraftEmpty,
    save: (draft, version) => save({ key, draft, version }),
  });
  return { ...writing, isBegun: writing.isChanged && writing.draft.body.trim() !== "" };
}
