import { pathTo } from "../../../../convex/site/links";
import { RowLink } from "../../../components/row-link";
import { Badge } from "../../../ui/text/badge";
import { useUnsentReplies } from "../api";

/** The tickets above the queue in which a reply of one's own could not be sent: whoever held it was gone by then. */
export function UnsentReplies() {
  const unsent = useUnsentReplies() ?? [];
  if (unsent.length === 0) return null;
  return (
    <ul aria-label="Replies that were not sent" className="flex max-h-32 flex-col gap-1 overflow-y-auto text-sm">
      {unsent.map(({ key, title, because }) => (
        <li key={key} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge variant="warning">Reply not sent</Badge>
          <RowLink to={pathTo("ticket", { id: key })} className="min-w-0 font-medium wrap-anywhere text-ink">
            {key}: {title}
          </RowLink>
          <span className="min-w-0 wrap-anywhere text-ink-soft">{because}</span>
        </li>
      ))}
    </ul>
  );
}
