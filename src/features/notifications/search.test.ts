import { expect, test } from "vitest";
import { parseNoticeSearch } from "./search";

test("the address names a tab or means the inbox", () => {
  expect(["snoozed", "archived", "settings", "inbox", "weather", 7].map((tab) => parseNoticeSearch({ tab }))).toEqual([
    { tab: "snoozed" },
    { tab: "archived" },
    { tab: "settings" },
    {},
    {},
    {},
  ]);
});
