/** How many tickets each view of the queue has, as its tabs say: counted up to a limit, as the statuses of requests are. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { QUEUE_VIEWS, type QueueView, shownInView } from "../../core/tickets/rules";
import { wordsOf } from "../../lib/pure/wordSearch";
import { TAB_COUNT_LIMIT, TAB_SCAN_LIMIT } from "../../lists/statusCounts";
import { countMatches, merged } from "../../lists/streams";
import {
  check,
  lookupsOf,
  matcher,
  type QueueFilter,
  type queueNarrowing,
  queueSources,
  sortingOf,
} from "./ticketQueue";

const viewCount = v.object({
  view: v.union(...QUEUE_VIEWS.map((view) => v.literal(view))),
  count: v.number(),
  isExact: v.boolean(),
});
export const viewCounts = v.array(viewCount);
type ViewCount = Infer<typeof viewCount>;

interface Wish {
  readonly filter: Infer<typeof queueNarrowing>;
  /** What was due before is overdue. */
  readonly asOf: number;
}

/** The counts of every view, narrowed as the list is. */
export async function viewCountsOf(
  ctx: Pick<QueryCtx, "db">,
  agent: Doc<"people">,
  { filter, asOf }: Wish,
): Promise<ViewCount[]> {
  check(filter.text);
  const look = lookupsOf(ctx, agent);
  const filterOf = (view: QueueView): QueueFilter => ({ ...filter, ...shownInView(view, asOf) });
  const counts: ViewCount[] = [];
  if (wordsOf(filter.text ?? "").length === 0) {
    for (const view of QUEUE_VIEWS) {
      const wanted = filterOf(view);
      const { sources } = await queueSources(ctx, agent, wanted);
      const matches = matcher(ctx, agent, wanted, look);
      const found = await countMatches(sources, sortingOf(wanted), TAB_COUNT_LIMIT, matches, TAB_SCAN_LIMIT);
      counts.push({ view, ...found });
    }
    return counts;
  }
  // Words are looked for once for all the views that share tickets.
  for (const [whole, views] of [
    ["all", QUEUE_VIEWS.filter((view) => view !== "done")],
    ["done", ["done"]],
  ] as const) {
    const wanted = filterOf(whole);
    const { sources, isWhole } = await queueSources(ctx, agent, wanted);
    const { rows, isAll } = await matching(
      merged(sources, sortingOf(wanted), null, false),
      matcher(ctx, agent, wanted, look),
    );
    for (const view of views) {
      const isIn = matcher(ctx, agent, { ...filterOf(view), text: undefined }, look);
      const fits = await Promise.all(rows.map(isIn));
      counts.push({ view, count: fits.filter(Boolean).length, isExact: isWhole && isAll });
    }
  }
  return counts;
}

async function matching(
  tickets: AsyncIterable<Doc<"tickets">>,
  matches: (ticket: Doc<"tickets">) => Promise<boolean>,
): Promise<{ readonly rows: Doc<"tickets">[]; readonly isAll: boolean }> {
  const rows: Doc<"tickets">[] = [];
  let looked = 0;
  for await (const ticket of tickets) {
    if (looked === TAB_SCAN_LIMIT || rows.length === TAB_COUNT_LIMIT) return { rows, isAll: false };
    looked += 1;
    if (await matches(ticket)) rows.push(ticket);
  }
  return { rows, isAll: true };
}
