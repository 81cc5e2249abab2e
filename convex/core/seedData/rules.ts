/** Whether a demo world may be cleared, and loaded once more. The backend asks, and the page says what it answers. */

/** Where the demo world of a portal stands. */
export type SeedDataState = "none" | "filling" | "loaded" | "clearing" | "cleared";

/** What is to be typed before demo data is cleared; the case does not matter. */
export const CLEAR_WORDS = "clear demo data";
/** What is to be typed before it is loaded once more. */
export const LOAD_WORDS = "load demo data";

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
  const found = countsText(facts.real, REAL_THINGS);
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

/** What nobody has but a company that works here: beside any of it no demo is written. */
export const LOADED_BESIDE = {
  requests: ["request", "requests"],
  grants: ["access", "accesses"],
  tickets: ["ticket", "tickets"],
  ideas: ["idea", "ideas"],
  articles: ["article", "articles"],
  dataDomains: ["data domain", "data domains"],
  businessAreas: ["business area", "business areas"],
  serviceUsers: ["service user", "service users"],
} as const satisfies Readonly<Record<string, readonly [one: string, many: string]>>;
export type RealTable = keyof typeof LOADED_BESIDE;

/** What has to be known before a cleared demo is loaded once more. */
export interface LoadingFacts {
  readonly state: SeedDataState;
  /** Whether this process has a demo to load. */
  readonly hasDemo: boolean;
  /** Invented people who were let in again: they are somebody now. */
  readonly returned: number;
  readonly realPeople: number;
  /** Rows that are a company's own. */
  readonly real: Readonly<Record<RealTable, number>>;
}

/** Why demo data cannot be loaded into this portal now, in whole sentences; empty where it can. */
export function whyNotLoad({ state, hasDemo, returned, realPeople, real }: LoadingFacts): string[] {
  if (state === "none") return ["This portal holds no demo data."];
  if (state === "loaded") return ["The demo data is already loaded."];
  if (state !== "cleared") return ["Wait until the portal has finished with the demo data."];
  if (!hasDemo) return ["This portal was started without the demo. Restart it with PORTAL_DEMO=1, then try again."];
  const found = countsText(real, LOADED_BESIDE);
  return [
    ...(returned === 0 ? [] : ["A person of the demo was brought back and works here as a real one."]),
    ...(realPeople > MAX_REAL_PEOPLE
      ? [`More than ${MAX_REAL_PEOPLE} real people use this portal, so it is no longer a trial.`]
      : []),
    ...(found === "" ? [] : [`This portal holds real data, and no demo data is loaded beside it: ${found}.`]),
  ];
}

/** "2 requests, 1 ticket"; empty where there is nothing. */
function countsText<Thing extends string>(
  counts: Readonly<Record<Thing, number>>,
  words: Readonly<Record<Thing, readonly [one: string, many: string]>>,
): string {
  return (Object.keys(words) as Thing[])
    .flatMap((thing) => (counts[thing] === 0 ? [] : [`${counts[thing]} ${words[thing][counts[thing] === 1 ? 0 : 1]}`]))
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
/** What the page counts before it is loaded; everything else follows from these. */
export const OFFERED = {
  businessAreas: "Business areas",
  dataDomains: "Data domains",
  serviceUsers: "Service users",
  requests: "Requests",
  tickets: "Support tickets",
  ideas: "Ideas",
  articles: "Help articles",
} as const;
export type Offered = keyof typeof OFFERED;
export type Counted = keyof typeof COUNTED;
/** Rows of a table that are counted at most. */
export const MAX_COUNTED = 1000;
