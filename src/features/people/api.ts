/** The one door of the people screens to the backend. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";

/** Saves the viewer's own names. */
export function useSaveProfile() {
  return useMutation(api.people.mutations.saveProfile);
}
