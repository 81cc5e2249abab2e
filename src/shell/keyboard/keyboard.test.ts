import { describe, expect, test } from "vitest";
import { type KeyPress, type KeyWait, readKey, sequenceMs } from "./keyboard";

const pages = new Map([["h", "/"]]);

/** Presses keys one after the other, 100 ms apart unless said otherwise. */
function press(keys: Partial<KeyPress>[], isSingleKeyOn = true) {
  let wait: KeyWait = null;
  let at = 0;
  return keys.map((key) => {
    at = key.at ?? at + 100;
    const result = readKey(
      { key: "", ctrlKey: false, metaKey: false, altKey: false, isTyping: false, ...key, at },
      wait,
      {
        isSingleKeyOn,
        pages,
      },
    );
    wait = result.wait;
    return result.command;
  });
}

describe("the palette", () => {
  test("opens with Ctrl+K and Cmd+K, even while typing and with single keys off", () => {
    expect(press([{ key: "k", ctrlKey: true, isTyping: true }], false)).toEqual([{ do: "palette" }]);
    expect(press([{ key: "K", metaKey: true }])).toEqual([{ do: "palette" }]);
  });
});

describe("single keys", () => {
  test("? asks for help", () => {
    expect(press([{ key: "?" }])).toEqual([{ do: "help" }]);
  });

  test("g and a letter go to a page", () => {
    expect(press([{ key: "g" }, { key: "h" }])).toEqual([null, { do: "go", to: "/" }]);
  });

  test("/ searches, and c creates where there is something to create", () => {
    expect(press([{ key: "/" }])).toEqual([{ do: "search" }]);
    expect(press([{ key: "c" }])).toEqual([null]);
    expect(
      readKey({ key: "c", ctrlKey: false, metaKey: false, altKey: false, isTyping: false, at: 0 }, null, {
        isSingleKeyOn: true,
        pages: new Map([["c", "/requests/create"]]),
      }).command,
    ).toEqual({ do: "go", to: "/requests/create" });
  });

  test("g waits only a moment", () => {
    expect(
      press([
        { key: "g", at: 0 },
        { key: "h", at: sequenceMs + 1 },
      ]),
    ).toEqual([null, null]);
  });

  test("an unknown letter after g ends the wait", () => {
    expect(press([{ key: "g" }, { key: "x" }, { key: "h" }])).toEqual([null, null, null]);
  });

  test("do nothing while typing, with a modifier, or when switched off", () => {
    expect(
      press([
        { key: "?", isTyping: true },
        { key: "?", ctrlKey: true },
        { key: "/", isTyping: true },
      ]),
    ).toEqual([null, null, null]);
    expect(press([{ key: "g" }, { key: "h" }], false)).toEqual([null, null]);
  });
});
