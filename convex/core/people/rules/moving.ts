/** Moving somebody to another business area or manager: what has to hold, whichever door it comes by. */

import { notEligible, type Refusal } from "../../../lib/pure/refusal";
import { type Moved, type Mover, whyNotMove, whyNotReach } from "./moves";

/** Managers above each other that are looked up: more than a company has. */
export const MAX_MANAGERS = 50;

/** What moving looks at. */
export interface MovingFacts {
  readonly by: Mover;
  readonly person: Moved;
  readonly isSame: boolean;
  /** Whether the wanted area stands for itself. */
  readonly isAreaKnown: boolean;
  readonly manager: null | (Mover & { readonly name: string });
  /** The humans above the wanted manager. */
  readonly aboveManager: readonly string[];
}

/** Why this one may not move this person there, or null. */
export function whyNotMoveTo({ by, person, isSame, isAreaKnown, manager, aboveManager }: MovingFacts): Refusal | null {
  const no = whyNotMoveAtAll(by, person);
  if (no) return no;
  if (isSame) return { code: "invalid-input", message: "They are already there." };
  if (!isAreaKnown) return { code: "invalid-input", message: "This business area no longer exists." };
  if (manager === null) return null;
  if (manager.status !== "active") return notEligible(`${manager.name} is not active, so they cannot be a manager.`);
  if (manager.human === person.human) return notEligible("Nobody can be their own manager.");
  return aboveManager.includes(person.human)
    ? notEligible(`${manager.name} reports to ${person.name}, so cannot be their manager.`)
    : null;
}

/** Why this one may move this person nowhere, or null. */
export function whyNotMoveAtAll(by: Mover, person: Moved): Refusal | null {
  const no = whyNotMove(by, person) ?? whyNotReach(by, person);
  if (no) return no;
  const isHere = person.status === "active" || person.status === "invited";
  return isHere ? null : { code: "wrong-state", status: person.status };
}

/** Whoever decides for somebody is changed by two people; so is the area of whoever holds more than staff. */
export function movingNeedsSecond(facts: {
  readonly isElevated: boolean;
  readonly isManagerChanged: boolean;
  /** Whether the one who moves decides for the area they come to or leave, or manages them then or now. */
  readonly isOwnGain: boolean;
}): boolean {
  return facts.isElevated || facts.isManagerChanged || facts.isOwnGain;
}

/** Whether so many of those looked at in an area have something that it is common there: half of them, and two at least. */
export function isCommon(have: number, lookedAt: number): boolean {
  return have >= 2 && have * 2 >= lookedAt;
}
