import { useState } from "react";
import { MAX_MATCHING, whyNotAllOf } from "../../../../convex/core/tickets/rules/matching";
import type { Count } from "../../../components/listing/counting";
import { explain, refusalText } from "../../../components/refusal-words";
import { count } from "../../../lib/text";
import type { Selection } from "../../../ui/list/use-selection";
import { toast } from "../../../ui/toast/toast";
import type { QueueFilter, TicketRow } from "../api";
import { type MatchingWish, useChangeMatching } from "./api";

/** What the rows of the page are a part of. */
export interface WholeQueue {
  readonly filter: QueueFilter;
  readonly total: Count | undefined;
}

/** One of the chosen tickets; without its row where it is on another page. */
export type Chosen = Pick<TicketRow, "id" | "key"> & { readonly updatedAt?: number };

/** Why one was left as it was. */
interface Refused {
  readonly ticket: Chosen;
  readonly words: string;
}

/** Reasons that are said; more of them would fill the window. */
const SAID = 5;

/** Which tickets are chosen: those of the page, those that refused on another, or all that match. */
export function useChosenTickets(rows: readonly TicketRow[], selection: Selection, { filter, total }: WholeQueue) {
  const [others, setOthers] = useState<readonly Chosen[]>([]);
  const [allOf, setAllOf] = useState<{ filter: string; ids: readonly string[] } | null>(null);
  const name = JSON.stringify(filter);
  const elsewhere = others.filter(({ id }) => !rows.some((row) => row.id === id));
  const chosen: Chosen[] = [...rows, ...elsewhere].filter(({ id }) => selection.has(id));
  // Whoever chooses a row afterwards means that one.
  const isAll = allOf?.filter === name && allOf.ids === selection.ids && selection.ofPage === "all";
  const hasMore = selection.ofPage === "all" && total !== undefined && (!total.isExact || total.count > chosen.length);
  const whyNotAll =
    whyNotAllOf(filter) !== null
      ? "Filter the list first: you cannot change the whole queue at once"
      : total?.isExact === false
        ? `At most ${MAX_MATCHING} at once: narrow the filter`
        : null;
  return {
    chosen,
    isAll,
    hasMore,
    whyNotAll,
    takeAll: () => setAllOf({ filter: name, ids: selection.ids }),
    onlyPage: () => setAllOf(null),
    /** These refused: they stay chosen, and nothing else. */
    keep: (refused: readonly Chosen[]) => {
      setAllOf(null);
      setOthers(refused);
      selection.set(refused.map(({ id }) => id));
    },
  };
}

/** Does the same with each chosen ticket, and says what was refused. */
export function useEach(whole: WholeQueue, { chosen, isAll, keep }: ReturnType<typeof useChosenTickets>) {
  const [isBusy, setBusy] = useState(false);
  const changeMatching = useChangeMatching();

  async function oneByOne(does: (ticket: Chosen) => Promise<unknown>): Promise<readonly Refused[]> {
    const refused: Refused[] = [];
    for (const ticket of chosen) {
      try {
        await does(ticket);
      } catch (error) {
        refused.push({ ticket, words: explain(error) });
      }
    }
    return refused;
  }

  async function allMatching(wish: MatchingWish, expectedCount: number): Promise<readonly Refused[]> {
    const { refused } = await changeMatching({ filter: whole.filter, expectedCount, wish });
    return refused.map(({ id, key, refusal }) => ({ ticket: { id, key }, words: refusalText(refusal) ?? "" }));
  }

  async function run(outcome: string, does: (ticket: Chosen) => Promise<unknown>, wish?: MatchingWish): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const many = isAll && wish ? (whole.total?.count ?? 0) : chosen.length;
    try {
      const refused = isAll && wish ? await allMatching(wish, many) : await oneByOne(does);
      keep(refused.map(({ ticket }) => ticket));
      report(outcome, many - refused.length, refused);
    } catch (error) {
      toast.error("No ticket was changed", { description: explain(error) });
    } finally {
      setBusy(false);
    }
  }
  return { run, isBusy };
}

function report(outcome: string, done: number, refused: readonly Refused[]): void {
  if (done > 0) toast.success(`${count(done, "ticket")} ${done === 1 ? "is" : "are"} now ${outcome}`);
  if (refused.length === 0) return;
  const said = refused.slice(0, SAID).map(({ ticket, words }) => `${ticket.key}: ${words}`);
  const more = refused.length > SAID ? [`And ${refused.length - SAID} more, which are still selected.`] : [];
  toast.error(`${count(refused.length, "ticket")} stayed as ${refused.length === 1 ? "it was" : "they were"}`, {
    description: [...said, ...more].join(" "),
  });
}
