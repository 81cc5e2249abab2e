/** What a new portal needs before people can ask for something, and how far it is. */

/** What is there, read from the data. */
export interface SetupFacts {
  readonly areas: { readonly count: number; readonly withoutOwner: number };
  readonly domains: { readonly active: number; readonly drafts: number };
  /** Active people, counted up to a few. */
  readonly people: number;
  /** Systems that answer. */
  readonly connected: readonly string[];
  readonly hasRequest: boolean;
}

export const SETUP_STEPS = ["areas", "domains", "people", "connection", "request"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Which steps are done. */
export function doneSteps({ areas, domains, people, connected, hasRequest }: SetupFacts): ReadonlySet<SetupStep> {
  const isDone: Readonly<Record<SetupStep, boolean>> = {
    // Somebody has to be able to decide: an area without an owner falls back to the admins, if there are any.
    areas: areas.count > areas.withoutOwner,
    domains: domains.active > 0,
    people: people > 1,
    connection: connected.length > 0,
    request: hasRequest,
  };
  return new Set(SETUP_STEPS.filter((step) => isDone[step]));
}

/**
 * Whether nobody has to be led any more. A connection is not needed to ask: not every type works on a connected system.
 */
export function isSetUp(facts: SetupFacts): boolean {
  const done = doneSteps(facts);
  return SETUP_STEPS.every((step) => step === "connection" || done.has(step));
}
