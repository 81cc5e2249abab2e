/** The one door of "My access" to the backend. */
import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";

/** An access of the viewer: held, or ended lately. */
export type OwnGrant = FunctionReturnType<typeof api.grants.queries.mine>[number];

/** What the viewer holds, what ends first coming first, then what ended lately; live. */
export function useOwnGrants(): readonly OwnGrant[] | undefined {
  return useQuery(api.grants.queries.mine, {});
}
