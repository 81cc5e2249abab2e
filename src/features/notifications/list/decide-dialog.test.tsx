import { expect, test } from "vitest";
import { rendered } from "../../../components/kinds/rendered.testing";
import type { ApprovalToDecide } from "../api";
import { OnItsPage } from "./decide-dialog";

/** The dialog about an approval that is decided on its page, of somebody who may not decide for this reason. */
async function dialogOf(whyNotApprove: { readonly code: string } | null): Promise<string> {
  const ada = { id: "ada", name: "Ada Byron", email: "ada@ao.com", area: null };
  // A test builds only what the dialog reads.
  const approval = {
    address: "REQ-7-2",
    request: { key: "REQ-7", title: "Write to Orders", requester: ada, beneficiary: ada, risk: "medium", lines: [] },
    steps: [],
    me: { onBehalfOf: null, whyNotApprove },
  } as unknown as ApprovalToDecide;
  const why = "Write access: decide it on its own page.";
  const nothing = (): undefined => undefined;
  return await rendered(<OnItsPage approval={approval} why={why} onClose={nothing} onOpened={nothing} />);
}

test("from the inbox, what could do harm is read and leads to its page: there is nothing to decide it with", async () => {
  const html = await dialogOf(null);
  expect(html).toContain("Write access: decide it on its own page.");
  expect(html).toContain('href="/approvals/REQ-7-2"');
  expect(html).toContain("Decide on its page");
  expect(html).toContain("Ada Byron");
  expect(html).not.toMatch(/<(button|textarea)/);
});

test("who may not decide reads why, and is not sent to a page to decide", async () => {
  const html = await dialogOf({ code: "not-allowed" });
  expect(html).not.toContain("decide it on its own page");
  expect(html).not.toContain("Decide on its page");
  expect(html).toContain("Open the whole page");
});
