import { expect, test } from "vitest";
import { toCsv } from "../../lib/csv";
import type { IdeaRow } from "./api";
import { FILE_COLUMNS } from "./idea-export";

/** An idea as a stranger may have written it, with what concerns its reader alone. */
const row: IdeaRow & Record<string, unknown> = {
  id: "1" as IdeaRow["id"],
  key: "IDEA-7",
  title: "=1+1, please",
  status: "Under review",
  priority: "High",
  votes: 12,
  isMine: true,
  hasVoted: true,
  isAnswered: false,
  statusAt: Date.UTC(2026, 10, 27, 9, 30),
  note: "Secret of admins",
};

test("a file of ideas is UTF-8 for a spreadsheet, with raw numbers, times in ISO form and nothing that acts as a formula", () => {
  expect(toCsv([row], FILE_COLUMNS).split("\r\n")).toEqual([
    "\uFEFFKey,Title,Status,Status since,Votes,Author's priority",
    `IDEA-7,"'=1+1, please",Under review,2026-11-27T09:30:00.000Z,12,High`,
    "",
  ]);
});
