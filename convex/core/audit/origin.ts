/** Where an action came from, as the backend that runs it saw the request. A caller's arguments take no part. */

import type { MutationCtx } from "../../_generated/server";
import type { AuditOrigin } from "./table";

/** A context that may know its request: a step in a test or on an older backend does not. */
export type WithMeta = Partial<Pick<MutationCtx, "meta">>;

/** More of an agent's name than any honest one has is cut. */
const MAX_AGENT = 300;
const MAX_ADDRESS = 64;

/** Asked once per function that runs: a mutation writes many events. */
const origins = new WeakMap<MutationCtx["meta"], Promise<AuditOrigin | undefined>>();

/** The request that is being served; undefined where the backend tells nothing of it. */
export async function originOf({ meta }: WithMeta): Promise<AuditOrigin | undefined> {
  if (!meta) return undefined;
  const origin = origins.get(meta) ?? ask(meta);
  origins.set(meta, origin);
  return await origin;
}

async function ask(meta: MutationCtx["meta"]): Promise<AuditOrigin | undefined> {
  const request = await meta.getRequestMetadata().catch(() => null);
  if (!request) return undefined;
  const { ip, userAgent, requestId, scheduledFunctionId } = request;
  return cutOrigin({
    ip: ip ?? undefined,
    userAgent: userAgent ?? undefined,
    requestId,
    jobId: scheduledFunctionId ?? undefined,
  });
}

/** An origin as it is kept: without what is not known, and no longer than need be. */
export function cutOrigin({ ip, userAgent, requestId, jobId }: AuditOrigin = {}): AuditOrigin {
  return {
    ...(ip !== undefined && { ip: ip.slice(0, MAX_ADDRESS) }),
    ...(userAgent !== undefined && userAgent !== "" && { userAgent: userAgent.slice(0, MAX_AGENT) }),
    ...(requestId !== undefined && { requestId }),
    ...(jobId !== undefined && { jobId }),
  };
}
