import { migration } from "../declaring/migration";

/** As of removals, so of what somebody proposed and was not carried out yet. */
export const proposalsSuccessors = migration({
  number: 12,
  name: "proposals_successors",
  table: "proposals",
  change: ({ change }) => {
    if (change.kind !== "person.remove" || !change.domainHeirs) return null;
    const { domainHeirs, ...kept } = change;
    const domainSuccessors = domainHeirs.map(({ domainId, heirId }) => ({ domainId, successorId: heirId }));
    return { change: { ...kept, domainSuccessors } };
  },
});
