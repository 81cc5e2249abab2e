import { expect, test } from "vitest";
import { rendered } from "../../../components/kinds/rendered.testing";
import type { ApprovalToDecide } from "../api";
import { OnItsPage } from "./decide-dialog";

test("from the inbox, what could do harm is read and leads to its page: there is nothing to decide it with", async () => {
  const ada = { id: "ada", name: "Ada Byron", email: "ada@ao.com", area: null };
  const approval = {
    address: "REQ-7-2",
    request: { key: "REQ-7", title: "Write to Orders", requester: ada, beneficiary: ada, risk: "medium", lines: [] },
    steps: [],
    me: { onBehalfOf: null },
  } as unknown as ApprovalToDecide;
  const html = await rendered(
    <OnItsPage approval={approval} why="Write access: decide it on its own page." onClose={() => undefined} />,
  );
  expect(html).toContain("Write access: decide it on its own page.");
  expect(html).toContain('href="/approvals/REQ-7-2"');
  expect(html).toContain("Ada Byron");
  expect(html).not.toMatch(/<(button|textarea)/);
});
