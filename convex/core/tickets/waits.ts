/** The fields of a ticket that say what it waits for. */

import type { Doc } from "../../_generated/dataModel";

type Waits = Pick<Doc<"tickets">, "waitsForId" | "waitsForTaskId" | "silence">;

/** A ticket that waits for nothing the portal sees. */
export const NO_WAIT = {
  waitsForId: undefined,
  waitsForTaskId: undefined,
  waitsForIncident: undefined,
  silence: undefined,
};

/** What a ticket waits for, without what is not there. */
export function waitFieldsOf({ waitsForId, waitsForTaskId, silence }: Waits): Waits {
  return {
    ...(waitsForId !== undefined && { waitsForId }),
    ...(waitsForTaskId !== undefined && { waitsForTaskId }),
    ...(silence !== undefined && { silence }),
  };
}
