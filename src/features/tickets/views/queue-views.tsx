import { useCallback } from "react";
import { SavedViews, type ViewSearch } from "../../../components/views/saved-views";
import { useDefaultView } from "../../../components/views/use-default-view";
import { useQueueCountOnce } from "../api";
import { queueFilterOf, savedPartOf, searchOfSaved, type SupportSearch, thisMinute } from "../search";
import { useQueueViewCommands, useQueueViews } from "./api";

/** The queue's filters under a name. */
export function QueueViews({
  search,
  onSearch,
}: {
  search: SupportSearch;
  onSearch: (next: SupportSearch, how: "push" | "replace") => void;
}) {
  const { view: _queue, ...narrowed } = search;
  const known = useQueueViews();
  const countOnce = useQueueCountOnce();
  const countOf = useCallback(
    (kept: ViewSearch) => countOnce(queueFilterOf(searchOfSaved(kept, ""), thisMinute())),
    [countOnce],
  );
  useDefaultView(
    known,
    narrowed,
    useCallback(
      ({ view, ...kept }: ViewSearch & { view: string }) => onSearch(searchOfSaved(kept, view), "replace"),
      [onSearch],
    ),
  );
  return (
    <SavedViews
      known={known}
      commands={useQueueViewCommands()}
      openId={search.saved}
      current={savedPartOf(search)}
      countOf={countOf}
      onOpen={(view) => onSearch(view ? searchOfSaved(view.search, view.id) : searchOfSaved({}, "all"), "push")}
    />
  );
}
