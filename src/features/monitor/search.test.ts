import { describe, expect, test } from "vitest";
import { changedSearch, parseMonitorSearch, wishOf } from "./search";

describe("the Task Monitor's URL", () => {
  test.each([
    ["opens the execution history when it says nothing", {}, {}],
    ["opens the tab it names", { tab: "details" }, { tab: "details" }],
    ["leaves out the default tab", { tab: "executions" }, {}],
    ["leaves out the default filter", { action: "all" }, {}],
    [
      "keeps the selected execution and the filter",
      { execution: "k1", action: "No Change" },
      { execution: "k1", action: "No Change" },
    ],
    ["keeps the place in either list", { older: 7, page: 3, after: "x" }, { older: 7, page: 3, after: "x" }],
    ["survives values it does not know", { tab: 7, execution: ["a"], action: "Exploded", older: -1, page: "x" }, {}],
  ])("%s", (_guarantee, raw, search) => {
    expect(parseMonitorSearch(raw)).toEqual(search);
  });

  test("begins at the first page after another filter, and keeps the page when an execution is selected", () => {
    const third = { page: 3, after: "x" };
    expect(changedSearch(third, { action: "Ignored" })).toEqual({ action: "Ignored" });
    expect(changedSearch(third, { execution: "k1" })).toEqual({ ...third, execution: "k1" });
  });

  test("asks for the page it names", () => {
    expect(wishOf({ action: "Ignored", size: 100, before: "x" })).toEqual({
      action: "Ignored",
      size: 100,
      before: "x",
    });
    expect(wishOf({})).toEqual({ size: 50 });
  });
});
