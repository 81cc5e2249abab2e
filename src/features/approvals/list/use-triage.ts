import { useEffect, useRef } from "react";
import { triageKey, type TriageKey } from "./triage-keys";

/**
 * Plain letters over a list, off while somebody types, while a dialog is open, or when single letters are switched off.
 */
export function useTriage(isOn: () => boolean, act: (key: TriageKey) => void): void {
  const latest = useRef({ isOn, act });
  useEffect(() => {
    latest.current = { isOn, act };
  });
  useEffect(() => {
    let lastG = Number.NEGATIVE_INFINITY;
    function press(event: KeyboardEvent): void {
      if (
        event.defaultPrevented ||
        event.isComposing ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isBusy(event.target)
      )
        return;
      if (!latest.current.isOn()) return;
      const wanted = triageKey(event.key, event.timeStamp - lastG);
      if (event.key === "g") lastG = event.timeStamp;
      if (!wanted) return;
      event.preventDefault();
      latest.current.act(wanted);
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector("[role='dialog'][data-open]") !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest(
      "input:not([type='checkbox']), textarea, select, [role='combobox'], [role='textbox'], [role='listbox']",
    ) !== null
  );
}
