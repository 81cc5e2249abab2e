import { useSyncExternalStore } from "react";

/** A yes/no setting of this browser, kept in local storage and shared by all parts of the page. */
export interface LocalFlag {
  read: () => boolean;
  write: (on: boolean) => void;
  /** The flag, live; `whenUnknown` on the server and during hydration. */
  useFlag: () => boolean;
}

/** Makes a flag; `changed` runs after every write, for effects outside React. */
export function localFlag(key: string, whenUnknown: boolean, changed?: (on: boolean) => void): LocalFlag {
  const listeners = new Set<() => void>();

  function read(): boolean {
    try {
      const kept = localStorage.getItem(key);
      return kept === null ? whenUnknown : kept === "on";
    } catch {
      return whenUnknown;
    }
  }

  function write(on: boolean): void {
    try {
      localStorage.setItem(key, on ? "on" : "off");
    } catch {
      // A browser that denies storage forgets the setting with the page.
    }
    changed?.(on);
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return { read, write, useFlag: () => useSyncExternalStore(subscribe, read, () => whenUnknown) };
}
