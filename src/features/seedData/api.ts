/** The one door of demo data to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useQuery } from "../../lib/use-query";

const { queries, mutations } = api.seedData;

/** Where the demo data stands. */
export type SeedDataOverview = FunctionReturnType<typeof queries.overview>;

/** Live; undefined until the first answer. */
export function useSeedData(): SeedDataOverview | undefined {
  return useQuery(queries.overview, {});
}

/** Clears the demo data; refused without the password and the words. */
export function useClearSeedData() {
  return useMutation(mutations.clear);
}

/** Orders the demo data to be loaded once more; refused without the password and the words. */
export function useLoadSeedData() {
  return useMutation(mutations.load);
}
