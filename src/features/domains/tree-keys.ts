/** The keys of a treegrid: arrows, Home, End and Enter move between rows, open, close and follow them. */

/** Does what a key means to the row it was pressed on; false for a key that means nothing there. */
export function moveInTree(tree: HTMLElement, target: HTMLElement, key: string): boolean {
  const row = target.closest<HTMLElement>("tr[aria-level]");
  if (row === null) return false;
  const rows = [...tree.querySelectorAll<HTMLElement>("tr[aria-level]")];
  const at = rows.indexOf(row);
  switch (key) {
    case "ArrowDown":
      return focusRow(rows, rows[at + 1]);
    case "ArrowUp":
      return focusRow(rows, rows[at - 1]);
    case "Home":
      return focusRow(rows, rows[0]);
    case "End":
      return focusRow(rows, rows.at(-1));
    case "ArrowRight":
      if (row.ariaExpanded === "false") return toggle(row);
      return row.ariaExpanded === "true" && focusRow(rows, rows[at + 1]);
    case "ArrowLeft":
      if (row.ariaExpanded === "true") return toggle(row);
      return focusRow(rows, parentOf(rows, at));
    case "Enter":
      // On a control of the row the key is the control's own.
      if (target !== row) return false;
      row.querySelector("a")?.click();
      return true;
    default:
      return false;
  }
}

/** The row above that this one is a part of. */
function parentOf(rows: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const level = Number(rows[at]?.getAttribute("aria-level"));
  return rows.slice(0, at).findLast((row) => Number(row.getAttribute("aria-level")) < level);
}

function toggle(row: HTMLElement): boolean {
  row.querySelector<HTMLElement>("[data-toggle]")?.click();
  return true;
}

/** One row at a time is reached by the tabulator: the one that was looked at last. */
function focusRow(rows: readonly HTMLElement[], row: HTMLElement | undefined): boolean {
  if (!row) return false;
  for (const one of rows) one.tabIndex = one === row ? 0 : -1;
  row.focus();
  return true;
}
