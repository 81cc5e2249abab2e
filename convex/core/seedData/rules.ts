/** Whether a demo world may be cleared. The backend asks, and the page says what it answers. */

/** Where the demo world of a portal stands. */
export type SeedDataState = "none" | "filling" | "loaded" | "clearing" | "cleared";

/** What is to be typed before demo data is cleared; the case does not matter. */
export const CLEAR_WORDS = "clear demo data";

/** Real people that are looked at one by one; a portal with more is no trial any longer. */
export const MAX_REAL_PEOPLE = 200;

/** What real people have in the portal: any of it would hang on what goes. */
export const REAL_THINGS = {
  requests: ["request", "requests"],
  tickets: ["ticket", "tickets"],
  ideas: ["idea, vote or comment", "ideas, votes and comments"],
  access: ["access", "accesses"],
  domains: ["data domain", "data domains"],
  serviceUsers: ["service user", "service users"],
} as const satisfies Readonly<Record<string, readonly [one: string, many: string]>>;
export type RealThing = keyof typeof REAL_THINGS;

/** What has to be known about a demo world before it is cleared. */
export interface ClearingFacts {
  readonly state: SeedDataState;
  /** Whether it is known who was invented; a world of an older version says so after its next start. */
  readonly isTagged: boolean;
  /** Whether whoever asks is one of the invented people, whose passwords everybody knows. */
  readonly isInvented: boolean;
  /** Active super admins who are real and have signed in with a password of their own. */
  readonly realSuperAdmins: number;
  readonly realPeople: number;
  /** How much of each real people have. */
  readonly real: Readonly<Record<RealThing, number>>;
}

/** Why the demo data of this portal cannot be cleared now, in whole sentences; empty where it can. */
export function whyNotClear(facts: ClearingFacts): string[] {
  if (facts.state === "none") return ["This portal holds no demo data."];
  if (facts.state === "cleared") return ["The demo data has already been cleared."];
  if (facts.state !== "loaded") return ["Wait until the portal has finished with the demo data."];
  if (!facts.isTagged) return ["An older version loaded this demo data. Restart the portal, then try again."];
  const found = realThingsText(facts.real);
  return [
    ...(facts.realSuperAdmins === 0
      ? ["Nobody could sign in afterwards. Invite a real person and make them a super admin first."]
      : []),
    ...(facts.isInvented ? ["Sign in as a real person. Everybody knows the demo people's password."] : []),
    ...(facts.realPeople > MAX_REAL_PEOPLE
      ? [`More than ${MAX_REAL_PEOPLE} real people use this portal, so it is no longer a trial.`]
      : []),
    ...(found === "" ? [] : [`Real people have data here that depends on the demo data: ${found}.`]),
  ];
}

/** "2 requests, 1 ticket"; empty where there is nothing. */
function realThingsText(real: ClearingFacts["real"]): string {
  return (Object.keys(REAL_THINGS) as RealThing[])
    .flatMap((thing) => (real[thing] === 0 ? [] : [`${real[thing]} ${REAL_THINGS[thing][real[thing] === 1 ? 0 : 1]}`]))
    .join(", ");
}

/** What the page counts before it asks: a table each, by the word people have for its rows. */
export const COUNTED = {
  requests: "Requests",
  requestTasks: "Tasks",
  approvals: "Approvals",
  grants: "Access",
  accessReviews: "Access reviews",
  dataDomains: "Data domains",
  serviceUsers: "Service users",
  tickets: "Support tickets",
  ideas: "Ideas",
  notifications: "Notifications",
} as const;
export type Counted = keyof typeof COUNTED;
/** Rows of a table that are counted at most. */
export const MAX_COUNTED = 1000;
