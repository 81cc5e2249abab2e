import { floatingParts, loadFloating } from "./floating-part";
import { shownWhenOpened } from "./shown-when-opened";

/** A panel that slides in from an edge: navigation on phones, details beside a list. */
export const Sheet = shownWhenOpened(
  async () => (await loadFloating()).SheetBody,
  () => floatingParts()?.SheetBody ?? null,
);
