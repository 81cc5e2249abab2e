import { useRef, useState } from "react";
import { MAX_MATCHING, whyNotAllOf } from "../../../../convex/core/tickets/rules/matching";
import type { Count } from "../../../components/listing/counting";
import { explain, refusalText } from "../../../components/refusal-words";
import { count } from "../../../lib/text";
import type { Selection } from "../../../ui/list/use-selection";
import { toast } from "../../../ui/toast/toast";
import type { QueueFilter, TicketRow } from "../api";
import { type Given, type MatchingWish, useChangeMatching } from "./api";
import { oneByOne } from "./one-by-one";
import { useSayGiven } from "./use-say-given";

/** What the rows of the page are a part of. */
export interface WholeQueue {
  readonly filter: QueueFilter;
  readonly total: Count | undefined;
}

/** One of the chosen tickets; without its row where it was never on a page. */
export interface Chosen extends Pick<TicketRow, "id" | "key"> {
  readonly row?: TicketRow;
}

/** Why one was left as it was. */
interface Refused {
  readonly ticket: Chosen;
  readonly words: string;
}

/** What was done with some tickets: what undoes it, which refused, and which were not reached. */
interface Done {
  readonly given: readonly Given[];
  readonly refused: readonly Refused[];
  readonly left: readonly Chosen[];
}

/** How far it is with tickets that are changed one by one. */
export interface Progress {
  readonly done: number;
  readonly of: number;
}

/** Reasons that are said; more of them would fill the window. */
const SAID = 5;

/** Which tickets are chosen: those of the page, those that refused on another, or all that match. */
export function useChosenTickets(rows: readonly TicketRow[], selection: Selection, { filter, total }: WholeQueue) {
  const [others, setOthers] = useState<readonly Chosen[]>([]);
  const [allOf, setAllOf] = useState<{ filter: string; ids: readonly string[] } | null>(null);
  const name = JSON.stringify(filter);
  const elsewhere = others.filter(({ id }) => !rows.some((row) => row.id === id));
  const onPage = rows.map((row): Chosen => ({ id: row.id, key: row.key, row }));
  const chosen = [...onPage, ...elsewhere].filter(({ id }) => selection.has(id));
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
    /** These were not changed: they stay chosen, and nothing else. */
    keep: (unchanged: readonly Chosen[]) => {
      setAllOf(null);
      setOthers(unchanged);
      selection.set(unchanged.map(({ id }) => id));
    },
  };
}

/**
 * Does the same with each chosen ticket until it is stopped, and says what was done, unless that is null, and what was
 * refused. `run` resolves to how many stayed as they were. Those that match are changed at once, which nothing stops.
 */
export function useEach(whole: WholeQueue, { chosen, isAll, keep }: ReturnType<typeof useChosenTickets>) {
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<Progress | null>(null);
  const isStopped = useRef(false);
  const changeMatching = useChangeMatching();
  const say = useSayGiven();

  async function each(tickets: readonly Chosen[], does: (ticket: Chosen) => Promise<Given | null>): Promise<Done> {
    isStopped.current = false;
    const { results, refused, left } = await oneByOne(tickets, does, {
      isStopped: () => isStopped.current,
      onNext: (done) => setProgress({ done, of: tickets.length }),
    });
    return {
      given: results.filter((one) => one !== null),
      refused: refused.map(({ thing: ticket, error }) => ({ ticket, words: explain(error) })),
      left,
    };
  }

  async function allMatching(wish: MatchingWish, expectedCount: number): Promise<Done> {
    const { given, refused } = await changeMatching({ filter: whole.filter, expectedCount, wish });
    const said = refused.map(({ id, key, refusal }) => ({ ticket: { id, key }, words: refusalText(refusal) ?? "" }));
    return { given, refused: said, left: [] };
  }

  async function run(
    outcome: string | null,
    does: (ticket: Chosen) => Promise<Given | null>,
    wish?: MatchingWish,
    only: readonly Chosen[] = chosen,
  ): Promise<number> {
    if (isBusy) return only.length;
    setBusy(true);
    const many = isAll && wish ? (whole.total?.count ?? 0) : only.length;
    try {
      const { given, refused, left } = isAll && wish ? await allMatching(wish, many) : await each(only, does);
      const stayed = refused.length + left.length;
      keep([...refused.map(({ ticket }) => ticket), ...left]);
      const done = many - stayed;
      if (done > 0 && outcome !== null)
        say(`${count(done, "ticket")} ${done === 1 ? "is" : "are"} now ${outcome}`, given);
      report(refused);
      if (left.length > 0) toast.warning(`Stopped: ${count(left.length, "ticket")} not changed`);
      return stayed;
    } catch (error) {
      toast.error("No ticket was changed", { description: explain(error) });
      return many;
    } finally {
      setBusy(false);
      setProgress(null);
    }
  }
  const stop = () => {
    isStopped.current = true;
  };
  return { run, isBusy, progress, stop };
}

function report(refused: readonly Refused[]): void {
  if (refused.length === 0) return;
  const said = refused.slice(0, SAID).map(({ ticket, words }) => `${ticket.key}: ${words}`);
  const more = refused.length > SAID ? [`And ${refused.length - SAID} more, which are still selected.`] : [];
  toast.error(`${count(refused.length, "ticket")} stayed as ${refused.length === 1 ? "it was" : "they were"}`, {
    description: [...said, ...more].join(" "),
  });
}
