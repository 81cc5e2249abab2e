import { pathTo } from "../../../../convex/site/links";
import { RowLink } from "../../../components/row-link";
import { Badge } from "../../../ui/text/badge";
import { useTicketsWithHeldMail } from "./api";

/** The tickets above the queue in which a mail waits for an agent. */
export function HeldMailsToDecide() {
  const tickets = useTicketsWithHeldMail() ?? [];
  if (tickets.length === 0) return null;
  return (
    <ul aria-label="Tickets with held mail" className="flex max-h-32 flex-col gap-1 overflow-y-auto text-sm">
      {tickets.map(({ key, title }) => (
        <li key={key} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge variant="warning">Held mail</Badge>
          <RowLink to={pathTo("ticket", { id: key })} className="min-w-0 font-medium wrap-anywhere text-ink">
            {key}: {title}
          </RowLink>
        </li>
      ))}
    </ul>
  );
}
