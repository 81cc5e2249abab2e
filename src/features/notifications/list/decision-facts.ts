/** What has to be known to decide, in lines. */

import type { ApprovalToDecide } from "../api";

const RISKS = { low: "Low", medium: "Medium", high: "High" } as const;

/** Who, what, why, until when; lines without an answer are left out. */
export function decisionFacts(
  { request, steps, stepId, me }: ApprovalToDecide,
  formatDeadline: (at: number) => string,
): { term: string; value: string }[] {
  const step = steps.find(({ id }) => id === stepId);
  const isForSelf = request.requester.id === request.beneficiary.id;
  const lines: [string, string | null | undefined][] = [
    ["Asked by", isForSelf ? request.requester.name : `${request.requester.name}, for ${request.beneficiary.name}`],
    ["Reason", request.reason],
    ["Duration", request.duration],
    ["Business area", request.otherAreaReason && request.businessArea],
    ["Why this business area", request.otherAreaReason],
    ["Risk", RISKS[request.risk]],
    ["Step", step && `${step.title}, ${step.quorum}`],
    ["Decide by", step?.expireAt ? formatDeadline(step.expireAt) : null],
    ["You decide for", me.onBehalfOf],
    ...request.lines.map(({ label, value, code }): [string, string] => [
      label,
      code === null ? value : `${value} (${code})`,
    ]),
  ];
  return lines.flatMap(([term, value]) => (value ? [{ term, value }] : []));
}
