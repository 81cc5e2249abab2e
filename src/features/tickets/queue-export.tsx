import { OUR_TURN, stateWords, TOPICS } from "../../../convex/core/tickets/rules";
import { CAUSES } from "../../../convex/core/tickets/rules/causes";
import { ExportButton } from "../../components/listing/export-button";
import type { CsvColumn } from "../../lib/csv";
import { type QueueFilter, type TicketRow, useNoteExport, useQueuePages, useWhyNoExport } from "./api";

const WORDS = stateWords({ isAgent: true, isParty: false });

/** What a file of the queue holds of each ticket: what its lists show, and never what was said. */
export const FILE_COLUMNS: readonly CsvColumn<TicketRow>[] = [
  { heading: "Key", value: ({ key }) => key },
  { heading: "Title", value: ({ title }) => title },
  { heading: "Tags", value: ({ tags }) => tags.join(", ") },
  { heading: "State", value: ({ state }) => WORDS[state].label },
  { heading: "Priority", value: ({ priority }) => priority },
  { heading: "Topic", value: ({ topic }) => TOPICS[topic].label },
  { heading: "Requester", value: ({ requester }) => requester },
  { heading: "Team", value: ({ team }) => team },
  { heading: "Assigned to", value: ({ assignee }) => assignee },
  { heading: "Created", value: ({ createdAt }) => new Date(createdAt) },
  { heading: "Changed", value: ({ updatedAt }) => new Date(updatedAt) },
  { heading: "Last answer", value: ({ lastAnswerAt }) => (lastAnswerAt === null ? null : new Date(lastAnswerAt)) },
  { heading: "Due", value: ({ state, dueAt }) => (OUR_TURN.includes(state) ? new Date(dueAt) : null) },
  { heading: "Resolution cause", value: ({ cause }) => (cause === null ? null : CAUSES[cause].label) },
];

/** Takes every ticket that matches out as a file. */
export function QueueExport({ filter }: { filter: QueueFilter }) {
  const note = useNoteExport();
  const pages = useQueuePages();
  return (
    <ExportButton
      name="support-queue"
      noun="ticket"
      columns={FILE_COLUMNS}
      whyNot={useWhyNoExport()}
      note={(columns) => note({ list: "ticketQueue", filter, columns })}
      pageAfter={(cursor) => pages(filter, cursor)}
    />
  );
}
