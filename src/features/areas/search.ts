/** What the URL of the business areas holds. */
export interface AreasSearch {
  /** What is open above the list: the form for a new one, the import, or the area with this id. */
  open?: string;
}

/** Reads the URL. What cannot be read counts as left out. */
export function parseAreasSearch(raw: Readonly<Record<string, unknown>>): AreasSearch {
  return typeof raw["open"] === "string" && raw["open"].length <= 60 ? { open: raw["open"] } : {};
}
