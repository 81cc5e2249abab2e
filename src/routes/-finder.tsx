import type { ReactNode } from "react";
import { pathTo } from "../../convex/site/links";
import type { Findings } from "../components/plan/findings";
import { useFound } from "../features/search/api";
import { groupsOf, type PersonPage, stillFitting } from "../features/search/finding-groups";
import { useViewer } from "../shell/session";

/** Finds by words what the viewer may open, and hands it to whoever shows it. */
export function Finder({ text, children }: { text: string; children: (findings: Findings) => ReactNode }) {
  const { answer, isCurrent, isLooking, hasFailed } = useFound(text);
  const personPage = usePersonPage();
  const groups = answer === null ? [] : groupsOf(answer, personPage);
  return children({ groups: isCurrent ? groups : stillFitting(groups, text), isLooking, hasFailed });
}

/** Admins open the person, others who oversee requests open what the person asked for. */
function usePersonPage(): PersonPage {
  const viewer = useViewer();
  const holds = (capability: string): boolean => viewer?.capabilities.includes(capability) ?? false;
  if (holds("people.readAll")) return ({ id, name }) => ({ label: name, to: pathTo("users", { person: id }) });
  if (holds("requests.readAll"))
    return ({ id, name }) => ({ label: `Requests of ${name}`, to: pathTo("allRequests", { person: id }) });
  return null;
}
