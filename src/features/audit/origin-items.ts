import type { EventDetail } from "./api";

/** Where an event came from, as far as the server saw it. */
export function originItems({
  ip,
  userAgent,
  session,
  requestId,
  jobId,
}: NonNullable<EventDetail["origin"]>): readonly { readonly term: string; readonly value: string }[] {
  const facts = [
    ["Address", ip],
    ["Agent", userAgent],
    ["Session", session && `ends in ${session}`],
    ["Request", requestId],
    ["Scheduled job", jobId],
  ] as const;
  return facts.flatMap(([term, value]) => (value ? [{ term, value }] : []));
}
