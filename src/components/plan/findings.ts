/** What was found by words, in the shape the command palette shows it. */

import type { LucideIcon } from "lucide-react";

/** One thing that was found, and the page it leads to. */
export interface Finding {
  readonly label: string;
  readonly detail: string | null;
  readonly icon: LucideIcon;
  /** The request type it is or belongs to, whose icon it then has. */
  readonly typeKey?: string;
  readonly to: string;
}

/** Findings of one kind. */
export interface FindingGroup {
  readonly heading: string;
  readonly findings: readonly Finding[];
}

/** The answer to the words typed so far. */
export interface Findings {
  readonly groups: readonly FindingGroup[];
  /** Whether more may come. */
  readonly isLooking: boolean;
  readonly hasFailed: boolean;
}
