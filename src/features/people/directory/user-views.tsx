import { useCallback } from "react";
import { SavedViews, type ViewSearch } from "../../../components/views/saved-views";
import { useDefaultView } from "../../../components/views/use-default-view";
import { useCountOnce, useViewCommands, useViews } from "./api";
import { filterOf, parseUsersSearch, type UsersSearch, viewSearchOf } from "./search";

/** Filters and order of the list under a name. */
export function UserViews({
  search,
  onSearch,
}: {
  search: UsersSearch;
  onSearch: (search: UsersSearch, how: "push" | "replace") => void;
}) {
  const known = useViews();
  const countOnce = useCountOnce();
  const countOf = useCallback((kept: ViewSearch) => countOnce(filterOf(parseUsersSearch(kept))), [countOnce]);
  useDefaultView(
    known,
    search,
    useCallback((view: ViewSearch) => onSearch(parseUsersSearch(view), "replace"), [onSearch]),
  );
  return (
    <SavedViews
      known={known}
      commands={useViewCommands()}
      openId={search.view}
      current={viewSearchOf(search)}
      countOf={countOf}
      onOpen={(view) => onSearch(parseUsersSearch(view ? { ...view.search, view: view.id } : { view: "all" }), "push")}
    />
  );
}
