import { expect, test } from "vitest";
import { toCsv } from "../../lib/csv";
import type { TicketRow } from "./api";
import { FILE_COLUMNS } from "./queue-export";

const AT = Date.UTC(2026, 10, 27, 9, 30);

/** A ticket as a stranger may have written it, with what no list shows. */
const row: TicketRow & Record<string, unknown> = {
  id: "1" as TicketRow["id"],
  key: "TKT-7",
  title: '=HYPERLINK("https://evil.example")',
  state: "open",
  topic: "data",
  tags: ["+late", "orders"],
  requester: "@SUM(1)",
  team: "=Data team",
  assignee: null,
  priority: "High",
  cause: null,
  lastAnswerAt: null,
  createdAt: AT,
  updatedAt: AT + 60_000,
  dueAt: AT + 120_000,
  isAnswered: false,
  isPaused: false,
  note: "Secret of support",
};

const linesOf = (ticket: TicketRow) => toCsv([ticket], FILE_COLUMNS).split("\r\n");

test("a file of the queue is UTF-8 for a spreadsheet, with times in ISO form and nothing that acts as a formula", () => {
  expect(linesOf(row)).toEqual([
    "\uFEFFKey,Title,Tags,State,Priority,Topic,Requester,Team,Assigned to,Created,Changed,Last answer,Due,Resolution cause",
    `TKT-7,"'=HYPERLINK(""https://evil.example"")","'+late, orders",Open,High,Wrong or missing data,'@SUM(1),'=Data team,,2026-11-27T09:30:00.000Z,2026-11-27T09:31:00.000Z,,2026-11-27T09:32:00.000Z,`,
    "",
  ]);
});

test("what waits for others is due at no time, and what is over says why support was needed", () => {
  expect(linesOf({ ...row, state: "waitingOnRequester", lastAnswerAt: AT })[1]).toMatch(/,2026-11-27T09:30:00.000Z,,$/);
  expect(linesOf({ ...row, state: "closed", cause: "fault" })[1]).toMatch(/,,,System fault$/);
});
