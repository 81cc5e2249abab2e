import { describe, expect, test } from "vitest";
import { boardOf, DEFAULT_BOARD, HOME_CARDS, inserted, moved, whyNotBoard, whyNotPutAway } from "./home";

describe("the board of the front page", () => {
  test("is the usual one until a person changes it, and then theirs, empty ones included", () => {
    expect(boardOf(null, [])).toEqual(DEFAULT_BOARD);
    expect(boardOf(["services", "myAccess"], [])).toEqual(["services", "myAccess"]);
    expect(boardOf([], [])).toEqual([]);
  });

  test("shows what is pinned for everybody at its usual place, and never twice", () => {
    expect(boardOf([], ["services"])).toEqual(["services"]);
    expect(boardOf(["services", "myAccess"], ["openRequests", "services"])).toEqual([
      "services",
      "openRequests",
      "myAccess",
    ]);
    expect(boardOf(null, ["pages"])).toEqual(HOME_CARDS);
  });

  test("takes a card up before those of its column that usually come later", () => {
    expect(inserted(["services", "openRequests", "pages"], "quickActions")).toEqual([
      "quickActions",
      "services",
      "openRequests",
      "pages",
    ]);
    expect(inserted(["openRequests"], "myAccess")).toEqual(["openRequests", "myAccess"]);
    expect(inserted(["openRequests"], "openRequests")).toEqual(["openRequests"]);
  });

  test("moves a card past its neighbour in the same column, whatever stands between", () => {
    expect(moved(["quickActions", "openRequests", "services"], "services", -1)).toEqual([
      "services",
      "openRequests",
      "quickActions",
    ]);
    expect(moved(["quickActions", "services"], "services", 1)).toEqual(["quickActions", "services"]);
    expect(moved(["quickActions"], "services", -1)).toEqual(["quickActions"]);
  });

  test("holds each card once, and what is pinned stays", () => {
    expect(whyNotBoard(["pages", "services"])).toBeNull();
    expect(whyNotBoard(["pages", "pages"])).toMatchObject({ code: "invalid-input" });
    expect(whyNotPutAway("pages", [])).toBeNull();
    expect(whyNotPutAway("pages", ["pages"])).toMatchObject({ code: "invalid-input" });
  });
});
