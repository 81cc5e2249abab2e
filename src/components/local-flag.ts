import { useSyncExternalStore } from "react";

/** A yes/no setting of this browser, kept in local storage and shared by all parts of the page. */
export interface LocalFlag {
  read: () => boolean;
  write: (on: boolean) => void;
  /** The flag, live; on the server and during hydration `whenUnknown`, or off where that asks the window. */
  useFlag: () => boolean;
}

/**
 * Makes a flag. Until somebody sets it, it is `whenUnknown`, or, where that is a media query, what the window says to it,
 * live. `changed` runs after every change, for effects outside React.
 */
export function localFlag(key: string, whenUnknown: boolean | string, changed?: (on: boolean) => void): LocalFlag {
  const listeners = new Set<() => void>();
  const media = () => (typeof whenUnknown === "string" ? matchMedia(whenUnknown) : null);
  const unknown = () => media()?.matches ?? whenUnknown === true;

  function read(): boolean {
    try {
      const kept = localStorage.getItem(key);
      return kept === null ? unknown() : kept === "on";
    } catch {
      return unknown();
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
    const list = media();
    const follow = () => {
      changed?.(read());
      listener();
    };
    listeners.add(listener);
    list?.addEventListener("change", follow);
    return () => {
      listeners.delete(listener);
      list?.removeEventListener("change", follow);
    };
  }

  return { read, write, useFlag: () => useSyncExternalStore(subscribe, read, () => whenUnknown === true) };
}
