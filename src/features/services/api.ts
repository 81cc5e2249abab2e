/** The one door of the services screens to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useQuery, useQueryIfPossible } from "../../lib/use-query";

/** One outside system: the portal's switch for it, and how it was when it was last asked. */
export type Service = FunctionReturnType<typeof api.services.queries.list>[number];

/** Every system, live; undefined until the first answer. */
export function useServices(): readonly Service[] | undefined {
  return useQuery(api.services.queries.list, {});
}

/** The same for what stands beside the list of them, which says when it fails: undefined then, too. */
export function useServicesIfPossible(): readonly Service[] | undefined {
  return useQueryIfPossible(api.services.queries.list, {});
}

/** How often each system answered, hour by hour, live. */
export function useUptime() {
  return useQuery(api.services.queries.uptime, {});
}

/** Switching a system, and asking all of them how they are. */
export function useServiceCommands() {
  return {
    setState: useMutation(api.services.mutations.setState),
    checkNow: useMutation(api.services.mutations.checkNow),
  };
}
