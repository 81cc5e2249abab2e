import type { ListedStatus } from "../../../convex/core/feedback/rules/listed";
import { useNoteExport } from "../../components/listing/api";
import { ExportButton } from "../../components/listing/export-button";
import type { CsvColumn } from "../../lib/csv";
import { type IdeaRow, useIdeaPages } from "./api";

/** What a file of ideas holds of each: what everybody reads in the list, and nothing about who takes it out. */
export const FILE_COLUMNS: readonly CsvColumn<IdeaRow>[] = [
  { heading: "Key", value: ({ key }) => key },
  { heading: "Title", value: ({ title }) => title },
  { heading: "Status", value: ({ status }) => status },
  { heading: "Status since", value: ({ statusAt }) => new Date(statusAt) },
  { heading: "Votes", value: ({ votes }) => votes },
  { heading: "Author's priority", value: ({ priority }) => priority },
];

/** Takes every idea that matches out as a file. */
export function IdeaExport({ status, text }: { status: ListedStatus | null; text: string }) {
  const note = useNoteExport();
  const pages = useIdeaPages();
  const filter = { ...(status && { status }), ...(text !== "" && { text }) };
  return (
    <ExportButton
      name="ideas"
      noun="idea"
      columns={FILE_COLUMNS}
      whyNot={null}
      note={(columns) => note({ list: "ideas", filter, columns })}
      pageAfter={(cursor) => pages(status, text, cursor)}
    />
  );
}
