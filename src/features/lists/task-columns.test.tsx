import { expect, test } from "vitest";
import { rendered } from "../../components/kinds/rendered.testing";
import type { TaskRow } from "./api";
import { sortBy } from "./columns";
import { taskColumns } from "./task-columns";

test("the request of a task has what it is about beside its name, as its system spells it", async () => {
  const column = taskColumns(sortBy("newest", () => undefined)).find(({ key }) => key === "request");
  const shown = async (requestTarget: string | null) => {
    // A test builds only what the column reads.
    const row = { requestKey: "REQ-7", requestTitle: "Read Orders for Ada Byron", requestTarget };
    return await rendered(<>{column?.cell(row as unknown as TaskRow)}</>);
  };
  expect(await shown("ORDERS_READ")).toMatch(/Read Orders for Ada Byron.*<code[^>]*>ORDERS_READ<\/code>/);
  expect(await shown(null)).not.toContain("<code");
});
