import { useState } from "react";
import { AGENT_WORDS } from "../../../../convex/core/tickets/rules";
import { pathTo } from "../../../../convex/site/links";
import { useAct } from "../../../components/form/use-act";
import { RowLink } from "../../../components/row-link";
import { formatDateTime } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { toast } from "../../../ui/toast/toast";
import { type Incident, useIncidentCommands } from "./api";
import { TitleDialog } from "./title-dialog";
import { WordDialog } from "./word-dialog";

type Managed = NonNullable<Incident["managed"]>;

/** For the agents of the ticket an incident was declared from: its tickets, what is said to all, and its end. */
export function ManagedIncident(props: { ticketKey: string; incident: Incident; managed: Managed }) {
  const { ticketKey, incident, managed } = props;
  const [open, setOpen] = useState<"update" | "ended" | "title" | null>(null);
  return (
    <>
      <Parts managed={managed} />
      {managed.isSending ? (
        <p role="status" className="text-sm text-ink-soft">
          Your update is being added to the tickets.
        </p>
      ) : null}
      <FormerTitles titles={managed.formerTitles} />
      <div className="flex flex-wrap gap-2">
        {incident.isOpen ? (
          <>
            <Button size="sm" onClick={() => setOpen("update")}>
              Notify everyone
            </Button>
            <Button size="sm" variant="outline" onClick={() => setOpen("ended")}>
              End incident
            </Button>
          </>
        ) : null}
        <Button size="sm" variant="outline" onClick={() => setOpen("title")}>
          Correct the title
        </Button>
        {incident.isOpen && managed.canWithdraw ? <Withdraw ticketKey={ticketKey} /> : null}
      </div>
      {open === "title" ? (
        <TitleDialog
          ticketKey={ticketKey}
          incidentKey={incident.key}
          title={incident.title}
          onClose={() => setOpen(null)}
        />
      ) : open ? (
        <WordDialog
          kind={open}
          ticketKey={ticketKey}
          incidentKey={incident.key}
          shown={managed.shown}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}

/** What the incident was called before: only those who answer its ticket read that. */
function FormerTitles({ titles }: { titles: Managed["formerTitles"] }) {
  if (titles.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="font-medium text-ink">Earlier titles, for support only</p>
      <ol aria-label="Earlier titles" className="flex max-h-40 flex-col gap-1 overflow-y-auto">
        {titles.map(({ title, until, by }) => (
          <li key={until} className="wrap-anywhere">
            <span dir="auto">{title}</span>
            <span className="block text-ink-soft">
              until {formatDateTime(until)}, corrected by {by}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Takes back what was declared by mistake, while nobody follows it. */
function Withdraw({ ticketKey: key }: { ticketKey: string }) {
  const { withdraw } = useIncidentCommands();
  const { isBusy, act } = useAct();
  async function takeBack(): Promise<void> {
    if (await act("The incident was not withdrawn", () => withdraw({ key })))
      toast.success(`${key} is no longer an incident`);
  }
  return (
    <Button size="sm" variant="outline" busy={isBusy} busyLabel="Undoing..." onClick={() => void takeBack()}>
      Not an incident
    </Button>
  );
}

function Parts({ managed: { total, unfinished, tickets } }: { managed: Managed }) {
  if (total === 0) return <p className="text-sm text-ink-soft">No other ticket is part of it yet.</p>;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm font-medium text-ink">
        {total === 1 ? "1 other ticket" : `${total} other tickets`}, {unfinished} unfinished
      </p>
      <ul aria-label="Tickets of the incident" className="flex max-h-80 flex-col gap-1 overflow-y-auto text-sm">
        {tickets.map(({ key, title, state, requester }) => (
          <li key={key} className="wrap-anywhere">
            <RowLink to={pathTo("ticket", { id: key })}>
              {key} {title}
            </RowLink>
            <span className="block text-ink-soft">
              {requester}, {AGENT_WORDS[state].label}
            </span>
          </li>
        ))}
      </ul>
      {total > tickets.length ? <p className="text-sm text-ink-soft">{total - tickets.length} more</p> : null}
    </div>
  );
}
