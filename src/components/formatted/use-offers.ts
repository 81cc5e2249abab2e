/**
 * What is offered while somebody writes: after a "#" requests, tickets and ideas the writer finds in the palette, too;
 * after an "@" those who read an internal note.
 */

import { useEffect, useId, useRef, useState } from "react";
import { useFindNamed, useFindNoteReaders } from "../pickers/api";

/** How long nobody types before it is looked for. */
const QUIET_MS = 150;
const MIN_LENGTH = 2;

/** What is written where it is chosen, and how it is offered. */
interface Offer {
  readonly value: string;
  readonly words: string;
}

/** What is offered after a key. */
interface Offered {
  readonly label: string;
  readonly minLength: number;
  readonly find: (text: string) => Promise<readonly Offer[]>;
}

interface Change {
  readonly key: string;
  readonly text: string;
  readonly provide: (answer: Promise<{ matched: boolean; fragment?: HTMLElement }>) => void;
}

/** Ties the offers to their element, which writes what is chosen into the field itself. */
export function useOffers(onText: (text: string) => void, noteOf: string | undefined) {
  const [expander, setExpander] = useState<HTMLElement | null>(null);
  const id = useId();
  const findNamed = useFindNamed();
  const findReaders = useFindNoteReaders();
  function offeredAfter(key: string): Offered {
    if (key === "@" && noteOf !== undefined)
      return {
        label: "People who read the note",
        minLength: 0,
        find: async (text) => (await findReaders(noteOf, text)).map((name) => ({ value: `@${name}`, words: name })),
      };
    return {
      label: "Requests, tickets and ideas",
      minLength: MIN_LENGTH,
      find: async (text) =>
        (await findNamed(text)).map(({ key: value, title }) => ({ value, words: `${value} ${title}` })),
    };
  }
  const latest = useRef({ onText, offeredAfter });
  useEffect(() => {
    latest.current = { onText, offeredAfter };
  });
  useEffect(() => {
    if (!expander) return undefined;
    const abort = new AbortController();
    const on = (name: string, act: (detail: never) => void): void =>
      expander.addEventListener(
        `text-expander-${name}`,
        // The library's own events, each with the detail it documents.
        (event) => act((event as CustomEvent<never>).detail),
        { signal: abort.signal },
      );
    let calls = 0;
    on("change", ({ key, text, provide }: Change) => {
      calls += 1;
      const mine = calls;
      const isLast = (): boolean => calls === mine;
      provide(offer(text, isLast, latest.current.offeredAfter(key), id));
    });
    on("value", (detail: { item: HTMLElement; value: string | null }) => {
      detail.value = detail.item.dataset["value"] ?? null;
    });
    on("committed", ({ input }: { input: HTMLTextAreaElement }) => latest.current.onText(input.value));
    on("activate", () => queueMicrotask(() => stayTextbox(expander)));
    return () => abort.abort();
  }, [expander, id]);
  return setExpander;
}

async function offer(
  text: string,
  isLast: () => boolean,
  { label, minLength, find }: Offered,
  id: string,
): Promise<{ matched: boolean; fragment?: HTMLElement }> {
  if (text.length < minLength) return { matched: false };
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  // What cannot be found is not offered: it can be written all the same.
  const found = isLast() ? await find(text).catch(() => []) : [];
  return found.length === 0 || !isLast() ? { matched: false } : { matched: true, fragment: menuOf(found, label, id) };
}

function menuOf(found: readonly Offer[], label: string, id: string): HTMLElement {
  const menu = document.createElement("ul");
  menu.id = `${id}-offers`;
  menu.setAttribute("role", "listbox");
  menu.setAttribute("aria-label", label);
  menu.className =
    // Below the field: the library would put it below the caret as if nothing were scrolled.
    "absolute inset-x-0! top-full! z-30 mt-1 max-w-sm rounded-lg border border-line bg-raised p-1 shadow-float";
  for (const [at, { value, words }] of found.entries()) {
    const item = document.createElement("li");
    item.id = `${id}-${at}`;
    item.setAttribute("role", "option");
    item.dataset["value"] = value;
    item.textContent = words;
    item.className =
      "cursor-pointer truncate rounded-md px-2 py-1 text-ink hover:bg-hover aria-selected:bg-hover pointer-coarse:py-3";
    menu.append(item);
  }
  return menu;
}

/** The library calls the field a combobox, which a text of several lines cannot be; what it says of the menu stays. */
function stayTextbox(expander: HTMLElement): void {
  const field = expander.querySelector("textarea");
  for (const name of ["role", "aria-expanded", "aria-haspopup"]) field?.removeAttribute(name);
}
