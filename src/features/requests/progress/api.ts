/** The one door of the request screens to the backend. */

import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useQuery } from "../../../lib/use-query";

/** A request of the viewer that is submitted and has not ended, with its tasks as steps. */
export type RequestProgress = FunctionReturnType<typeof api.requests.queries.progressOfMine>[number];

/** The viewer's open requests and how far each is, live; undefined until the first answer. */
export function useMyProgress(): readonly RequestProgress[] | undefined {
  return useQuery(api.requests.queries.progressOfMine, {});
}
