import { expect, test } from "vitest";
import { rendered } from "../../../components/kinds/rendered.testing";
import type { WaitingRow } from "../api";
import { WaitingTable } from "./waiting-table";

test("an approval has its role beside its name, before anything else is said of it", async () => {
  const row = {
    approvalId: "a1",
    requestKey: "REQ-7",
    title: "Read Web analytics for Ada Byron",
    target: "WEB_ANALYTICS_READ",
    type: { key: "snowflake-access", name: "Data access" },
    requester: "Ada Byron",
    beneficiary: "Ada Byron",
    reason: "The weekly report needs it",
    capacity: "as manager",
    otherAreaReason: null,
    isHighRisk: false,
    expireAt: null,
    isPaused: false,
    whyNotApprove: null,
    duration: null,
    sensitivity: null,
    level: null,
  } as unknown as WaitingRow;
  const nothing = () => undefined;
  const html = await rendered(
    <WaitingTable
      label="Approvals"
      rows={[row]}
      currentId={null}
      selected={new Set()}
      onAction={nothing}
      onSnooze={nothing}
      onSelect={nothing}
      onFocusRow={nothing}
      onLookInto={nothing}
    />,
  );
  const said = [">REQ-7<", "Read Web analytics<", "WEB_ANALYTICS_READ", "The weekly report needs it"];
  expect(said.map((words) => html.indexOf(words)).every((at, n, all) => at > (all[n - 1] ?? 0))).toBe(true);
  expect(html.match(/WEB_ANALYTICS_READ/g)).toHaveLength(1);
});
