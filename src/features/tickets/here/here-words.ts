/** Words about the other agents who have a ticket open: pure, so that each case stands beside it. */

import type { Ticket } from "../api";
import type { AgentHere } from "./api";

const named = (agents: readonly Pick<AgentHere, "name">[]): string =>
  new Intl.ListFormat("en-GB").format(agents.map(({ name }) => name));
const are = (agents: readonly unknown[]): string => (agents.length === 1 ? "is" : "are");

/** Who writes a reply; null where nobody does. */
export function writersText(agents: readonly Pick<AgentHere, "name" | "isWriting">[]): string | null {
  const writers = agents.filter(({ isWriting }) => isWriting);
  return writers.length === 0 ? null : `${named(writers)} ${are(writers)} writing a reply`;
}

/** Who has it open: "Kim Park is writing a reply, Sam Hill is here too". */
export function agentsText(agents: readonly Pick<AgentHere, "name" | "isWriting">[]): string {
  const readers = agents.filter(({ isWriting }) => !isWriting);
  const also = readers.length === 0 ? null : `${named(readers)} ${are(readers)} here too`;
  return [writersText(agents), also].filter((one) => one !== null).join(", ");
}

/** Who wrote while somebody was writing. */
export function unreadTitle(messages: readonly Pick<Ticket["messages"][number], "author">[]): string {
  const names = [...new Set(messages.map(({ author }) => author))];
  return `${new Intl.ListFormat("en-GB").format(names)} replied in the meantime`;
}
