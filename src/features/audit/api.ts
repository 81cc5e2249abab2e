/** The one door of the Audit Trail to the backend. */

import { useConvex, useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { usePeople } from "../../components/pickers/api";
import type { SavedViewsProps } from "../../components/views/saved-views";
import { viewCommandsOf } from "../../components/views/view-commands";
import { useQuery } from "../../lib/use-query";
import type { Counted, Days } from "./histogram/histogram-words";

/** One page of events, newest first. */
export type EventPage = FunctionReturnType<typeof api.audit.queries.list>;

/** One transaction as a row, told by one of its events. */
export type EventRow = EventPage["events"][number];

/** One event in full, and what was written with it. */
export type OpenedEvent = NonNullable<FunctionReturnType<typeof api.audit.queries.get>>;

/** One event in full. */
export type EventDetail = Omit<OpenedEvent, "together">;

/** What a list is narrowed by. */
export type EventFilter = FunctionArgs<typeof api.audit.queries.list>["filter"];

/** Where a page begins. */
export type EventPlace = NonNullable<EventPage["next"]>;

/** The newest check of the chain; null when there was none. */
export type Verification = FunctionReturnType<typeof api.audit.queries.verification>;

type HistogramPart = FunctionReturnType<typeof api.audit.queries.histogram>;

/** How an export is written. */
export type ExportFormat = FunctionArgs<typeof api.audit.mutations.exportPart>["format"];

/** A page of events, live; undefined until the first answer. */
export function useEventPage(wanted: {
  filter: EventFilter;
  after: EventPlace | null;
  size: number;
}): EventPage | undefined {
  const { filter, after, size } = wanted;
  return useQuery(api.audit.queries.list, { filter, size, ...(after && { after }) });
}

/** Parts of a histogram that are counted one by one; beyond them the whole trail is told about. */
const MAX_PARTS = 10;

/** What is counted: the filter without its days, and the days. */
export interface HistogramWish {
  readonly filter: Omit<EventFilter, "from" | "to">;
  readonly days: Days;
}

/** How many events lie in each of some days. */
export function useHistogramQuestion() {
  const client = useConvex();
  return useCallback(
    async ({ filter, days }: HistogramWish): Promise<Counted> => {
      const starts = [...days.starts];
      const counts = starts.map(() => 0);
      let after: EventPlace | null = null;
      for (let part = 0; part < MAX_PARTS; part += 1) {
        const counted: HistogramPart = await client.query(api.audit.queries.histogram, {
          filter,
          starts,
          ...(after && { after }),
        });
        for (const [column, found] of counted.counts.entries()) counts[column] = (counts[column] ?? 0) + found;
        after = counted.next;
        if (after === null) return { counts, countedFrom: null, isExact: true };
      }
      const about =
        Object.keys(filter).length > 0 ? null : await client.query(api.audit.queries.histogramByPlaces, { starts });
      return about === null
        ? { counts, countedFrom: after?.occurredAt ?? null, isExact: true }
        : { counts: about, countedFrom: null, isExact: false };
    },
    [client],
  );
}

/** One event; null when it does not exist or is not the viewer's to see. */
export function useEvent(eventId: string): OpenedEvent | null | undefined {
  return useQuery(api.audit.queries.get, { eventId });
}

/** The actions that occur in the audit trail. */
export function useActions(): readonly string[] {
  return useQuery(api.audit.queries.actions, {}) ?? [];
}

/** The saved views of the audit trail, live. */
export function useViews() {
  return useQuery(api.views.queries.list, { screen: "audit" });
}

type ViewId = NonNullable<ReturnType<typeof useViews>>["views"][number]["id"];

/** What can be done with them. */
export function useViewCommands(): SavedViewsProps<ViewId>["commands"] {
  const { save, remove, setDefault } = api.views.mutations;
  return viewCommandsOf("audit", {
    save: useMutation(save),
    remove: useMutation(remove),
    setDefault: useMutation(setDefault),
  });
}

/** The newest check of the chain, live. */
export function useVerification(): Verification | undefined {
  return useQuery(api.audit.queries.verification, {});
}

/** How far the audit trail was sent on to a collector outside, live; null where it is not sent anywhere. */
export function useStream() {
  return useQuery(api.audit.queries.stream, {});
}

/** Starts a check of the chain, or joins the one that runs. */
export function useVerify(): () => Promise<unknown> {
  const verify = useMutation(api.audit.mutations.verify);
  return useCallback(() => verify({}), [verify]);
}

/** Takes the next part of an export out of the audit trail; each part is an event itself. */
export function useExportPart() {
  return useMutation(api.audit.mutations.exportPart);
}

/** The name behind a person's id; undefined while unknown. */
export function usePersonName(id: string | null): string | undefined {
  return usePeople(id === null ? [] : [id])?.[0]?.name;
}
