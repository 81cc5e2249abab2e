import type { PortalEnvironment } from "../../contracts/environment";
import { pathTo } from "../../convex/site/links";
import { PlainLink } from "../components/row-link";
import { Badge, type BadgeVariant } from "../ui/text/badge";
import { useEnvironmentName, type Viewer } from "./session";

/** How each is shown: the redder, the more a mistake there costs. */
const MARKS: Readonly<Record<PortalEnvironment, { readonly label: string; readonly look: BadgeVariant }>> = {
  demo: { label: "Demo", look: "secondary" },
  test: { label: "Test", look: "neutral" },
  staging: { label: "Staging", look: "warning" },
  production: { label: "Production", look: "destructive" },
};

/**
 * Which of a company's portals this is. Where nothing is real everybody is reminded; in production those who can change
 * how it works are, and nobody else needs the word.
 */
export function EnvironmentMark({ viewer }: { viewer: Viewer }) {
  const name = useEnvironmentName();
  const isSaid = name !== null && (name !== "production" || viewer.capabilities.includes("config.write"));
  return (
    <>
      {isSaid ? <Badge variant={MARKS[name].look}>{MARKS[name].label}</Badge> : null}
      {viewer.holdsLeftDemo ? <LeftDemo viewer={viewer} /> : null}
    </>
  );
}

/** Says that invented people and their data are still there; it leads to where they are cleared. */
function LeftDemo({ viewer }: { viewer: Viewer }) {
  const mark = <Badge variant="warning">Demo data</Badge>;
  if (!viewer.capabilities.includes("demo.manage")) return mark;
  return (
    <PlainLink href={pathTo("seedData")} aria-label="Demo data is still here: open Seed Data" className="rounded-full">
      {mark}
    </PlainLink>
  );
}
