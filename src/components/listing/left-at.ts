/** The link by which a list was left: it has the focus again where Back or Forward leads to the list. */

/** Stands at that link until it has the focus. */
export const MARK = "data-left-at";

/**
 * Notes where the link of the list led that was pressed last; another press elsewhere forgets it. Answers how to stop.
 *
 * At the press, and not when the list is left: the focus may have gone to the page's heading by then.
 */
export function notePresses(list: () => HTMLElement | null, note: (href: string | null) => void): () => void {
  const press = ({ target }: MouseEvent): void => {
    const link = target instanceof Element ? target.closest("a") : null;
    note(link && list()?.contains(link) ? link.getAttribute("href") : null);
  };
  // Before the link itself hears of it, which leaves the page.
  document.addEventListener("click", press, true);
  return () => document.removeEventListener("click", press, true);
}

/** Marks the link of the list that leads there, for whoever gives out the focus after a navigation; answers it. */
export function markLeftAt(list: HTMLElement | null, href: string | null): HTMLElement | null {
  if (href === null) return null;
  const links = [...(list?.querySelectorAll("a") ?? [])];
  const link = links.find((one) => one.getAttribute("href") === href) ?? null;
  link?.setAttribute(MARK, "");
  return link;
}

/**
 * Focuses the marked link: null without one, and while it is not seen yet. It is marked until somebody goes on from
 * there: a page may be shown more than once on its way.
 */
export function focusLeftAt(): HTMLElement | null {
  const link = document.querySelector<HTMLElement>(`[${MARK}]`);
  if (!link?.checkVisibility({ visibilityProperty: true })) return null;
  link.focus({ preventScroll: true });
  link.addEventListener("blur", () => link.removeAttribute(MARK), { once: true });
  return link;
}
