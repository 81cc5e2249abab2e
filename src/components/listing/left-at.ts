/** The link of a row at which a list was left: it has the focus again where Back or Forward leads to the list. */

const MARK = "data-left-at";

/** Where the link that has the focus leads, if it is one of the list's rows. */
export function focusedLinkIn(list: HTMLElement | null): string | null {
  const focused = document.activeElement;
  return focused && list?.contains(focused) ? (focused.closest("a")?.getAttribute("href") ?? null) : null;
}

/** Marks the link of the list that leads there, for whoever gives out the focus after a navigation. */
export function markLeftAt(list: HTMLElement | null, href: string | null): void {
  if (href === null) return;
  const links = [...(list?.querySelectorAll("a") ?? [])];
  links.find((link) => link.getAttribute("href") === href)?.setAttribute(MARK, "");
}

/** Focuses the marked link, once: null without one, and while it is not seen yet. */
export function focusLeftAt(): HTMLElement | null {
  const link = document.querySelector<HTMLElement>(`[${MARK}]`);
  if (!link?.checkVisibility({ visibilityProperty: true })) return null;
  link.removeAttribute(MARK);
  link.focus({ preventScroll: true });
  return link;
}
