import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FormField } from "../../../../../convex/core/catalog/table";
import { DAY_MS } from "../../../../../convex/lib/pure/time";
import { formatDate } from "../../../../lib/dates";
import { Typed } from "./typed-field";

/** The box of a number of days with this typed into it. */
function boxOf(text: string): string {
  const field: FormField = {
    name: "durationDays",
    label: "Duration",
    kind: "durationDays",
    isRequired: true,
    section: "Access",
  };
  return renderToStaticMarkup(<Typed field={field} kind="durationDays" text={text} change={() => undefined} />);
}

test("a number of days says at once on which day the access would end", () => {
  // Rendered without a browser it is the beginning of time.
  expect(boxOf("30")).toContain(`Granted today, it would end on ${formatDate(30 * DAY_MS)}`);
});

test("what is no number of days names no day", () => {
  for (const text of ["", "0", "many", "99999"]) expect(boxOf(text)).not.toContain("it ends on");
});
