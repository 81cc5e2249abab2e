import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { TicketState } from "../../../convex/core/tickets/table";
import { shownColumns } from "../../components/listing/shown-columns";
import { toCsv } from "../../lib/csv";
import type { TicketRow } from "./api";
import { QUEUE, QUEUE_OVER, USUAL_COLUMNS } from "./queue-columns";

const row = (state: TicketState, cause: TicketRow["cause"] = null) =>
  ({ state, cause, dueAt: Date.UTC(2026, 10, 26, 9), requester: "Elin Svensson", isAnswered: true }) as TicketRow; // nothing else of it is asked for

/** What the last column of a list says of a ticket, under its heading. */
function lastCell(columns: typeof QUEUE, ticket: TicketRow): string {
  const { heading = "", cell } = columns.at(-1) ?? {};
  return `${heading}: ${renderToStaticMarkup(<>{cell?.(ticket)}</>)}`;
}

test("a ticket that waits says after whom it is due", () => {
  expect(lastCell(QUEUE, row("waitingOnRequester"))).toBe("Due: After Elin Svensson answers");
  expect(lastCell(QUEUE, row("waitingOnThirdParty"))).toBe("Due: After a third party answers");
});

test("a ticket nobody has answered is due also while it waits for others (S3)", () => {
  expect(lastCell(QUEUE, { ...row("waitingOnThirdParty"), isAnswered: false })).not.toContain("After");
  expect(linesOf({ ...strangers, state: "waitingOnThirdParty" })[1]).toMatch(/,2026-11-27T09:32:00.000Z$/);
});

test("a ticket that is over waits for nobody: its list says why support was needed", () => {
  expect(lastCell(QUEUE_OVER, row("closed", "fault"))).toBe("Resolution cause: System fault");
  expect(lastCell(QUEUE_OVER, row("resolved", "unanswered"))).toBe("Resolution cause: No answer");
  expect(lastCell(QUEUE_OVER, row("resolved"))).toBe("Resolution cause: Not recorded");
  expect(lastCell(QUEUE_OVER, row("merged"))).toBe("Resolution cause: -");
});

const AT = Date.UTC(2026, 10, 27, 9, 30);

/** A ticket as a stranger may have written it, with what no list shows. */
const strangers: TicketRow & Record<string, unknown> = {
  id: "1" as TicketRow["id"],
  key: "TKT-7",
  title: '=HYPERLINK("https://evil.example")',
  state: "open",
  topic: "data",
  tags: ["+late", "orders"],
  requester: "@SUM(1)",
  isRequester: false,
  requesterId: "2" as TicketRow["requesterId"],
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

/** A file with every column there is. */
const linesOf = (ticket: TicketRow, columns = QUEUE) =>
  toCsv(
    [ticket],
    columns.flatMap(({ csv }) => csv),
  ).split("\r\n");

test("a file of the queue is UTF-8 for a spreadsheet, with times in ISO form and nothing that acts as a formula", () => {
  expect(linesOf(strangers)).toEqual([
    "\uFEFFKey,Title,Tags,State,Priority,Topic,Requester,Team,Assigned to,Created,Updated,Last answer,Due",
    `TKT-7,"'=HYPERLINK(""https://evil.example"")","'+late, orders",Open,High,Wrong or missing data,'@SUM(1),'=Data team,,2026-11-27T09:30:00.000Z,2026-11-27T09:31:00.000Z,,2026-11-27T09:32:00.000Z`,
    "",
  ]);
});

test("what waits for others is due at no time, and what is over says why support was needed", () => {
  expect(linesOf({ ...strangers, state: "waitingOnRequester", lastAnswerAt: AT })[1]).toMatch(
    /,2026-11-27T09:30:00.000Z,$/,
  );
  expect(linesOf({ ...strangers, state: "closed", cause: "fault" }, QUEUE_OVER)[1]).toMatch(/,,System fault$/);
});

test("the usual columns are some of every part of the queue, and one hidden in a part is hidden in all", () => {
  const headings = (columns: typeof QUEUE, named?: string) =>
    shownColumns(columns, named, USUAL_COLUMNS).map(({ heading }) => heading);
  const common = ["Ticket", "State", "Priority", "Topic", "Requester", "Assigned to"];
  expect(headings(QUEUE)).toEqual([...common, "Due"]);
  expect(headings(QUEUE_OVER)).toEqual([...common, "Resolution cause"]);
  expect(headings(QUEUE, "state,updated,last")).toEqual(["Ticket", "State", "Updated", "Due"]);
  expect(headings(QUEUE_OVER, "state,updated,last")).toEqual(["Ticket", "State", "Updated", "Resolution cause"]);
});
