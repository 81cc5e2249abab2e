import { useEffect, useEffectEvent, useState } from "react";

/** Typing that pauses for so long is said. */
const PAUSE_MS = 250;

/**
 * The text of a search whose value is kept elsewhere, as in the address: what is typed shows at once, so that the caret
 * stays where it is, and is said once typing pauses. Another value from there replaces it; `say` does not wait.
 */
export function useSearchText(value: string, onSay: (text: string) => void) {
  const [typed, type] = useState(value);
  const [seen, setSeen] = useState(value);
  const [said, setSaid] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // What was said here comes back; by then more may be typed.
    if (value !== said) {
      setSaid(value);
      type(value);
    }
  }
  function say(text: string): void {
    type(text);
    setSaid(text);
    onSay(text);
  }
  const sayTyped = useEffectEvent(() => say(typed));
  useEffect(() => {
    if (typed === said) return;
    const timer = setTimeout(() => sayTyped(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, said]);
  return { typed, type, say };
}
