import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { REQUEST_OPERATIONS } from "../../../convex/core/shared/rules/bulk";
import { Chosen } from "./queue-parts";
import type { ChosenRows } from "./use-chosen";

test("what ends requests is not filled red beside them: only the button that confirms it is", () => {
  const props = {
    noun: "request",
    search: {},
    chosen: { selection: { ids: ["a"], ofPage: "some" }, isAll: false } as unknown as ChosenRows,
    total: undefined,
    operations: REQUEST_OPERATIONS,
    wishOf: () => ({ list: "requests", filter: {} }),
  } as unknown as Parameters<typeof Chosen>[0]; // only what the bar draws
  const bar = renderToStaticMarkup(<Chosen {...props} />);
  expect(bar).toContain("Cancel requests");
  expect(bar).not.toContain("bg-danger-solid");
});
