import { useState } from "react";
import { useSelection } from "../../ui/list/use-selection";

/** Which rows are chosen: some manually, or everything the filter lets through. */
export function useChosen(pageIds: readonly string[], filterKey: string) {
  const selection = useSelection(pageIds, filterKey);
  const [allOf, setAllOf] = useState<string | null>(null);
  const byHand = (): void => setAllOf(null);
  return {
    selection: {
      ...selection,
      toggle: (id: string, isRange?: boolean) => {
        byHand();
        selection.toggle(id, isRange);
      },
      togglePage: () => {
        byHand();
        selection.togglePage();
      },
    },
    isAll: allOf === filterKey,
    takeAll: () => setAllOf(filterKey),
    byHand,
    clear: () => {
      byHand();
      selection.clear();
    },
  };
}
/** What `useChosen` answers. */
export type ChosenRows = ReturnType<typeof useChosen>;
