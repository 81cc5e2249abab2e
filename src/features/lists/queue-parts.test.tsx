import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { REQUEST_OPERATIONS } from "../../../convex/core/shared/rules/bulk";
import { Chosen } from "./queue-parts";
import type { ChosenRows } from "./use-chosen";

/** The bar over a page with these rows, of which these are chosen; `ended` are those nothing can be done to. */
function bar(ids: readonly string[], ended: readonly string[], isAll = false): string {
  return renderToStaticMarkup(
    <Chosen
      noun="request"
      search={{}}
      rows={[{ id: "a" }, { id: "b" }]}
      // A test builds only what the bar reads.
      chosen={{ selection: { ids, ofPage: "some" }, isAll } as unknown as ChosenRows}
      total={undefined}
      operations={REQUEST_OPERATIONS}
      selectionOf={() => ({ requestIds: [] })}
      wishOf={() => ({ list: "requests", filter: {} })}
      whyNot={(_operation, { id }) => (ended.includes(id) ? { code: "too-late" } : null)}
      onAsk={() => undefined}
    />,
  );
}

test("what ends requests is not filled red beside them: only the button that confirms it is", () => {
  expect(bar(["a"], [])).toContain("Cancel requests");
  expect(bar(["a"], [])).not.toContain("bg-danger-solid");
});

test("what applies to none of the chosen rows cannot be pressed and says why", () => {
  expect(bar(["a", "b"], ["a", "b"])).toContain("The selected requests have already ended");
  expect(bar(["a", "b"], ["a"])).not.toContain('aria-disabled="true"');
});

test("rows of another page, or all that match, are judged by the preview", () => {
  expect(bar(["a", "elsewhere"], ["a", "b"])).not.toContain('aria-disabled="true"');
  expect(bar(["a", "b"], ["a", "b"], true)).not.toContain('aria-disabled="true"');
});
