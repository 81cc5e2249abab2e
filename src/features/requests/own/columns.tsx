import { Copy, Trash2 } from "lucide-react";
import { useState } from "react";
import { isOpen } from "../../../../convex/core/requests/rules";
import type { QueueSort } from "../../../../convex/core/shared/table";
import { pathTo } from "../../../../convex/site/links";
import { Found } from "../../../components/found/found";
import { TypeIcon } from "../../../components/kinds/type-icon";
import { DUE_COLUMN, TIME_COLUMN } from "../../../components/listing/column-looks";
import { explain } from "../../../components/refusal-words";
import { RowLink } from "../../../components/row-link";
import { DueTime } from "../../../components/status/due-time";
import { RequestStatusBadge } from "../../../components/status/request-status-badge";
import { Target } from "../../../components/target";
import type { CsvColumn } from "../../../lib/csv";
import { Button } from "../../../ui/button";
import { cn } from "../../../ui/cn";
import type { Column } from "../../../ui/list/data-table";
import { rowActionClasses } from "../../../ui/list/row-actions";
import { RelativeTime } from "../../../ui/text/relative-time";
import { titleWhenCut } from "../../../ui/text/title-when-cut";
import { TruncatedText } from "../../../ui/text/truncated-text";
import { toast } from "../../../ui/toast/toast";
import { DeleteDraftDialog } from "../delete-draft-dialog";
import { type OwnRequest, useCopyRequest, useDeleteDraft } from "./api";
import { asksViewer, nextText } from "./next-words";

/** What a row can do: open the draft a copy began, and tell that a draft is gone. */
export interface RowCommands {
  readonly onOpenDraft: (typeKey: string, draftId: string) => void;
  readonly onDeleted: (id: OwnRequest["id"]) => void;
}

/** The columns with the orders their heads offer; the cells stay what they are, so no row is drawn again. */
export function sortedColumns(
  columns: readonly Column<OwnRequest>[],
  sort: QueueSort,
  onSort: (sort: QueueSort) => void,
): Column<OwnRequest>[] {
  const heads: Readonly<Record<string, Column<OwnRequest>["sort"]>> = {
    due: { direction: sort === "due" ? "ascending" : null, onSort: () => onSort("due") },
    changed: { direction: sort === "updated" ? "descending" : null, onSort: () => onSort("updated") },
  };
  return columns.map((column) => ({ ...column, sort: heads[column.key] }));
}

/** The columns of the list: what a request is, where it stands, what comes next. */
export function ownColumns(commands: RowCommands): Column<OwnRequest>[] {
  const wide = "@max-2xl/rows:w-full @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0";
  return [
    {
      key: "request",
      heading: "Request",
      className: `w-[44%] max-w-0 min-w-64 ${wide}`,
      cell: (request) => <Title request={request} />,
    },
    {
      key: "status",
      heading: "Status",
      className: "whitespace-nowrap",
      cell: ({ status }) => <RequestStatusBadge status={status} />,
    },
    {
      key: "next",
      heading: "Next step",
      className: `w-[30%] max-w-0 min-w-48 ${wide}`,
      cell: (request) => (
        <TruncatedText
          text={nextText(request)}
          className={
            asksViewer(request) ? "font-medium text-ink" : request.waitsFor === null ? "text-muted" : "text-ink-soft"
          }
        />
      ),
    },
    {
      key: "due",
      heading: "Due",
      className: DUE_COLUMN,
      cardLabel: "Due",
      cell: ({ status, dueAt, isOverdue }) => <DueTime at={isOpen(status) ? dueAt : null} isOverdue={isOverdue} />,
    },
    {
      key: "changed",
      heading: "Changed",
      className: TIME_COLUMN,
      cardLabel: "Changed",
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
    {
      key: "actions",
      heading: "Actions",
      isHeadingHidden: true,
      className: "text-right whitespace-nowrap",
      cell: (request) => (
        <span className={cn("inline-block", rowActionClasses)}>
          {request.status === "Draft" ? (
            <DeleteDraft request={request} onDeleted={commands.onDeleted} />
          ) : (
            <CopyRequest request={request} onOpenDraft={commands.onOpenDraft} />
          )}
        </span>
      ),
    },
  ];
}

/** What a file of the list holds. */
export const CSV_COLUMNS: readonly CsvColumn<OwnRequest>[] = [
  { heading: "Key", value: ({ key }) => key },
  { heading: "Title", value: ({ title }) => title },
  { heading: "Target", value: ({ target }) => target },
  { heading: "Type", value: ({ typeName }) => typeName },
  { heading: "Status", value: ({ status }) => status },
  { heading: "Next step", value: nextText },
  { heading: "For", value: ({ forName }) => forName },
  { heading: "Made by", value: ({ byName }) => byName },
  { heading: "Created", value: ({ createdAt }) => new Date(createdAt) },
  { heading: "Changed", value: ({ updatedAt }) => new Date(updatedAt) },
  { heading: "Due", value: ({ status, dueAt }) => (dueAt === null || !isOpen(status) ? null : new Date(dueAt)) },
];

function Title({ request }: { request: OwnRequest }) {
  const { key, title, target, typeId, typeName, status, forName, byName } = request;
  const line = [
    typeName === title || target !== null ? null : typeName,
    forName === null ? null : `for ${forName}`,
    byName === null ? null : `by ${byName}`,
  ]
    .filter((part) => part !== null)
    .join(", ");
  const linkClasses = cn(
    "max-w-[calc(100%-5rem)] shrink-0 truncate font-medium text-ink hover:text-accent-text hover:underline",
    // A card has its whole width for it, and room for two lines.
    "@max-2xl/rows:line-clamp-2 @max-2xl/rows:max-w-full @max-2xl/rows:whitespace-normal",
  );
  return (
    <p className="flex min-w-0 items-baseline gap-x-2 @max-2xl/rows:flex-wrap">
      <span className="shrink-0 font-mono text-xs text-muted">
        <Found text={key} />
      </span>
      <TypeIcon typeKey={typeId} className="self-center" />
      <RowLink
        to={
          status === "Draft"
            ? pathTo("newRequest", { type: typeId, draft: request.id })
            : pathTo("request", { id: key })
        }
        className={linkClasses}
      >
        <Found text={title} />
      </RowLink>
      {target === null ? null : <Target name={target} />}
      {line === "" ? null : (
        <span onPointerEnter={titleWhenCut} className="min-w-0 truncate text-muted @max-2xl/rows:basis-full">
          <Found text={line} />
        </span>
      )}
    </p>
  );
}

function CopyRequest({ request, onOpenDraft }: { request: OwnRequest } & Pick<RowCommands, "onOpenDraft">) {
  const copy = useCopyRequest();
  const [isBusy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      onOpenDraft(request.typeId, await copy(request));
    } catch (error) {
      toast.error(explain(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={isBusy}
      busyLabel="Copying"
      aria-label={`Start a copy of ${request.key}`}
      onClick={() => void start()}
    >
      <Copy aria-hidden />
      Copy
    </Button>
  );
}

function DeleteDraft({ request, onDeleted }: { request: OwnRequest } & Pick<RowCommands, "onDeleted">) {
  const remove = useDeleteDraft();
  const [isAsking, setAsking] = useState(false);
  const confirm = async (): Promise<void> => {
    try {
      await remove(request);
      onDeleted(request.id);
    } catch (error) {
      toast.error(explain(error));
      throw error;
    }
  };
  return (
    <>
      <Button variant="ghost" size="sm" aria-label={`Delete draft ${request.key}`} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
        Delete
      </Button>
      <DeleteDraftDialog open={isAsking} onOpenChange={setAsking} onConfirm={confirm} />
    </>
  );
}
