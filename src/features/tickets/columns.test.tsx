import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { TicketState } from "../../../convex/core/tickets/table";
import type { TicketRow } from "./api";
import { QUEUE, QUEUE_OVER } from "./columns";

const row = (state: TicketState, cause: TicketRow["cause"] = null) =>
  ({ state, cause, dueAt: Date.UTC(2026, 10, 26, 9), requester: "Elin Svensson" }) as TicketRow; // nothing else of it is asked for

/** What the last column of a list says of a ticket, under its heading. */
function lastCell(columns: typeof QUEUE, ticket: TicketRow): string {
  const { heading = "", cell } = columns.at(-1) ?? {};
  return `${heading}: ${renderToStaticMarkup(<>{cell?.(ticket)}</>)}`;
}

test("a ticket that waits says after whom it is due", () => {
  expect(lastCell(QUEUE, row("waitingOnRequester"))).toBe("Due: After Elin Svensson answers");
  expect(lastCell(QUEUE, row("waitingOnThirdParty"))).toBe("Due: After a third party answers");
});

test("a ticket that is over waits for nobody: its list says why support was needed", () => {
  expect(lastCell(QUEUE_OVER, row("closed", "fault"))).toBe("Resolution cause: System fault");
  expect(lastCell(QUEUE_OVER, row("resolved", "unanswered"))).toBe("Resolution cause: No answer");
  expect(lastCell(QUEUE_OVER, row("resolved"))).toBe("Resolution cause: Not recorded");
  expect(lastCell(QUEUE_OVER, row("merged"))).toBe("Resolution cause: -");
});
