import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Button } from "./button";

const named = (busy: boolean) =>
  renderToStaticMarkup(
    <Button busy={busy} busyLabel="Keeping..." aria-label="Keep Read Orders of Ada">
      Keep
    </Button>,
  );

test("a button has its own name until it is busy, and then that of what it says meanwhile", () => {
  expect(named(false)).toContain('aria-label="Keep Read Orders of Ada"');
  expect(named(true)).not.toContain("aria-label");
  expect(named(true)).toContain("Keeping...");
});
