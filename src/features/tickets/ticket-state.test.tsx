import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { TicketState } from "../../../convex/core/tickets/table";
import { TicketStateBadge } from "./ticket-state";

const READERS = {
  requester: { isAgent: false, isRequester: true },
  other: { isAgent: false, isRequester: false },
  agent: { isAgent: true, isRequester: false },
} as const;

function badge(state: TicketState, reader: keyof typeof READERS): string {
  return renderToStaticMarkup(<TicketStateBadge state={state} {...READERS[reader]} />).replaceAll(/<[^>]+>/g, "");
}

test("a ticket waits for you only where you are its requester: who takes part or reads along, and agents, read whom", () => {
  expect(badge("waitingOnRequester", "requester")).toBe("Waiting on you");
  for (const reader of ["other", "agent"] as const)
    expect(badge("waitingOnRequester", reader)).toBe("Waiting on requester");
});

test("where nobody is addressed all of its readers read the same state", () => {
  for (const state of ["new", "open", "waitingOnThirdParty", "resolved", "closed", "merged"] as const) {
    const words = Object.keys(READERS).map((reader) => badge(state, reader as keyof typeof READERS));
    expect([state, new Set(words).size]).toEqual([state, 1]);
    expect(words[0]).toMatch(/\w/);
  }
});
