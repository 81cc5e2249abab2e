/** The fields of a ticket that say what it waits for. */

import type { Doc } from "../../_generated/dataModel";

type Waits = Pick<Doc<"tickets">, "waitsForId" | "waitsForTaskId">;

/** A ticket that waits for nothing the portal sees. */
export const NO_WAIT = { waitsForId: undefined, waitsForTaskId: undefined, waitsForIncident: undefined };

/** What a ticket waits for, without what is not there. */
export function waitFieldsOf({ waitsForId, waitsForTaskId }: Waits): Waits {
  return {
    ...(waitsForId !== undefined && { waitsForId }),
    ...(waitsForTaskId !== undefined && { waitsForTaskId }),
  };
}
