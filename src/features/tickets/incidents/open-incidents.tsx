import { useRef, useState } from "react";
import { FormattedText } from "../../../components/formatted/formatted-text";
import { Button } from "../../../ui/button";
import { MoreButton } from "../../../ui/list/more-button";
import { Alert } from "../../../ui/page/alert";
import { Awaited } from "../../../ui/page/awaited";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { RelativeTime } from "../../../ui/text/relative-time";
import { type OpenIncident, useOpenIncidents } from "./api";

/** Incidents and letters that are shown before somebody wants to see all. */
const SHOWN = 3;
const SHORT = 160;

/** What support knows already, beside the form for a new ticket: one press makes that a ticket of the incident. */
export function OpenIncidents(props: { chosen: string | null; onChoose: (incident: OpenIncident | null) => void }) {
  const { chosen, onChoose } = props;
  const open = useOpenIncidents();
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (!open) return <Awaited />;
  if (open.length === 0 && chosen === null) return null;
  const isGone = chosen !== null && !open.some(({ key }) => key === chosen);
  const shown = open.filter(({ key }, place) => isWhole || place < SHOWN || key === chosen);
  return (
    <Card aria-labelledby="open-incidents">
      <CardHeader
        id="open-incidents"
        title="Is it one of these?"
        description="Support knows about these. A ticket that is part of one gets every update."
      />
      <CardBody className="flex flex-col gap-3">
        {isGone ? <Gone onLeave={() => onChoose(null)} /> : null}
        <ul ref={list} aria-label="Open incidents" className="flex flex-col divide-y divide-line">
          {shown.map((incident) => (
            <Row
              key={incident.key}
              incident={incident}
              isChosen={incident.key === chosen}
              onChoose={() => onChoose(incident.key === chosen ? null : incident)}
            />
          ))}
        </ul>
        {shown.length < open.length ? (
          <MoreButton size="sm" variant="ghost" className="self-start" list={list} onMore={() => setWhole(true)}>
            Show all {open.length}
          </MoreButton>
        ) : null}
      </CardBody>
    </Card>
  );
}

function Gone({ onLeave }: { onLeave: () => void }) {
  return (
    <Alert
      meaning="warning"
      title="This incident has ended"
      action={
        <Button size="sm" variant="outline" onClick={onLeave}>
          Write a separate ticket
        </Button>
      }
    >
      What you wrote is kept.
    </Alert>
  );
}

function Row(props: { incident: OpenIncident; isChosen: boolean; onChoose: () => void }) {
  const { incident, isChosen, onChoose } = props;
  const { key, title, declaredAt, lastWord, lastWordAt } = incident;
  const [isWhole, setWhole] = useState(false);
  const isLong = lastWord.length > SHORT;
  const words = useRef<HTMLDivElement>(null);
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div>
        <p dir="auto" className="font-medium wrap-anywhere text-ink">
          {title}
        </p>
        <p className="text-sm text-muted">
          {key}, since <RelativeTime at={declaredAt} />
          {lastWordAt > declaredAt ? (
            <>
              , last update <RelativeTime at={lastWordAt} />
            </>
          ) : null}
        </p>
      </div>
      <div ref={words} tabIndex={-1} className="rounded-sm">
        <FormattedText text={isLong && !isWhole ? `${lastWord.slice(0, SHORT)}...` : lastWord} level={3} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isLong && !isWhole ? (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Read all of ${key}`}
            onClick={() => {
              // The button leaves with this: the words it stood below are whole now.
              words.current?.focus();
              setWhole(true);
            }}
          >
            Read all
          </Button>
        ) : null}
        <Button
          size="sm"
          variant={isChosen ? "default" : "outline"}
          aria-pressed={isChosen}
          aria-label={`This is my problem too: ${key}`}
          onClick={onChoose}
        >
          This is my problem too
        </Button>
        {isChosen ? (
          <span role="status" className="text-sm text-ink-soft">
            Your ticket is part of {key}: you are notified of every update.
          </span>
        ) : null}
      </div>
    </li>
  );
}
