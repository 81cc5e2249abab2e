/** The first steps in words. */

import type { SetupStep } from "../../../../convex/core/shared/rules/firstSteps";
import { plural } from "../../../../convex/lib/pure/text";
import { PAGES } from "../../../../convex/site/pages";
import type { Setup } from "../api";

type Facts = Setup["facts"];

/** What a step is called, what it is for, and where it is done. */
export const STEPS: Readonly<Record<SetupStep, { readonly title: string; readonly why: string; readonly to: string }>> =
  {
    areas: {
      title: "Business areas",
      why: "Every request belongs to one. Its owner decides about it.",
      to: PAGES.businessAreas.path,
    },
    domains: {
      title: "Data domains",
      why: "What people can ask to read or change, and who decides about it.",
      to: PAGES.dataDomains.path,
    },
    people: {
      title: "People",
      why: "Invite colleagues with their role: each gets a link by mail. Others open this address, choose “Create an account” and confirm their company address by the mail they get.",
      to: PAGES.inviteUser.path,
    },
    connection: {
      title: "Connection",
      why: "With Snowflake connected, approved requests are carried out and proven. Without it, tasks in Snowflake fail and say so; those in other systems are done manually.",
      to: PAGES.environment.path,
    },
    types: {
      title: "Request types",
      why: "What colleagues can ask for: the form, the tasks and who approves. The types that come with the portal work as they are. See in Approval Testing who would decide, and publish your own version of one where your company does it differently.",
      to: PAGES.workflows.path,
    },
    request: {
      title: "A first request",
      why: "Send one yourself to see how it reaches those who decide.",
      to: PAGES.newRequest.path,
    },
  };

/** What is there of a step. */
export function stateText(step: SetupStep, { areas, domains, people, connected, types, hasRequest }: Facts): string {
  switch (step) {
    case "areas":
      if (areas.count === 0) return "None yet";
      return areas.withoutOwner === 0
        ? plural(areas.count, "area")
        : `${plural(areas.count, "area")}, ${areas.withoutOwner === areas.count ? "none has" : `${areas.withoutOwner} without`} an owner`;
    case "domains":
      if (domains.active + domains.drafts === 0) return "None yet";
      return domains.drafts === 0
        ? `${domains.active} active`
        : `${domains.active} active, ${plural(domains.drafts, "draft")}`;
    case "people":
      return people > 1 ? "Colleagues are here" : "Only you so far";
    case "connection":
      return connected.length > 0 ? `${connected.join(", ")} connected` : "Nothing connected yet";
    case "types":
      if (types.offered === 0) return "None offered";
      return types.own === 0
        ? `${types.offered} offered, as they came with the portal`
        : `${types.offered} offered, ${types.own} in your own version`;
    case "request":
      return hasRequest ? "Sent" : "Not sent yet";
    default:
      return step satisfies never;
  }
}
