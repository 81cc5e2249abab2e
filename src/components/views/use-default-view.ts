import { useEffect } from "react";
import type { SavedViewsProps, ViewSearch } from "./saved-views";

/**
 * A list opened without anything in its address opens with the person's own default view. `open` must keep its
 * identity.
 */
export function useDefaultView<Id extends string>(
  known: SavedViewsProps<Id>["known"],
  search: object,
  open: (view: ViewSearch & { readonly view: string }) => void,
): void {
  const isBare = Object.keys(search).length === 0;
  const view = known?.views.find(({ id }) => id === known.defaultId);
  const opened = view ? JSON.stringify({ ...view.search, view: view.id }) : null;
  useEffect(() => {
    if (isBare && opened !== null) open(JSON.parse(opened) as ViewSearch & { readonly view: string });
  }, [isBare, opened, open]);
}
