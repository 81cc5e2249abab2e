/** What has an address of its own within a page: what was said in a ticket, a comment on a request or an idea, and an answer to an idea. */
export type Anchored = "message" | "comment" | "answer";

/** The end of such an address, and the id of what it names on the page: `#message-…`. */
export function anchorOf(what: Anchored, id: string): string {
  return `${what}-${id}`;
}
