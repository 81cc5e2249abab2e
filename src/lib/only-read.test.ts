import { expect, test } from "vitest";
import { onlyRead } from "./only-read";

const read = onlyRead(({ tab }): { tab?: "work" } => (tab === "work" ? { tab: "work" } : {}));

test("what a reader leaves out of an address is absent, whatever stands there", () => {
  expect({ tab: "nonsense", other: "1", ...read({ tab: "nonsense", other: "1" }) }).toEqual({
    tab: undefined,
    other: undefined,
  });
});

test("what a reader takes is there", () => {
  expect(read({ tab: "work" })).toEqual({ tab: "work" });
});
