import type { PortalEnvironment } from "../../contracts/environment";
import { pathTo } from "../../convex/site/links";
import { PlainLink } from "../components/row-link";
import { cn } from "../ui/cn";
import { Badge, type BadgeVariant } from "../ui/text/badge";
import { useEnvironmentName, type Viewer } from "./session";

/** How each is shown: the redder, the more a mistake there costs. `rest` is what of its name a phone has no room for. */
const MARKS: Readonly<
  Record<PortalEnvironment, { readonly label: string; readonly rest?: string; readonly look: BadgeVariant }>
> = {
  demo: { label: "Demo", look: "secondary" },
  test: { label: "Test", look: "neutral" },
  staging: { label: "Staging", look: "warning" },
  production: { label: "Prod", rest: "uction", look: "destructive" },
};

/**
 * Which of a company's portals this is. Where nothing is real everybody is reminded; in production those who can change
 * how it works are, and nobody else needs the word. The bar of a phone has room for one short word: for demo data that was
 * left, or else for an environment where something is real; the menu has all of it.
 */
export function EnvironmentMark({ viewer, isInBar = false }: { viewer: Viewer; isInBar?: boolean }) {
  const name = useEnvironmentName();
  const isSaid = name !== null && (name !== "production" || viewer.capabilities.includes("config.write"));
  return (
    <>
      {isSaid ? (
        <span className={cn("contents", isInBar && (name === "demo" || viewer.holdsLeftDemo) && "max-sm:hidden")}>
          <Badge variant={MARKS[name].look}>
            <Shortened {...MARKS[name]} isInBar={isInBar} />
          </Badge>
        </span>
      ) : null}
      {viewer.holdsLeftDemo ? <LeftDemo viewer={viewer} isInBar={isInBar} /> : null}
    </>
  );
}

/** A name of which the bar of a phone shows the beginning; all of it is read out. */
function Shortened({ label, rest = "", isInBar }: { label: string; rest?: string; isInBar: boolean }) {
  return (
    <span>
      {label}
      {rest === "" ? null : <span className={cn(isInBar && "max-sm:sr-only")}>{rest}</span>}
    </span>
  );
}

/** Says that invented people and their data are still there; it leads to where they are cleared. */
function LeftDemo({ viewer, isInBar }: { viewer: Viewer; isInBar: boolean }) {
  const mark = (
    <Badge variant="warning">
      <Shortened label="Demo" rest=" data" isInBar={isInBar} />
    </Badge>
  );
  if (!viewer.capabilities.includes("demo.manage")) return mark;
  return (
    <PlainLink href={pathTo("seedData")} aria-label="Demo data is still here: open Seed Data" className="rounded-full">
      {mark}
    </PlainLink>
  );
}
