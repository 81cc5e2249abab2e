/** What every list tells the backend. */

import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";

/** Writes down that rows or figures leave the portal, before they do. */
export function useNoteExport() {
  return useMutation(api.audit.mutations.noteExport);
}
