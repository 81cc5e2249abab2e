/**
 * What a change makes of a list's address, never bare: that would open with somebody's default view, who has just taken
 * the last filter off or closed what was open. "all" says that no view is wanted.
 */
export function notBare<Search extends { readonly view?: string }>(search: Search): Search {
  return Object.keys(search).length === 0 ? { ...search, view: "all" } : search;
}
