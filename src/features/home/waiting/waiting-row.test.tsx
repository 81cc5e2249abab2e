import { expect, test } from "vitest";
import { rendered } from "../../../components/kinds/rendered.testing";
import type { WaitingItem } from "../api";
import { WaitingRow } from "./waiting-row";

test("what waits has the icon of its request's type, whatever is to be done about it", async () => {
  for (const kind of ["approval", "answer", "task", "offer", "review"] as const) {
    const item = {
      kind,
      id: "1",
      to: "/requests/REQ-7",
      title: "Read Orders",
      requestKey: "REQ-7",
      typeKey: "snowflake-access",
      requestTitle: null,
      why: "It waits",
      since: 1,
      dueAt: null,
      isHighRisk: false,
      snoozedUntil: null,
      decision: null,
    } satisfies WaitingItem;
    const html = await rendered(<WaitingRow item={item} isFirst={false} now={2} />);
    expect(html.match(/data-type="[\w-]+"/g)).toEqual(['data-type="snowflake-access"']);
  }
});
