/**
 * Which command a key press means. Pure: the hook in use-shortcuts.ts feeds it events.
 * `g` waits a moment for a second letter; single letters are off while typing and can be switched
 * off altogether (they get in the way of speech input), Ctrl/Cmd+K always works.
 */

/** What a key press asks for. */
export type KeyCommand = { do: "palette" } | { do: "help" } | { do: "search" } | { do: "go"; to: string };

/** The part of a keyboard event that decides. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  at: number;
  isTyping: boolean;
}

/** When `g` was pressed, while a second letter is awaited. */
export type KeyWait = { since: number } | null;

/** How long `g` waits for its second letter. */
export const sequenceMs = 1200;

/** What to do about a key press and what to wait for next. */
export function readKey(
  press: KeyPress,
  wait: KeyWait,
  options: { isSingleKeyOn: boolean; pages: ReadonlyMap<string, string> },
): { command: KeyCommand | null; wait: KeyWait } {
  const isPalette = press.key.toLowerCase() === "k" && (press.ctrlKey || press.metaKey) && !press.altKey;
  if (isPalette) return { command: { do: "palette" }, wait: null };
  const isPlain = !press.ctrlKey && !press.metaKey && !press.altKey;
  if (!isPlain || press.isTyping || !options.isSingleKeyOn) return { command: null, wait: null };
  if (wait && press.at - wait.since <= sequenceMs) {
    const to = options.pages.get(press.key.toLowerCase());
    return { command: to ? { do: "go", to } : null, wait: null };
  }
  if (press.key === "g") return { command: null, wait: { since: press.at } };
  return { command: singleKey(press.key, options.pages), wait: null };
}

/** A letter alone. `c` begins a request for those who may open that page. */
function singleKey(key: string, pages: ReadonlyMap<string, string>): KeyCommand | null {
  if (key === "?") return { do: "help" };
  if (key === "/") return { do: "search" };
  const create = key === "c" ? pages.get("c") : undefined;
  return create === undefined ? null : { do: "go", to: create };
}
