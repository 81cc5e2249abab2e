import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { plainLetters } from "./use-letters";

/** An element of the page, inside of what these selectors find. */
class Element {
  readonly isContentEditable: boolean;
  readonly #inside: readonly string[];
  constructor(inside: readonly string[] = [], isContentEditable = false) {
    this.#inside = inside;
    this.isContentEditable = isContentEditable;
  }
  closest(selector: string): Element | null {
    return selector.split(", ").some((part) => this.#inside.includes(part)) ? this : null;
  }
}

let open: string | null = null;

beforeEach(() => {
  open = null;
  vi.stubGlobal("HTMLElement", Element);
  vi.stubGlobal("document", {
    querySelector: (selector: string) => (open !== null && selector.split(", ").includes(open) ? new Element() : null),
  });
});
afterEach(() => void vi.unstubAllGlobals());

function press(changes: object = {}): KeyboardEvent {
  const plain = {
    key: "r",
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    defaultPrevented: false,
    isComposing: false,
  };
  return { ...plain, target: new Element(), timeStamp: 10_000, ...changes } as unknown as KeyboardEvent;
}

test("a letter is the page's own unless somebody types it, or holds another key with it", () => {
  const isPlain = plainLetters(() => true);
  expect(isPlain(press())).toBe(true);
  for (const inside of ["textarea", "select", "input:not([type='checkbox'])", "[role='combobox']", "[role='textbox']"])
    expect(isPlain(press({ target: new Element([inside]) })), inside).toBe(false);
  expect(isPlain(press({ target: new Element([], true) }))).toBe(false);
  for (const held of ["ctrlKey", "metaKey", "altKey", "isComposing", "defaultPrevented"])
    expect(isPlain(press({ [held]: true })), held).toBe(false);
});

test("what lies open over the page has the letters to itself", () => {
  const isPlain = plainLetters(() => true);
  for (const role of ["dialog", "alertdialog", "menu"]) {
    open = `[role='${role}'][data-open]`;
    expect(isPlain(press()), role).toBe(false);
  }
  open = null;
  expect(isPlain(press())).toBe(true);
});

test("whoever switched single letters off has none", () => {
  let isOn = false;
  const isPlain = plainLetters(() => isOn);
  expect(isPlain(press())).toBe(false);
  isOn = true;
  expect(isPlain(press())).toBe(true);
});

test("the letter after g opens a page, for a moment", () => {
  const isPlain = plainLetters(() => true);
  isPlain(press({ key: "g", timeStamp: 0 }));
  expect(isPlain(press({ timeStamp: 1_200 }))).toBe(false);
  isPlain(press({ key: "g", timeStamp: 2_000 }));
  expect(isPlain(press({ timeStamp: 3_201 }))).toBe(true);
});
