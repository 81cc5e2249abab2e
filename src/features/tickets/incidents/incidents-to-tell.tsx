import { pathTo } from "../../../../convex/site/links";
import { RowLink } from "../../../components/row-link";
import { Badge } from "../../../ui/text/badge";
import { RelativeTime } from "../../../ui/text/relative-time";
import { useOpenIncidents } from "./api";

/** The open incidents above the queue, each with the ticket its agents speak from. */
export function IncidentsToTell() {
  const incidents = (useOpenIncidents() ?? []).filter(({ from }) => from !== null);
  if (incidents.length === 0) return null;
  return (
    <ul aria-label="Open incidents" className="flex max-h-32 flex-col gap-1 overflow-y-auto text-sm">
      {incidents.map(({ key, title, from, lastWordAt }) => (
        <li key={key} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge variant="warning">{key}</Badge>
          <RowLink to={pathTo("ticket", { id: from ?? "" })} className="min-w-0 font-medium wrap-anywhere text-ink">
            {title}
          </RowLink>
          <span className="text-ink-soft">
            last update <RelativeTime at={lastWordAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
