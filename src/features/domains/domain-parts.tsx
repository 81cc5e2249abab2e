import { Archive, CircleCheck, CircleDashed, CircleOff, Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { type DomainStatus, STATUS_LABELS } from "../../../convex/core/domains/rules/states";
import { Badge } from "../../ui/text/badge";
import type { DomainRow } from "./api";

const ICONS: Readonly<Record<DomainStatus, ReactNode>> = {
  draft: <CircleDashed aria-hidden />,
  inReview: <Hourglass aria-hidden />,
  active: <CircleCheck aria-hidden />,
  deprecated: <CircleOff aria-hidden />,
  archived: <Archive aria-hidden />,
};

/** The state of a domain in icon and word. */
export function DomainState({ status }: { status: DomainStatus }) {
  return (
    <Badge variant={status === "active" ? "default" : "outline"} icon={ICONS[status]}>
      {STATUS_LABELS[status]}
    </Badge>
  );
}

/** Those in charge, as far as somebody is. */
export function Names({
  people,
  none,
  isNeeded = false,
}: {
  people: DomainRow["owners"];
  none: string;
  isNeeded?: boolean;
}) {
  if (people.length === 0) return <span className={isNeeded ? "text-warning" : "text-muted"}>{none}</span>;
  return (
    <span className="wrap-anywhere text-ink-soft">
      {people.map(({ id, name, email, status }, index) => (
        <span key={id} title={email}>
          {index > 0 ? ", " : ""}
          {name}
          {status === "active" ? null : <span className="text-warning"> ({status})</span>}
        </span>
      ))}
    </span>
  );
}
