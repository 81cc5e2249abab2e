import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { QUOTE_IS_CLOSED, withQuote } from "../../../../convex/core/tickets/rules/quoting";
import type { MessageVisibility, TicketDraft } from "../../../../convex/core/tickets/table";
import { toast } from "../../../ui/toast/toast";
import type { Ticket } from "../api";
import { lastFor, quoteWords, type Wanted } from "./quoting";

interface Begun {
  readonly ticket: Ticket;
  readonly wanted: Wanted | null;
  readonly body: string;
  readonly isInternal: boolean;
  readonly change: (words: Partial<TicketDraft>) => void;
  /** Answers whether its readers were chosen; otherwise somebody is asked first. */
  readonly choose: (readers: MessageVisibility) => boolean;
  readonly onBegun: () => void;
}

/**
 * The field, which somebody is in once they want to write in it. A quote is put in where the caret is, without a caret at
 * the end. What not everybody reads is quoted for support alone: an empty field becomes a note, another stays as it is.
 */
export function useBegun({ ticket, wanted, body, isInternal, change, choose, onBegun }: Begun) {
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const wasIn = useWasIn(field);
  useEffect(() => {
    if (wanted === null) return;
    onBegun();
    if ("readers" in wanted) {
      if (!choose(wanted.readers)) return;
    } else {
      const said = wanted.quotes === "last" ? lastFor(ticket, isInternal) : wanted.quotes;
      if (!isInternal && !said.isForAll && (body.trim() !== "" || !ticket.isAgent)) {
        toast.error("It was not quoted", { description: QUOTE_IS_CLOSED });
        return;
      }
      const place = (wasIn.current ? field.current?.selectionEnd : null) ?? body.length;
      const quoted = withQuote(body, place, quoteWords(said));
      caret.current = quoted.caret;
      change({ body: quoted.text, ...(!said.isForAll && { visibility: "internal" }) });
    }
    field.current?.focus();
  });
  useLayoutEffect(() => {
    if (caret.current === null || field.current?.value !== body) return;
    field.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [body]);
  return field;
}

/** Whether somebody has been in the field: before that it has no caret of theirs. */
function useWasIn(field: RefObject<HTMLTextAreaElement | null>): RefObject<boolean> {
  const wasIn = useRef(false);
  useEffect(() => {
    const element = field.current;
    const enter = (): void => void (wasIn.current = true);
    element?.addEventListener("focus", enter);
    return () => element?.removeEventListener("focus", enter);
  }, [field]);
  return wasIn;
}
