/** What moves a domain from one state to another is called. */

import type { DomainStatus } from "../../../convex/core/domains/rules/states";

/** What putting a domain into a state is called, and what follows. */
export const STATE_ACTIONS: Readonly<Partial<Record<DomainStatus, { verb: string; follows: string }>>> = {
  active: { verb: "Open for requests", follows: "People can ask for it from then on, and its owners decide." },
  deprecated: {
    verb: "Close for requests",
    follows: "It can no longer be requested. Open requests carry on, and access stays as it is.",
  },
  archived: { verb: "Archive", follows: "It can no longer be changed, and it does not come back." },
};
