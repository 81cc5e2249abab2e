/** The columns of the support queue, and what a file of it holds of each: what is shown, and never what was said. */

import { AGENT_WORDS, isSomethingDue, TOPICS } from "../../../convex/core/tickets/rules";
import { CAUSES } from "../../../convex/core/tickets/rules/causes";
import { TIME_COLUMN } from "../../components/listing/column-looks";
import type { QueueColumn } from "../../components/listing/shown-columns";
import { DueTime } from "../../components/status/due-time";
import { Badge } from "../../ui/text/badge";
import { RelativeTime } from "../../ui/text/relative-time";
import { titleWhenCut } from "../../ui/text/title-when-cut";
import { useNow } from "../../ui/text/use-now";
import { VisuallyHidden } from "../../ui/text/visually-hidden";
import type { TicketRow } from "./api";
import { ANSWER, REQUESTER, stateColumn, TITLE } from "./columns";
import { OpenMark } from "./here/agents-here";

const COMMON: readonly QueueColumn<TicketRow>[] = [
  {
    ...TITLE,
    cell: (row) => (
      <>
        <span className="flex items-center gap-2">
          <span className="min-w-0">{TITLE.cell(row)}</span>
          <OpenMark ticket={row.id} />
        </span>
        {row.tags.length === 0 ? null : (
          <span className="flex flex-wrap gap-1 pt-1">
            <VisuallyHidden>Tags:</VisuallyHidden>
            {row.tags.map((tag) => (
              <Badge key={tag} variant="neutral">
                {tag}
              </Badge>
            ))}
          </span>
        )}
      </>
    ),
    csv: [
      { heading: "Key", value: ({ key }) => key },
      { heading: "Title", value: ({ title }) => title },
      { heading: "Tags", value: ({ tags }) => tags.join(", ") },
    ],
  },
  { ...stateColumn(true), csv: [{ heading: "State", value: ({ state }) => AGENT_WORDS[state].label }] },
  plain("priority", "Priority", ({ priority }) => priority),
  plain("topic", "Topic", ({ topic }) => TOPICS[topic].label),
  { ...REQUESTER, csv: [{ heading: "Requester", value: ({ requester }) => requester }] },
  {
    key: "assignee",
    heading: "Assigned to",
    cardLabel: "Assigned to",
    className: "@5xl/rows:max-w-48",
    cell: ({ assignee, team }) => (
      // Below the name in a table; in a card on its line, where everything else is on one.
      <>
        <span className="@5xl/rows:block @5xl/rows:truncate" onPointerEnter={titleWhenCut}>
          {assignee ?? "Nobody"}
        </span>
        {team === null ? null : (
          <>
            <span className="@2xl/rows:hidden">, </span>
            <span className="text-xs text-muted @2xl/rows:block @5xl/rows:truncate" onPointerEnter={titleWhenCut}>
              {team}
            </span>
          </>
        )}
      </>
    ),
    csv: [
      { heading: "Team", value: ({ team }) => team },
      { heading: "Assigned to", value: ({ assignee }) => assignee },
    ],
  },
  timed("created", "Created", ({ createdAt }) => createdAt),
  timed("updated", "Updated", ({ updatedAt }) => updatedAt),
  {
    ...ANSWER,
    csv: [
      { heading: "Last answer", value: ({ lastAnswerAt }) => (lastAnswerAt === null ? null : new Date(lastAnswerAt)) },
    ],
  },
];

/** When support has to answer or solve it, marked once that has passed. */
function Due({ at }: { at: number }) {
  return <DueTime at={at} isOverdue={at < useNow()} />;
}

/** The last column, which says when a ticket is due or, once it is over, why: who hides it there hides it here. */
const LAST = "last";

/** What those who answer see of the queue. */
export const QUEUE: readonly QueueColumn<TicketRow>[] = [
  ...COMMON,
  {
    key: LAST,
    heading: "Due",
    cardLabel: "Due",
    className: "@5xl/rows:min-w-36",
    cell: ({ dueAt, state, isAnswered, requester }) => {
      if (isSomethingDue({ state, isAnswered })) return <Due at={dueAt} />;
      return state === "waitingOnRequester" ? `After ${requester} answers` : "After a third party answers";
    },
    csv: [{ heading: "Due", value: (ticket) => (isSomethingDue(ticket) ? new Date(ticket.dueAt) : null) }],
  },
];

/** What they see of what is over: nothing of it is due, and why support was needed is known. */
export const QUEUE_OVER: readonly QueueColumn<TicketRow>[] = [
  ...COMMON,
  {
    key: LAST,
    heading: "Resolution cause",
    cardLabel: "Cause",
    cell: ({ state, cause }) => {
      if (state === "merged") return "-";
      return cause === null ? "Not recorded" : CAUSES[cause].label;
    },
    csv: [{ heading: "Resolution cause", value: ({ cause }) => (cause === null ? null : CAUSES[cause].label) }],
  },
];

/** The columns that are shown until somebody chooses others. */
export const USUAL_COLUMNS = ["title", "state", "priority", "topic", "requester", "assignee", LAST] as const;

function plain(key: string, heading: string, value: (row: TicketRow) => string | null): QueueColumn<TicketRow> {
  return { key, heading, cardLabel: heading, cell: value, csv: [{ heading, value }] };
}

function timed(key: string, heading: string, at: (row: TicketRow) => number): QueueColumn<TicketRow> {
  return {
    key,
    heading,
    cardLabel: heading,
    className: TIME_COLUMN,
    cell: (row) => <RelativeTime at={at(row)} />,
    csv: [{ heading, value: (row) => new Date(at(row)) }],
  };
}
