import type { PortalEnvironment } from "../../contracts/environment";
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
  if (name === null || (name === "production" && !viewer.capabilities.includes("config.write"))) return null;
  const { label, look } = MARKS[name];
  return <Badge variant={look}>{label}</Badge>;
}
