/** How the palette shows what was found; pure, so that its cases stand beside it. */

import { BookOpen, Database, FilePlus, FileText, KeyRound, LifeBuoy, Lightbulb, Siren, User } from "lucide-react";
import { stateWords } from "../../../convex/core/tickets/rules";
import { pathTo } from "../../../convex/site/links";
import type { Finding, FindingGroup } from "../../components/plan/findings";
import type { Found } from "./api";

type FoundPerson = Found["people"][number];

/** Where somebody who was found leads, for this viewer; null when there is nowhere to go. */
export type PersonPage = ((person: Pick<FoundPerson, "id" | "name">) => Pick<Finding, "label" | "to">) | null;

/** What was found, by kind; kinds without any are left out. */
export function groupsOf(found: Found, personPage: PersonPage): FindingGroup[] {
  const groups: FindingGroup[] = [
    {
      heading: "Requests",
      findings: found.requests.map(({ key, typeKey, title, status }) => ({
        label: `${key} ${title}`,
        detail: status,
        icon: FileText,
        typeKey,
        to: pathTo("request", { id: key }),
      })),
    },
    {
      heading: "People",
      findings:
        personPage === null
          ? []
          : found.people.map((person) => ({
              ...personPage(person),
              detail: [person.email, person.area].filter(Boolean).join(", "),
              icon: User,
            })),
    },
    {
      heading: "Data domains",
      findings: found.domains.map(({ name, description, to }) => ({
        label: `Request access to ${name}`,
        detail: description,
        icon: Database,
        to,
      })),
    },
    {
      heading: "Roles",
      findings: found.roles.map(({ name, words, description, to }) => ({
        label: `Request ${words} (${name})`,
        detail: description,
        icon: KeyRound,
        to,
      })),
    },
    {
      heading: "Catalog",
      findings: found.types.map(({ key, name, summary }) => ({
        label: `New request: ${name}`,
        detail: summary,
        icon: FilePlus,
        typeKey: key,
        to: pathTo("newRequest", { type: key }),
      })),
    },
    ...helpGroups(found),
  ];
  return groups.filter(({ findings }) => findings.length > 0);
}

/** What was found of support and feedback. */
function helpGroups(found: Found): FindingGroup[] {
  return [
    {
      heading: "Your tickets",
      findings: found.tickets.map(({ key, title, state, isRequester }) => ({
        label: `${key} ${title}`,
        detail: stateWords({ isAgent: false, isRequester })[state].label,
        icon: LifeBuoy,
        to: pathTo("ticket", { id: key }),
      })),
    },
    {
      heading: "Open incidents",
      findings: found.incidents.map(({ key, title }) => ({
        label: `${key} ${title}`,
        detail: "This is my problem too",
        icon: Siren,
        to: pathTo("createTicket", { incident: key }),
      })),
    },
    {
      heading: "Help articles",
      findings: found.articles.map(({ key, title, summary }) => ({
        label: title,
        detail: summary,
        icon: BookOpen,
        to: pathTo("article", { id: key }),
      })),
    },
    {
      heading: "Ideas",
      findings: found.ideas.map(({ key, title, status }) => ({
        label: `${key} ${title}`,
        detail: status,
        icon: Lightbulb,
        to: pathTo("idea", { id: key }),
      })),
    },
  ];
}

/** Of the findings for fewer letters, those that fit what is typed by now. */
export function stillFitting(groups: readonly FindingGroup[], typed: string): FindingGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label, detail }: Finding): boolean =>
    words.every((word) => `${label} ${detail ?? ""}`.toLowerCase().includes(word));
  return groups
    .map(({ heading, findings }) => ({ heading, findings: findings.filter(fits) }))
    .filter(({ findings }) => findings.length > 0);
}
