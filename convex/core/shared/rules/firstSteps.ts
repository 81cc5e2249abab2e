/** What a new portal needs before people can ask for something, and how far it is. */

/** What is there, read from the data. */
export interface SetupFacts {
  readonly areas: { readonly count: number; readonly withoutOwner: number };
  readonly domains: { readonly active: number; readonly drafts: number };
  /** Active people, counted up to a few. */
  readonly people: number;
  /** Systems that answer. */
  readonly connected: readonly string[];
  /** Types colleagues can ask for, and how many of them are in a version somebody here published. */
  readonly types: { readonly offered: number; readonly own: number };
  readonly hasRequest: boolean;
}

export const SETUP_STEPS = ["areas", "domains", "people", "connection", "types", "request"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Which steps are done. */
export function doneSteps({
  areas,
  domains,
  people,
  connected,
  types,
  hasRequest,
}: SetupFacts): ReadonlySet<SetupStep> {
  const isDone: Readonly<Record<SetupStep, boolean>> = {
    // Somebody has to be able to decide: an area without an owner falls back to the admins, if there are any.
    areas: areas.count > areas.withoutOwner,
    domains: domains.active > 0,
    people: people > 1,
    connection: connected.length > 0,
    // Looking at a type leaves no record; publishing a version of one does.
    types: types.own > 0,
    request: hasRequest,
  };
  return new Set(SETUP_STEPS.filter((step) => isDone[step]));
}

/** The step to take next: types the portal comes with hold nobody up. */
export function nextStep(done: ReadonlySet<SetupStep>): SetupStep | undefined {
  const open = SETUP_STEPS.filter((step) => !done.has(step));
  return open.find((step) => step !== "types") ?? open[0];
}

/** Steps nobody has to take: not every type works on a connected system, and those the portal comes with can stay. */
export const OPTIONAL_STEPS: readonly SetupStep[] = ["connection", "types"];

/** Whether nobody has to be led any more. */
export function isSetUp(facts: SetupFacts): boolean {
  const done = doneSteps(facts);
  return SETUP_STEPS.every((step) => OPTIONAL_STEPS.includes(step) || done.has(step));
}
