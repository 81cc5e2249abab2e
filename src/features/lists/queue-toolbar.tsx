import { History } from "lucide-react";
import { useCallback } from "react";
import { numberInText } from "../../../convex/core/shared/rules/listed";
import { pathTo } from "../../../convex/site/links";
import { useNoteExport } from "../../components/listing/api";
import { ExportButton } from "../../components/listing/export-button";
import { OrderSelect } from "../../components/listing/order-select";
import { shownColumns } from "../../components/listing/shown-columns";
import { ViewOptions } from "../../components/listing/view-options";
import { explain } from "../../components/refusal-words";
import { SavedViews, type ViewSearch } from "../../components/views/saved-views";
import { Button } from "../../ui/button";
import { iconWhenNarrow, wordsWhenWide } from "../../ui/button-classes";
import { FilterBar } from "../../ui/list/filter-bar";
import { toast } from "../../ui/toast/toast";
import { useCounter, useRequestByKey, useViewCommands, useViews } from "./api";
import { parseQueueSearch, viewSearchOf } from "./search";
import type { Change, QueueListProps } from "./types";

/** Search, filters, order, views, columns and export of a queue. */
export function Toolbar<Row extends { readonly id: string }>(
  props: QueueListProps<Row> & { change: Change; onJobs: () => void },
) {
  const { search, noun, change, onSearch, wishOf } = props;
  const jump = useJump(props.onOpen);
  const views = useViews(props.list);
  const commands = useViewCommands(props.list);
  const count = useCounter();
  const countOf = useCallback((kept: ViewSearch) => count(wishOf(parseQueueSearch(kept))), [count, wishOf]);
  return (
    <FilterBar
      label={`Filter ${noun}s`}
      search={{
        text: search.q ?? "",
        label: `Search all ${noun}s`,
        placeholder: props.placeholder,
        onChange: (q) => change({ q: q.trim() === "" ? undefined : q }, "replace"),
        onEnter: jump,
      }}
      filters={props.filters}
      onClear={() =>
        onSearch(
          parseQueueSearch({
            sort: search.sort,
            size: search.size,
            cols: search.cols,
            density: search.density,
            view: "all",
          }),
          "push",
        )
      }
    >
      <OrderSelect order={search.sort ?? "newest"} onOrder={(sort) => change({ sort })} />
      <SavedViews
        known={views}
        commands={commands}
        openId={search.view}
        current={viewSearchOf(search)}
        countOf={countOf}
        onOpen={(view) =>
          onSearch(parseQueueSearch(view ? { ...view.search, view: view.id } : { view: "all" }), "push")
        }
      />
      <ViewOptions
        columns={props.columns}
        usual={props.usualColumns}
        look={search}
        onLook={(look) => change(look, "replace")}
      />
      <QueueExport {...props} />
      {props.viewer.canManage ? (
        <Button variant="outline" title="Bulk jobs" className={iconWhenNarrow} onClick={props.onJobs}>
          <History aria-hidden />
          <span className={wordsWhenWide}>Bulk jobs</span>
        </Button>
      ) : null}
    </FilterBar>
  );
}

/** Enter on a request's key opens the request. */
function useJump(onOpen: (path: string) => void): (text: string) => void {
  const find = useRequestByKey();
  return (text) => {
    if (numberInText(text) === null) return;
    find(text).then(
      (request) => {
        if (request) onOpen(pathTo("requestAsAdmin", { id: request.key }));
      },
      (error: unknown) => toast.error("The request could not be opened", { description: explain(error) }),
    );
  };
}

function QueueExport<Row extends { readonly id: string }>({
  list,
  noun,
  search,
  columns,
  usualColumns,
  viewer,
  wishOf,
  pageAfter,
}: QueueListProps<Row>) {
  const note = useNoteExport();
  const chosen = shownColumns(columns, search.cols, usualColumns).flatMap(({ csv }) => csv);
  return (
    <ExportButton
      name={list}
      noun={noun}
      columns={chosen}
      whyNot={viewer.whyNotExport}
      note={(headings) => note({ list, filter: wishOf(search).filter, columns: headings })}
      pageAfter={(cursor) => pageAfter(search.sort ?? "newest", cursor)}
    />
  );
}
