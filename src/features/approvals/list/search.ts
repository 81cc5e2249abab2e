/** What the URL of My Approvals holds; what is left out means the default. */

const TABS = ["waiting", "snoozed", "decided"] as const;
export type ApprovalsTab = (typeof TABS)[number];

const RISKS = ["low", "medium", "high"] as const;
export type Risk = (typeof RISKS)[number];

export interface ApprovalsSearch {
  tab?: ApprovalsTab;
  /** Words of the title, the key or a name. */
  q?: string;
  type?: string;
  risk?: Risk;
}

/** Reads the URL. What cannot be read counts as left out. */
export function parseApprovalsSearch(raw: Readonly<Record<string, unknown>>): ApprovalsSearch {
  return withoutDefaults({
    tab: TABS.find((tab) => tab === raw.tab),
    q: typeof raw.q === "string" ? raw.q : undefined,
    type: typeof raw.type === "string" ? raw.type : undefined,
    risk: RISKS.find((risk) => risk === raw.risk),
  });
}

/** The same search without what says no more than the default. */
export function withoutDefaults({ tab, q, type, risk }: ApprovalsSearch): ApprovalsSearch {
  return {
    ...(tab && tab !== "waiting" ? { tab } : {}),
    ...(q ? { q } : {}),
    ...(type ? { type } : {}),
    ...(risk ? { risk } : {}),
  };
}

/** What the page of one approval shows: what is asked for, or what happened to the approval. */
export type ApprovalTab = "request" | "history";

/** Reads the address of one approval's page; what cannot be read counts as left out. */
export function parseApprovalSearch(raw: Readonly<Record<string, unknown>>): { tab?: Exclude<ApprovalTab, "request"> } {
  return raw["tab"] === "history" ? { tab: "history" } : {};
}
