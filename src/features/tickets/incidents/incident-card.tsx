import { Suspense, useRef, useState } from "react";
import { pathTo } from "../../../../convex/site/links";
import { useAct } from "../../../components/form/use-act";
import { FormattedText } from "../../../components/formatted/formatted-text";
import { RowLink } from "../../../components/row-link";
import { formatDateTime } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { lazyPart } from "../../../ui/lazy-part";
import { MoreButton } from "../../../ui/list/more-button";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { Badge } from "../../../ui/text/badge";
import { toast } from "../../../ui/toast/toast";
import { type Incident, useIncidentCommands, useIncidentOf } from "./api";
import { ManagedIncident } from "./managed-incident";

const DeclareDialog = lazyPart(() => import("./declare-dialog").then((part) => part.DeclareDialog));
const LinkDialog = lazyPart(() => import("./link-dialog").then((part) => part.LinkDialog));

/** Words that are shown before somebody wants to see all. */
const SHOWN = 2;

/** The incident a ticket is part of, as its reader sees it; for agents also how it becomes one or part of one. */
export function IncidentCard({ ticketKey }: { ticketKey: string }) {
  const found = useIncidentOf(ticketKey);
  if (!found || (found.incident === null && !found.canBePart)) return null;
  const { incident, canBePart } = found;
  return (
    <Card aria-labelledby="incident">
      <CardHeader
        id="incident"
        title={incident ? `Incident ${incident.key}` : "Incident"}
        description={incident ? undefined : "One cause behind many tickets."}
      />
      <CardBody className="flex flex-col gap-3">
        {incident ? <Shown ticketKey={ticketKey} incident={incident} /> : null}
        {canBePart ? <Becoming ticketKey={ticketKey} /> : null}
      </CardBody>
    </Card>
  );
}

function Shown({ ticketKey, incident }: { ticketKey: string; incident: Incident }) {
  const { title, isOpen, declaredAt, endedAt, managed } = incident;
  return (
    <>
      <div className="flex flex-col gap-1">
        <p dir="auto" className="font-medium wrap-anywhere text-ink">
          {title}
        </p>
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
          <Badge variant={isOpen ? "warning" : "outline"}>{isOpen ? "Open" : "Ended"}</Badge>
          {endedAt === null ? `Since ${formatDateTime(declaredAt)}` : formatDateTime(endedAt)}
        </p>
      </div>
      <Words words={incident.words} />
      {managed ? <ManagedIncident ticketKey={ticketKey} incident={incident} managed={managed} /> : null}
      {incident.linked && !managed ? <Linked ticketKey={ticketKey} incident={incident} /> : null}
    </>
  );
}

function Words({ words }: Pick<Incident, "words">) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  return (
    <>
      <ol ref={list} aria-label="Updates from support" className="flex flex-col gap-2">
        {words.slice(0, isWhole ? words.length : SHOWN).map(({ id, body, createdAt }) => (
          <li key={id} tabIndex={-1} className="border-l-2 border-line pl-3">
            <p className="text-sm text-muted">{formatDateTime(createdAt)}</p>
            <FormattedText text={body} level={3} />
          </li>
        ))}
      </ol>
      {words.length > SHOWN && !isWhole ? (
        <MoreButton size="sm" variant="ghost" className="self-start" list={list} onMore={() => setWhole(true)}>
          Show all {words.length}
        </MoreButton>
      ) : null}
    </>
  );
}

function Linked({ ticketKey: key, incident }: { ticketKey: string; incident: Incident }) {
  const { unlink } = useIncidentCommands();
  const { isBusy, act } = useAct();
  async function undo(): Promise<void> {
    if (await act("It was not removed from the incident", () => unlink({ key })))
      toast.success(`${key} is no longer part of ${incident.key}`);
  }
  const { linked } = incident;
  if (!linked) return null;
  return (
    <>
      <p className="text-sm text-ink-soft">
        Linked by {linked.by} on {formatDateTime(linked.at)}. It was declared from{" "}
        <RowLink to={pathTo("ticket", { id: linked.from })}>{linked.from}</RowLink>.
      </p>
      <Button
        size="sm"
        variant="outline"
        className="self-start"
        busy={isBusy}
        busyLabel="Undoing..."
        onClick={() => void undo()}
      >
        Remove from the incident
      </Button>
    </>
  );
}

function Becoming({ ticketKey }: { ticketKey: string }) {
  const [open, setOpen] = useState<"declare" | "link" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" variant="outline" onClick={() => setOpen("link")}>
        Link to an incident
      </Button>
      <Button size="sm" variant="outline" onClick={() => setOpen("declare")}>
        Declare an incident
      </Button>
      <Suspense fallback={null}>
        {open === "declare" ? <DeclareDialog ticketKey={ticketKey} onClose={close} /> : null}
        {open === "link" ? <LinkDialog ticketKey={ticketKey} onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
