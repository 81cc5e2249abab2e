import {
  CircleCheck,
  CirclePause,
  CircleQuestionMark,
  CircleX,
  Hand,
  type LucideIcon,
  OctagonX,
  Unplug,
  Wrench,
} from "lucide-react";
import { pathTo } from "../../../convex/site/links";
import { SystemIcon } from "../../components/kinds/system-icon";
import { QueryBoundary } from "../../components/query-boundary";
import { RowLink } from "../../components/row-link";
import { formatDateTime, formatDeadline } from "../../lib/dates";
import { useViewer } from "../../shell/session";
import { cn } from "../../ui/cn";
import { Card, CardHeader } from "../../ui/page/card";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { RelativeTime } from "../../ui/text/relative-time";
import { useNow } from "../../ui/text/use-now";
import { type Service, useServices, useServicesIfPossible } from "./api";
import { isStale, oldestReading, type HealthState, healthStateOf } from "./service-state";

/** As many as there are systems, so that nothing moves when they arrive. */
const SYSTEMS = 6;

const looks: Readonly<Record<HealthState, { Icon: LucideIcon; word: string; look: string }>> = {
  working: { Icon: CircleCheck, word: "Working", look: "text-success" },
  failing: { Icon: CircleX, word: "Not working", look: "text-danger" },
  manual: { Icon: Hand, word: "Manual", look: "text-muted" },
  notConnected: { Icon: Unplug, word: "Not connected", look: "text-warning" },
  unknown: { Icon: CircleQuestionMark, word: "Not checked yet", look: "text-muted" },
  off: { Icon: CirclePause, word: "Off", look: "text-warning" },
  maintenance: { Icon: Wrench, word: "Maintenance", look: "text-warning" },
  stopped: { Icon: OctagonX, word: "Stopped", look: "text-danger" },
};

/** Those that keep people from what they do: support is one press away, and knows what it is about. */
const TROUBLES: readonly HealthState[] = ["failing", "off", "maintenance", "stopped"];

/** How the systems are that tasks work on, and since when that is known. Live. */
export function HealthStrip() {
  return (
    <Card aria-labelledby="services-health">
      <CardHeader id="services-health" title="Services" actions={<Age />} />
      <QueryBoundary title="The services did not load">
        <Systems />
      </QueryBoundary>
    </Card>
  );
}

function Age() {
  const oldest = oldestReading(useServicesIfPossible() ?? []);
  if (oldest === null) return null;
  return (
    <span className="text-sm leading-6 text-muted">
      read <RelativeTime at={oldest} />
    </span>
  );
}

function Systems() {
  const services = useServices();
  if (services === undefined) {
    return (
      <SkeletonGroup label="Loading the services" className="border-t border-line py-1.5">
        {Array.from({ length: SYSTEMS }, (_, row) => (
          <div key={row} className="flex h-8 items-center px-4">
            <Skeleton className="w-2/3" />
          </div>
        ))}
      </SkeletonGroup>
    );
  }
  return (
    <ul className="border-t border-line py-1.5">
      {services.map((service) => (
        <System key={service.name} service={service} />
      ))}
    </ul>
  );
}

/** A reason and an end stand below the system they are about; readings too old to be believed say so. */
function System({ service }: { service: Service }) {
  const { label, isOn, until, reason, health } = service;
  const now = useNow();
  const state = healthStateOf(service);
  const { Icon, word, look } = looks[state];
  const mayAsk = useViewer()?.capabilities.includes("tickets.write") === true;
  const problems = isOn ? (health?.problems ?? []) : [];
  const lines = [
    ...(!isOn && reason ? [reason] : []),
    ...(!isOn && until !== null ? [`Until ${formatDeadline(until)}`] : []),
    ...problems,
    ...(health && isStale(service, now) ? [`Last read ${formatDateTime(health.checkedAt)}`] : []),
  ];
  return (
    <li className="px-4 py-1.5">
      <p className="flex items-center gap-2 text-sm">
        <SystemIcon system={service.name} />
        <span className="min-w-0 flex-1 truncate text-ink">{label}</span>
        <span className={cn("inline-flex items-center gap-1.5 whitespace-nowrap", look)}>
          <Icon aria-hidden className="size-3.5 shrink-0" />
          {word}
        </span>
      </p>
      {lines.length > 0 ? <p className="text-xs wrap-anywhere text-muted">{lines.join(". ")}</p> : null}
      {mayAsk && TROUBLES.includes(state) ? (
        <p className="text-xs">
          <RowLink to={pathTo("createTicket", { related: `service:${service.name}` })}>
            Ask support about {label}
          </RowLink>
        </p>
      ) : null}
    </li>
  );
}
