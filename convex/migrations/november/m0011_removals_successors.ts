import { migration } from "../declaring/migration";

/** Who takes over one data domain was called otherwise than everybody else who takes something over. */
export const removalsSuccessors = migration({
  number: 11,
  name: "removals_successors",
  table: "removals",
  change: ({ domainHeirs }) =>
    domainHeirs
      ? {
          domainHeirs: undefined,
          domainSuccessors: domainHeirs.map(({ domainId, heirId }) => ({ domainId, successorId: heirId })),
        }
      : null,
});
