/** The one door of resolution causes to the backend. */

import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";

/** Says anew why support was needed in a ticket that is over. */
export function useChangeCause() {
  return useMutation(api.ticketCauses.mutations.change);
}
