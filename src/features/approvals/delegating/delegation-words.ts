import type { Delegation } from "../api";

/** Who stands in for whom, as the viewer reads it. */
export function delegationText(
  { from, to, isOwn, isArranged, startsAt }: Pick<Delegation, "from" | "to" | "isOwn" | "isArranged" | "startsAt">,
  now: number,
): string {
  const [others, you] = startsAt > now ? ["will stand in", "will stand in"] : ["stands in", "stand in"];
  if (isArranged) return `${to} ${others} for ${from}`;
  return isOwn ? `${to} ${others} for you` : `You ${you} for ${from}`;
}
