import {
  CircleCheck,
  CirclePause,
  CircleQuestionMark,
  CircleX,
  OctagonX,
  Power,
  Unplug,
  Wrench,
  type LucideIcon,
} from "lucide-react";
import { useRef, useState } from "react";
import { SystemIcon } from "../../components/kinds/system-icon";
import { Button } from "../../ui/button";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { Badge, type BadgeVariant } from "../../ui/text/badge";
import { RelativeTime } from "../../ui/text/relative-time";
import { useNow } from "../../ui/text/use-now";
import type { Service } from "./api";
import { isStale, type Look, lookOf, switchWords, unconnectedWords } from "./service-state";
import { SwitchDialog } from "./switch-dialog";
import { Uptime } from "./uptime";
import type { ReadHour } from "./uptime-ticks";

const looks: Readonly<Record<Look, { variant: BadgeVariant; Icon: LucideIcon; word: string }>> = {
  working: { variant: "default", Icon: CircleCheck, word: "Working" },
  failing: { variant: "destructive", Icon: CircleX, word: "Not working" },
  notConnected: { variant: "outline", Icon: Unplug, word: "Not connected" },
  unknown: { variant: "outline", Icon: CircleQuestionMark, word: "Not checked yet" },
};

const states: Readonly<Record<Service["state"], { variant: BadgeVariant; Icon: LucideIcon; word: string }>> = {
  on: { variant: "neutral", Icon: Power, word: "On" },
  off: { variant: "warning", Icon: CirclePause, word: "Off" },
  maintenance: { variant: "warning", Icon: Wrench, word: "Maintenance" },
  stopped: { variant: "destructive", Icon: OctagonX, word: "Stopped" },
};

/** One system with its health and its switch. */
export function ServiceCard({ service, hours }: { service: Service; hours: readonly ReadHour[] }) {
  const [wanted, setWanted] = useState<Service["state"] | null>(null);
  const { label, state, isOn, until, reason, changedBy, changedAt } = service;
  const shown = isOn ? states.on : states[state];
  const titleId = `service-${service.name}`;
  const place = useRef<HTMLDivElement>(null);
  return (
    <Card aria-labelledby={titleId} className="flex flex-col">
      <CardHeader
        id={titleId}
        title={
          <span className="flex items-center gap-2">
            <SystemIcon system={service.name} />
            {label}
          </span>
        }
        actions={
          <>
            <HealthBadge service={service} />
            <Badge variant={shown.variant} icon={<shown.Icon aria-hidden />}>
              {shown.word}
            </Badge>
          </>
        }
      />
      <CardBody className="flex flex-1 flex-col gap-3">
        <div className="text-sm">
          <p className="text-ink-soft">
            {switchWords(service)}
            {!isOn && until !== null ? (
              <>
                , <RelativeTime at={until} />
              </>
            ) : null}
          </p>
          {changedBy && changedAt !== null ? (
            <p className="wrap-anywhere text-muted">
              Set by {changedBy} <RelativeTime at={changedAt} />
              {reason ? `: ${reason}` : ""}
            </p>
          ) : null}
        </div>
        <Health service={service} />
        {service.health?.isConnected ? <Uptime label={label} hours={hours} /> : null}
        <div ref={place} className="mt-auto flex flex-wrap gap-2 pt-1">
          {isOn ? null : <Button onClick={() => setWanted("on")}>Switch on</Button>}
          {isOn ? (
            <Button variant="outline" onClick={() => setWanted("maintenance")}>
              Maintenance
            </Button>
          ) : null}
          {isOn ? (
            <Button variant="outline" onClick={() => setWanted("off")}>
              Switch off
            </Button>
          ) : null}
          {state === "stopped" ? null : (
            <Button variant="outline" className="text-danger" onClick={() => setWanted("stopped")}>
              <OctagonX aria-hidden />
              Kill switch
            </Button>
          )}
        </div>
        {wanted ? (
          <SwitchDialog service={service} state={wanted} onClose={() => setWanted(null)} place={place} />
        ) : null}
      </CardBody>
    </Card>
  );
}

function HealthBadge({ service }: { service: Service }) {
  const { variant, Icon, word } = looks[lookOf(service)];
  return (
    <Badge variant={variant} icon={<Icon aria-hidden />}>
      {word}
    </Badge>
  );
}

function Health({ service }: { service: Service }) {
  const { health } = service;
  const now = useNow();
  if (health === null) return <p className="text-sm text-muted">Not checked yet.</p>;
  const asOf = (
    <span className="text-sm text-muted">
      As of <RelativeTime at={health.checkedAt} />
      {isStale(service, now) ? ", which is too long ago to be sure" : ""}
    </span>
  );
  if (!health.isConnected)
    return (
      <div className="flex flex-col gap-0.5 text-sm text-muted">
        <p>{unconnectedWords(service)}</p>
        {asOf}
      </div>
    );
  return (
    <div className="flex flex-col gap-2">
      {health.problems.length > 0 ? (
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-danger">
          {health.problems.map((problem) => (
            <li key={problem} className="wrap-anywhere">
              {problem}
            </li>
          ))}
        </ul>
      ) : null}
      {health.facts.length > 0 ? (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-sm">
          {health.facts.map(({ subject, value }) => (
            <div key={subject} className="contents">
              <dt className="text-muted">{subject}</dt>
              <dd className="min-w-0 font-mono text-xs leading-5 wrap-anywhere text-ink-soft">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {asOf}
    </div>
  );
}
