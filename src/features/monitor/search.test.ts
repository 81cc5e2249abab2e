import { describe, expect, test } from "vitest";
import { parseMonitorSearch } from "./search";

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
    ["survives values it does not know", { tab: 7, execution: ["a"], action: "Exploded" }, {}],
  ])("%s", (_guarantee, raw, search) => {
    expect(parseMonitorSearch(raw)).toEqual(search);
  });
});
