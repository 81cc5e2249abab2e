import type { TicketRow } from "../api";

type Written = Pick<TicketRow, "requesterId">;

/** Whether somebody else wrote a ticket than what it is merged into; of one that was never on a page that may be. */
export function isOfAnother(ticket: Written | undefined, target: Written): boolean {
  return ticket === undefined || ticket.requesterId === null || ticket.requesterId !== target.requesterId;
}
