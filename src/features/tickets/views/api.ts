/** The door of the queue's saved views to the backend. */

import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { SavedViewsProps } from "../../../components/views/saved-views";
import { viewCommandsOf } from "../../../components/views/view-commands";
import { useQuery } from "../../../lib/use-query";

/** The saved views of the queue, live. */
export function useQueueViews() {
  return useQuery(api.views.queries.list, { screen: "tickets" });
}

type ViewId = NonNullable<ReturnType<typeof useQueueViews>>["views"][number]["id"];

/** What can be done with them. */
export function useQueueViewCommands(): SavedViewsProps<ViewId>["commands"] {
  const { save, remove, setDefault } = api.views.mutations;
  return viewCommandsOf("tickets", {
    save: useMutation(save),
    remove: useMutation(remove),
    setDefault: useMutation(setDefault),
  });
}
