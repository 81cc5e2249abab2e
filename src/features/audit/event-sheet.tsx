import { Link } from "@tanstack/react-router";
import { actionWords, fieldWords } from "../../../convex/core/audit/rules/eventWords";
import { sentenceText } from "../../../convex/core/audit/rules/sentences";
import { valueText } from "../../components/changes/change-text";
import { OutcomeBadge } from "../../components/status/outcome-badge";
import { TargetLink } from "../../components/target-link";
import { formatDateTime, formatDateTimeSeconds } from "../../lib/dates";
import { Button } from "../../ui/button";
import { Sheet } from "../../ui/floating/sheet";
import { Cell, HeaderCell, HeadRow, Table, TableBody, TableHead, TableRow, TableScroll } from "../../ui/list/table";
import { DescriptionList } from "../../ui/page/description-list";
import { EmptyState } from "../../ui/page/empty-state";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { CopyButton } from "../../ui/text/copy-button";
import { type EventDetail, type OpenedEvent, useEvent } from "./api";
import { EventSentence } from "./event-sentence";
import { originItems } from "./origin-items";
import type { AuditSearch } from "./search";

/** What narrows the list to what one event is about. */
type Narrow = (changes: Pick<AuditSearch, "actor" | "target" | "action">) => void;

/** One event in full, beside the list. */
export function EventSheet({ eventId, onClose, onNarrow }: { eventId: string; onClose: () => void; onNarrow: Narrow }) {
  const event = useEvent(eventId);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={event ? actionWords(event.action) : "Event"} wide>
      <div className="flex flex-col gap-5 px-4 pb-6">
        {event ? <Details event={event} onNarrow={onNarrow} /> : <NotYet isGone={event === null} />}
      </div>
    </Sheet>
  );
}

function NotYet({ isGone }: { isGone: boolean }) {
  if (isGone) {
    return (
      <EmptyState kind="no-right" title="This event cannot be shown">
        It does not exist, or it concerns neither you nor what you oversee.
      </EmptyState>
    );
  }
  return (
    <SkeletonGroup label="Loading the event" className="flex flex-col gap-3">
      <Skeleton className="w-1/2" />
      <Skeleton className="h-24" />
    </SkeletonGroup>
  );
}

function Details({ event, onNarrow }: { event: OpenedEvent; onNarrow: Narrow }) {
  const { actor, impersonator, targets, changes, context, origin } = event;
  const facts = Object.entries(context);
  return (
    <>
      <p className="text-base wrap-anywhere">
        <EventSentence event={event} />.
      </p>
      <DescriptionList
        items={[
          { term: "Outcome", value: <OutcomeBadge outcome={event.outcome} /> },
          {
            term: "Time",
            value: (
              <time dateTime={new Date(event.occurredAt).toISOString()}>
                {formatDateTimeSeconds(event.occurredAt)}{" "}
                <span className="text-muted">({new Date(event.occurredAt).toISOString()})</span>
              </time>
            ),
          },
          { term: "Actor", value: actor.label },
          ...(impersonator ? [{ term: "Impersonated by", value: impersonator.label }] : []),
          {
            term: "About",
            value: targets.length === 0 ? "Nothing in particular" : <TargetList event={event} onNarrow={onNarrow} />,
          },
          { term: "Code", value: <code className="font-mono text-xs">{event.action}</code> },
        ]}
      />
      {event.removedAt === null ? null : (
        <p className="text-sm text-muted">
          Its contents were removed on {formatDateTime(event.removedAt)}, when its retention period ended. Its place and
          hash are kept.
        </p>
      )}
      {changes.length > 0 ? <Changes changes={changes} /> : null}
      {facts.length > 0 ? (
        <Section title="Context">
          <DescriptionList
            items={facts.map(([field, value]) => ({ term: fieldWords(field), value: valueText(field, value) }))}
          />
        </Section>
      ) : null}
      {event.together.length > 1 ? <Together event={event} /> : null}
      {origin ? (
        <Section title="Where it came from">
          <DescriptionList items={originItems(origin)} />
        </Section>
      ) : null}
      <Section title="Chain">
        <DescriptionList
          items={[
            { term: "Sequence", value: event.sequence },
            { term: "Hash", value: <HashValue hash={event.hash} /> },
          ]}
        />
      </Section>
      <div className="flex flex-wrap gap-2">
        {actor.personId ? (
          <Button variant="outline" onClick={() => onNarrow({ actor: actor.personId ?? undefined })}>
            Only this actor
          </Button>
        ) : null}
        <Button variant="outline" onClick={() => onNarrow({ action: event.action })}>
          Only this kind of event
        </Button>
      </div>
    </>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

/** What the same transaction wrote, in its order; each leads to its own details. */
function Together({ event: { id, together } }: { event: OpenedEvent }) {
  return (
    <Section title="In the same transaction">
      <ol className="flex flex-col gap-1">
        {together.map((one) => (
          <li key={one.id} className="wrap-anywhere">
            {one.id === id ? (
              <span className="text-muted">{sentenceText(one)} (this event)</span>
            ) : (
              <Link
                to="."
                search={(before: object) => ({ ...before, event: one.id }) as never}
                resetScroll={false}
                className="rounded-sm hover:underline"
              >
                <EventSentence event={one} />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function TargetList({ event, onNarrow }: { event: EventDetail; onNarrow: Narrow }) {
  return (
    <ul className="flex flex-col gap-1">
      {event.targets.map((target) => (
        <li key={`${target.type}:${target.id}`} className="flex flex-wrap items-center justify-between gap-x-3">
          <TargetLink target={target} />
          <Button variant="ghost" size="sm" onClick={() => onNarrow({ target: `${target.type}:${target.id}` })}>
            All its events
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Changes({ changes }: { changes: EventDetail["changes"] }) {
  return (
    <Section title="Changes">
      <TableScroll label="Changed fields, scrollable" className="rounded-md border border-line">
        <Table>
          <TableHead>
            <HeadRow>
              <HeaderCell>Field</HeaderCell>
              <HeaderCell>Before</HeaderCell>
              <HeaderCell>After</HeaderCell>
            </HeadRow>
          </TableHead>
          <TableBody>
            {changes.map(({ field, before, after }) => (
              <TableRow key={field}>
                <Cell className="align-top font-medium">{fieldWords(field)}</Cell>
                <Cell className="max-w-48 align-top wrap-anywhere text-muted">{valueText(field, before)}</Cell>
                <Cell className="max-w-48 align-top wrap-anywhere">{valueText(field, after)}</Cell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableScroll>
    </Section>
  );
}

function HashValue({ hash }: { hash: string | null }) {
  if (hash === null) return "From before the chain began";
  return (
    <span className="flex items-start gap-1">
      <code className="font-mono text-xs leading-5 wrap-anywhere">{hash}</code>
      <CopyButton text={hash} label="Copy hash" />
    </span>
  );
}
