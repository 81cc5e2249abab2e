import { type ReactNode, useRef } from "react";
import { Listing } from "../../components/listing/listing";
import { useStillPage } from "../../components/listing/use-still-page";
import { useEyes } from "../../shell/session";
import { Button } from "../../ui/button";
import type { Column } from "../../ui/list/data-table";
import { useSelection } from "../../ui/list/use-selection";
import { EmptyState } from "../../ui/page/empty-state";
import type { QueueFilter, TicketRow, useMyCount, useMyTickets } from "./api";
import { OpenRows } from "./here/agents-here";
import { type SupportSearch, UNFILTERED } from "./search";
import { TicketBulkBar } from "./sorting/bulk-bar";

/** Leads to another place of the lists. */
export type Change = (changes: Partial<SupportSearch>, how?: "push" | "replace") => void;
/** Where in the lists somebody is, and how they leave. */
export interface Place {
  readonly search: SupportSearch;
  readonly change: Change;
}

/** The search of a list of tickets. */
export function searchBox({ q }: SupportSearch, change: Change) {
  return {
    text: q ?? "",
    label: "Search tickets",
    placeholder: "Number or words",
    onChange: (text: string) => change({ q: text.trim() === "" ? undefined : text }, "replace"),
  };
}

/** A list of tickets at one place of it; agents choose rows, to do the same with all of them. */
export function TicketList(
  props: Place & {
    live: ReturnType<typeof useMyTickets>;
    total: ReturnType<typeof useMyCount>;
    columns: Column<TicketRow>[];
    label: string;
    /** Names the list, its filter and its place. */
    name: string;
    onRefresh: () => void;
    /** What agents look for, who choose rows to do the same with all of them. */
    filter?: QueueFilter;
    /** Null where a filter is what leaves nothing. */
    empty: ReactNode;
  },
) {
  const { search, change, live, total, columns, label, onRefresh } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const still = useStillPage(useEyes(), props.name, live, scroller);
  const rows = still?.rows ?? [];
  const selection = useSelection(
    rows.map(({ id }) => id),
    props.name,
  );
  const list = (
    <Listing
      label={label}
      noun="ticket"
      selection={props.filter ? selection : undefined}
      still={still}
      total={total}
      search={search}
      change={change}
      onRefresh={() => {
        still?.showAll();
        onRefresh();
      }}
      columns={columns}
      density={search.density}
      nameOf={({ key }) => key}
      scroller={scroller}
      words={search.q}
      empty={
        props.empty ?? (
          <EmptyState
            kind="no-match"
            title="No ticket matches"
            action={
              <Button variant="outline" onClick={() => change(UNFILTERED)}>
                Show all
              </Button>
            }
          >
            Search covers numbers, titles, descriptions and messages.
          </EmptyState>
        )
      }
    />
  );
  return (
    <>
      {props.filter ? <OpenRows rows={rows}>{list}</OpenRows> : list}
      {props.filter ? (
        <TicketBulkBar rows={rows} selection={selection} whole={{ filter: props.filter, total }} />
      ) : null}
    </>
  );
}
