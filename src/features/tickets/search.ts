/** What the addresses of support hold. */

/** The views of the queue. */
export const QUEUE_VIEWS = ["ours", "unassigned", "mine", "all"] as const;
export type QueueView = (typeof QUEUE_VIEWS)[number];

/** `view` chooses the queue of those who answer tickets. */
export interface SupportSearch {
  view?: "queue";
  show?: Exclude<QueueView, "ours">;
}

/** Reads the address of the list; what cannot be read counts as left out. */
export function parseSupportSearch(raw: Readonly<Record<string, unknown>>): SupportSearch {
  if (raw["view"] !== "queue") return {};
  const show = QUEUE_VIEWS.find((one) => one === raw["show"]);
  return { view: "queue", ...(show !== undefined && show !== "ours" && { show }) };
}

/** What a new ticket is about. */
export interface CreateTicketSearch {
  related?: string;
}

/** Reads the address of the form. */
export function parseCreateTicketSearch(raw: Readonly<Record<string, unknown>>): CreateTicketSearch {
  const { related } = raw;
  return typeof related === "string" && related !== "" ? { related } : {};
}
