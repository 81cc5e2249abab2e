import type { MouseEvent } from "react";
import { rowLinkOf } from "./row-keys";

const CONTROLS = "a, button, input, label, select, textarea, summary, [role='checkbox'], [role='button']";

/**
 * A click anywhere on a row opens what its link leads to, as the link itself would: with Ctrl or Cmd in a tab of its
 * own. Links and controls inside the row keep their own clicks, and whoever marks text only marks it.
 */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget, button, ctrlKey, metaKey, shiftKey } = event;
  // What a dialog of a row gets comes here too, though the dialog lies elsewhere on the page.
  const isInside = target instanceof Element && currentTarget.contains(target);
  if (!isInside || event.defaultPrevented || button !== 0 || target.closest(CONTROLS) !== null) return;
  if (window.getSelection()?.isCollapsed === false) return;
  rowLinkOf(currentTarget)?.dispatchEvent(
    new window.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}
