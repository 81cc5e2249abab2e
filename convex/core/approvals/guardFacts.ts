/** From an approval and a person to what the guard decides on. */

import type { Doc, Id } from "../../_generated/dataModel";
import { humanBehind } from "../people/humans";
import { administers } from "./administering";
import { type Case, currentStep, deciderName } from "./case";
import type { HumanDecision } from "./model";
import type { DecideFacts, DecisionView, SeatView } from "./rules/guard";
import type { Verdict } from "./table";

/** Who wants to do something. */
export interface Decider {
  readonly person: Doc<"people">;
  readonly isImpersonating: boolean;
}

/** What the guard looks at when this person wants to do this, looking at this step and form. */
export function factsFor(
  open: Case,
  { person, isImpersonating }: Decider,
  wanted: {
    readonly verdict: Verdict;
    readonly comment: string;
    readonly stepId?: Id<"approvalSteps">;
    readonly formHash?: string;
  },
  now: number,
): DecideFacts {
  const { approval, request } = open;
  const step = open.steps.find(({ _id }) => _id === wanted.stepId) ?? currentStep(open);
  const isWhole = wanted.verdict === "takeBack";
  const isHere = open.decisions.some(({ stepId, human }) => stepId === step._id && human === humanBehind(person));
  return {
    verdict: wanted.verdict,
    comment: wanted.comment,
    now,
    decider: {
      id: person._id,
      human: humanBehind(person),
      status: person.status,
      isSuperAdmin: person.isSuperAdmin,
      isAdministrator: administers(person, open),
      isImpersonating,
    },
    approval,
    request: { formHash: request.formHash, hasOpenQuestion: request.openQuestion !== undefined },
    shownFormHash: wanted.formHash ?? approval.formHash,
    step: { state: step.state, activatedAt: step.activatedAt ?? approval.createdAt },
    conflicts: open.conflicts,
    earlierDeciders: new Set<string>(isHere ? [] : open.earlierDeciders),
    seats: open.seats
      .filter(({ _id, stepId }) => (isWhole || stepId === step._id) && !open.lapsed.has(_id))
      .map(seatView),
    decisions: open.decisions
      .filter(({ stepId }) => isWhole || stepId === step._id)
      .map((decision) => decisionView(open, decision)),
  };
}

function seatView(seat: Doc<"approvalSeats">): SeatView {
  return { ...seat, id: seat._id };
}

function decisionView(open: Case, decision: HumanDecision): DecisionView {
  return { ...decision, byName: deciderName(open, decision) };
}
