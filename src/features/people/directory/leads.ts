/** Where what belongs to a person is listed. */

import { pathTo } from "../../../../convex/site/links";

/** Every request of a person. */
export const requestsOf = (id: string): string => pathTo("allRequests", { person: id });

/** The tasks a person has not done yet. */
export const openTasksOf = (id: string): string => pathTo("allTasks", { person: id, status: "Running,Not Started" });

/** Everything that is listed of a person, with its words. */
export const leadsOf = (id: string): readonly (readonly [words: string, to: string])[] => [
  ["Their requests", requestsOf(id)],
  ["Their tasks", pathTo("allTasks", { person: id })],
  ["What they did", pathTo("auditTrail", { actor: id })],
  ["What happened to them", pathTo("auditTrail", { target: `person:${id}` })],
];
