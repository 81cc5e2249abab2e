/** The parts of "My Requests" people work by, and how many requests each has. */

import type { Count } from "../../../components/listing/counting";
import { useOwnCount } from "./api";
import { type OwnSearch, ownFilterOf, type Show } from "./search";

export const PARTS: readonly { readonly key: Show; readonly label: string }[] = [
  { key: "all", label: "All" },
  { key: "turn", label: "Your turn" },
  { key: "open", label: "Open" },
  { key: "drafts", label: "Drafts" },
  { key: "ended", label: "Ended" },
];

/** How many requests each part of the list has under the same words and filters. */
export function usePartCounts(search: OwnSearch, turn: number): Readonly<Record<Show, Count | undefined>> {
  return {
    all: useOwnCount(ownFilterOf(search, "all"), turn),
    turn: useOwnCount(ownFilterOf(search, "turn"), turn),
    open: useOwnCount(ownFilterOf(search, "open"), turn),
    drafts: useOwnCount(ownFilterOf(search, "drafts"), turn),
    ended: useOwnCount(ownFilterOf(search, "ended"), turn),
  };
}
