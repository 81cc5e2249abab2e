import { Suspense } from "react";
import { useNoteExport } from "../../components/listing/api";
import { ExportButton } from "../../components/listing/export-button";
import type { QueueColumn } from "../../components/listing/shown-columns";
import { ViewOptions } from "../../components/listing/view-options";
import { useWhyNotExport } from "../../shell/session";
import { lazyPart } from "../../ui/lazy-part";
import { type QueueFilter, type TicketRow, useQueuePages } from "./api";
import { USUAL_COLUMNS } from "./queue-columns";
import type { SupportSearch } from "./search";
import type { Place } from "./ticket-list";

const QueueViews = lazyPart(() => import("./views/queue-views").then((part) => part.QueueViews));

/** Views, columns and export of the queue. */
export function QueueTools(
  props: Place & {
    filter: QueueFilter;
    /** Those there are, and of them those shown. */
    columns: readonly QueueColumn<TicketRow>[];
    shown: readonly QueueColumn<TicketRow>[];
    onSearch: (next: SupportSearch, how: "push" | "replace") => void;
  },
) {
  const { search, change, columns, shown } = props;
  return (
    <>
      <Suspense fallback={<span className="w-8 max-lg:pointer-coarse:w-11 lg:w-22.5" />}>
        <QueueViews search={search} onSearch={props.onSearch} />
      </Suspense>
      <ViewOptions columns={columns} usual={USUAL_COLUMNS} look={search} onLook={(look) => change(look, "replace")} />
      <QueueExport filter={props.filter} columns={shown.flatMap(({ csv }) => csv)} />
    </>
  );
}

/** Takes every ticket that matches out as a file. */
function QueueExport({ filter, columns }: { filter: QueueFilter; columns: QueueColumn<TicketRow>["csv"] }) {
  const note = useNoteExport();
  const pages = useQueuePages();
  return (
    <ExportButton
      name="support-queue"
      noun="ticket"
      columns={columns}
      whyNot={useWhyNotExport()}
      note={(headings) => note({ list: "ticketQueue", filter, columns: headings })}
      pageAfter={(cursor) => pages(filter, cursor)}
    />
  );
}
