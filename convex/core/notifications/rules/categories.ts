/** What a person chooses a channel for, and what holds until they do. */

import { type Capability, PORTAL_DUTY } from "../../../access/rules";
import type { EmailMode } from "../table";

/** What is true of a category; without a capability everybody can get it. */
export interface CategoryRule {
  readonly label: string;
  readonly does: string;
  readonly email: EmailMode;
  readonly isCritical: boolean;
  readonly capability?: Capability;
}

/** What a person chooses a channel for. In the portal everything is shown; the choice is about e-mail. */
export const CATEGORIES = {
  asked: {
    label: "Waiting for you",
    does: "Approvals, tasks and questions that only you can move on.",
    email: "now",
    isCritical: false,
  },
  requests: {
    label: "Your requests",
    does: "Decisions, results and deadlines of your requests.",
    email: "now",
    isCritical: false,
  },
  conversation: {
    label: "Comments and mentions",
    does: "What people write on requests you take part in, and where they mention you.",
    email: "daily",
    isCritical: false,
  },
  support: {
    label: "Your support tickets",
    does: "Answers to tickets you wrote or take part in.",
    email: "now",
    isCritical: false,
  },
  feedback: { label: "Ideas", does: "What happens to your ideas and votes.", email: "daily", isCritical: false },
  operations: {
    label: "Running the portal",
    does: "Failures and stops that somebody has to look at.",
    email: "now",
    isCritical: false,
    capability: PORTAL_DUTY,
  },
  access: {
    label: "Your access and security",
    does: "Changes to your access, and who acted in your name.",
    email: "now",
    isCritical: true,
  },
} as const satisfies Record<string, CategoryRule>;
export type NotificationCategory = keyof typeof CATEGORIES;

/** The categories in the order of the settings. */
export const CATEGORY_NAMES = Object.keys(CATEGORIES) as NotificationCategory[];
