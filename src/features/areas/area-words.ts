/** Why an area cannot be changed or merged now, or null. */

interface AreaState {
  /** A change of it waits for a second person: another could not be proposed, and would make the first one void. */
  readonly isWaiting: boolean;
  readonly isMerged: boolean;
}

export function whyNotMerge({ isWaiting }: Pick<AreaState, "isWaiting">): string | null {
  return isWaiting ? "A change to it is already waiting for a second person" : null;
}

export function whyNotChange(area: AreaState): string | null {
  return whyNotMerge(area) ?? (area.isMerged ? "It was merged into another area. Undo the merge first" : null);
}
