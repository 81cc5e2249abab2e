import type { SavedViewsProps, ViewSearch } from "./saved-views";

/** What the backend does with the views of any list; a screen names its list. */
export interface ViewCalls<Id extends string, Screen extends string> {
  readonly save: (view: {
    id?: Id;
    screen: Screen;
    name: string;
    search: Record<string, string>;
    isShared: boolean;
  }) => Promise<Id>;
  readonly remove: (view: { id: Id }) => Promise<unknown>;
  readonly setDefault: (choice: { screen: Screen; viewId: Id | null }) => Promise<unknown>;
}

/** The same for one list. */
export function viewCommandsOf<Id extends string, Screen extends string>(
  screen: Screen,
  { save, remove, setDefault }: ViewCalls<Id, Screen>,
): SavedViewsProps<Id>["commands"] {
  return {
    save: ({ id, name, search, isShared }: { id?: Id; name: string; search: ViewSearch; isShared: boolean }) =>
      save({ ...(id && { id }), screen, name, search: { ...search }, isShared }),
    remove: (id) => remove({ id }),
    setDefault: (viewId) => setDefault({ screen, viewId }),
  };
}
