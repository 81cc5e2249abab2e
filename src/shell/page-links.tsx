import { ChevronRight, CircleUser } from "lucide-react";
import type { ReactNode } from "react";
import { pathTo } from "../../convex/site/links";
import { Card, CardHeader } from "../ui/page/card";
import { entryOf } from "./frame/menu";
import { useMenu } from "./frame/use-menu";
import { PageLink } from "./page-link";
import { useViewer, type Viewer } from "./session";

const home = pathTo("home");
const profile = entryOf("profile", CircleUser);

/** Every page the viewer may open besides this one, with what it is for. */
export function PageLinks({ title, children }: { title: string; children?: ReactNode }) {
  const viewer = useViewer();
  return (
    <Card aria-labelledby="page-links">
      <CardHeader id="page-links" title={title} />
      <div className="px-4 pb-3">{children}</div>
      {viewer ? <Links viewer={viewer} /> : null}
    </Card>
  );
}

function Links({ viewer }: { viewer: Viewer }) {
  const groups = useMenu(viewer);
  const entries = [...groups.flatMap((group) => group.entries), profile].filter(({ to }) => to !== home);
  return (
    <ul className="border-t border-line p-1">
      {entries.map(({ label, to, icon: Icon, does }) => (
        <li key={to}>
          <PageLink to={to} className="group flex items-center gap-3 rounded-md px-3 py-2 hover:bg-hover">
            <Icon aria-hidden className="size-4 shrink-0 text-muted group-hover:text-ink" />
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-ink">{label}</span>
              {does ? <span className="block text-sm text-muted">{does}</span> : null}
            </span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
