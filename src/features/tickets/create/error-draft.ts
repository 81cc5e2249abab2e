/** What the form says of an error somebody reports: pure, so that its cases stand in error-draft.test.ts. */

import type { TicketDraft } from "../../../../convex/core/tickets/table";
import type { CreateTicketSearch } from "../search";

/** A draft with the error's reference and page added once; what was typed stays. */
export function withError(
  { title = "", body, topic }: Pick<TicketDraft, "title" | "body" | "topic">,
  { error, page }: Pick<CreateTicketSearch, "error" | "page">,
): Partial<TicketDraft> {
  const reference = error?.replace(/^E-/, "");
  if (reference === undefined || body.includes(reference)) return {};
  const facts = [`Error reference: ${reference}`, ...(page === undefined ? [] : [`Page: ${page}`])].join("\n");
  return {
    title: title.trim() === "" ? (page === undefined ? "An error in the portal" : `An error on ${page}`) : title,
    body: body.trim() === "" ? `What I was doing:\n\n${facts}` : `${body.trimEnd()}\n\n${facts}`,
    topic: topic ?? "portal",
  };
}
