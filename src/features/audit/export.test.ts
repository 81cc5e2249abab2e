import { expect, test } from "vitest";
import type { EventDetail } from "./api";
import { fileName, fileText } from "./export";

const event = {
  id: "e1",
  sequence: 7,
  occurredAt: Date.UTC(2026, 2, 2, 9),
  action: "budget.raised",
  outcome: "denied",
  version: 1,
  hash: "ab",
  context: { attempt: 1 },
  origin: { ip: "10.0.0.1", userAgent: "Firefox", session: "ab12cd", requestId: "r-1", jobId: null },
  actor: { kind: "visitor", personId: null, label: '=HYPERLINK("http://evil")' },
  impersonator: { kind: "person", personId: "p1", label: "@Anna" },
  targets: [{ type: "request", id: "r1", label: "REQ-1" }],
  changes: [{ field: "limit", before: 1, after: 2 }],
} as unknown as EventDetail;

test("what strangers wrote is no formula in the exported table, times are ISO and numbers raw", () => {
  const [, row = ""] = fileText([event], "csv").split("\r\n");
  expect(row).toBe(
    `7,2026-03-02T09:00:00.000Z,Budget raised,"'=HYPERLINK(""http://evil"") was refused: budget raised: Request REQ-1",budget.raised,Denied,"'=HYPERLINK(""http://evil"")",,'@Anna,p1,Request REQ-1,request:r1,"[{""field"":""limit"",""before"":1,""after"":2}]","{""attempt"":1}",10.0.0.1,Firefox,ab12cd,r-1,ab`,
  );
});

test("the JSON file holds the events whole", () => {
  expect(JSON.parse(fileText([event], "json"))).toMatchObject([
    {
      sequence: 7,
      occurredAt: "2026-03-02T09:00:00.000Z",
      actor: { label: '=HYPERLINK("http://evil")' },
      changes: [{ field: "limit" }],
    },
  ]);
});

test("a file is named by its day", () => {
  expect(fileName(event.occurredAt, "json")).toBe("audit-trail-2026-03-02.json");
});
