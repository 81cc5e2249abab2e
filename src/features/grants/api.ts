/** The one door of "My access" to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useQuery } from "../../lib/use-query";

/** An access of the viewer: held, or ended lately. */
export type OwnGrant = FunctionReturnType<typeof api.grants.queries.mine>[number];

/** What the viewer holds, what ends first coming first, then what ended lately; live. */
export function useOwnGrants(): readonly OwnGrant[] | undefined {
  return useQuery(api.grants.queries.mine, {});
}

/** What the form of an extension shows. */
export type ExtensionForm = NonNullable<FunctionReturnType<typeof api.grants.queries.extension>>;

/** The form for one access; null when it is not the viewer's. Live. */
export function useExtension(grantId: string): ExtensionForm | null | undefined {
  return useQuery(api.grants.queries.extension, { grantId });
}

/** Asks for more time. */
export function useExtend() {
  return useMutation(api.grants.mutations.extend);
}

/** Says that the viewer still needs what a review is to take. */
export function useSayNeed() {
  return useMutation(api.reviews.mutations.sayNeed);
}

/** Asks back what a review took. */
export function useGetBack() {
  return useMutation(api.grants.mutations.getBack);
}
