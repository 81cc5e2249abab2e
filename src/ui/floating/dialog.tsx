import { floatingParts, loadFloating } from "./floating-part";
import { shownWhenOpened } from "./shown-when-opened";

/** A question or a short form above the page. Esc and the close button leave it; focus returns. */
export const Dialog = shownWhenOpened(
  async () => (await loadFloating()).DialogBody,
  () => floatingParts()?.DialogBody ?? null,
);
