const FOCUSABLE = "a[href], button, [tabindex]";
/** Later than this nobody waits any more. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Keeps the focus where a list grows by the button that was just pressed, which leaves with the last rows: once more rows
 * are there, at once or by an answer, the first of them has it, unless somebody went on meanwhile.
 */
export function focusOnMore(list: HTMLElement | null, rows = ":scope > *"): void {
  if (list === null) return;
  const button = document.activeElement;
  const before = new Set(list.querySelectorAll(rows));
  const watch = new MutationObserver(() => {
    const row = [...list.querySelectorAll<HTMLElement>(rows)].find((one) => !before.has(one));
    if (row === undefined) return;
    stop();
    const focused = document.activeElement;
    if (focused !== button && focused !== document.body) return;
    (row.matches(FOCUSABLE) ? row : row.querySelector<HTMLElement>(FOCUSABLE))?.focus();
  });
  watch.observe(list, { childList: true, subtree: true });
  const timer = setTimeout(() => watch.disconnect(), LONGEST_WAIT_MS);
  function stop(): void {
    watch.disconnect();
    clearTimeout(timer);
  }
}
