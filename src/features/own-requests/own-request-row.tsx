import { Link } from "@tanstack/react-router";
import { Copy, Trash2 } from "lucide-react";
import { useState } from "react";
import { explain } from "../../components/refusal-words";
import { RequestStatusBadge } from "../../components/request-status-badge";
import { Button } from "../../ui/button";
import { cn } from "../../ui/cn";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { RelativeTime } from "../../ui/relative-time";
import { rowActionClasses } from "../../ui/row-actions";
import { Cell, TableRow } from "../../ui/table";
import { toast } from "../../ui/toast";
import { TruncatedText } from "../../ui/truncated-text";
import { type OwnRequest, useCopyRequest, useDeleteDraft } from "./api";
import { asksViewer, nextText } from "./view";

/** One request: what it is, where it stands, what comes next. */
export function OwnRequestRow({ request, onOpenDraft }: { request: OwnRequest; onOpenDraft: (typeKey: string, draftId: string) => void }) {
  const isDraft = request.status === "Draft";
  return (
    <TableRow className="@max-2xl/rows:grid-cols-[minmax(0,1fr)_auto] @max-2xl/rows:items-center @max-2xl/rows:gap-x-3 @max-2xl/rows:gap-y-1">
      <Cell className="w-[46%] max-w-0 min-w-64 @max-2xl/rows:col-span-2 @max-2xl/rows:w-full @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0">
        <Title request={request} />
      </Cell>
      <Cell className="whitespace-nowrap @max-2xl/rows:col-span-2">
        <RequestStatusBadge status={request.status} />
      </Cell>
      <Cell className="w-[34%] max-w-0 min-w-48 @max-2xl/rows:col-span-2 @max-2xl/rows:w-full @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0">
        <TruncatedText text={nextText(request)} className={asksViewer(request) ? "font-medium text-ink" : request.waitsFor === null ? "text-muted" : "text-ink-soft"} />
      </Cell>
      <Cell className="whitespace-nowrap text-muted">
        <RelativeTime at={request.updatedAt} />
      </Cell>
      <Cell className="text-right whitespace-nowrap">
        <span className={cn("inline-block", rowActionClasses)}>{isDraft ? <DeleteDraft request={request} /> : <CopyRequest request={request} onOpenDraft={onOpenDraft} />}</span>
      </Cell>
    </TableRow>
  );
}

function Title({ request }: { request: OwnRequest }) {
  const { id, key, title, typeId, typeName, status, forName, byName } = request;
  const line = [typeName === title ? null : typeName, forName === null ? null : `for ${forName}`, byName === null ? null : `by ${byName}`].filter((part) => part !== null).join(", ");
  const linkClasses = "max-w-[calc(100%-5rem)] shrink-0 truncate font-medium text-ink hover:text-accent-text hover:underline";
  return (
    <p className="flex min-w-0 items-baseline gap-x-2 @max-2xl/rows:flex-wrap">
      <span className="shrink-0 font-mono text-xs text-muted">{key}</span>
      {status === "Draft" ? (
          <Link to="/requests/create" search={{ type: typeId, draft: id }} title={title} className={linkClasses}>
            {title}
          </Link>
        ) : (
          <Link to={`/requests/${id}` as "/"} title={title} className={linkClasses}>
            {title}
          </Link>
        )}
      {line === "" ? null : <span title={line} className="min-w-0 truncate text-muted @max-2xl/rows:basis-full">{line}</span>}
    </p>
  );
}

function CopyRequest({ request, onOpenDraft }: { request: OwnRequest; onOpenDraft: (typeKey: string, draftId: string) => void }) {
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
    <Button variant="ghost" size="sm" busy={isBusy} busyLabel="Copying" aria-label={`Start a copy of ${request.key}`} onClick={() => void start()}>
      <Copy aria-hidden />
      Copy
    </Button>
  );
}

function DeleteDraft({ request }: { request: OwnRequest }) {
  const remove = useDeleteDraft();
  const [isAsking, setAsking] = useState(false);
  const confirm = async (): Promise<void> => {
    try {
      await remove(request);
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
      <ConfirmDialog open={isAsking} onOpenChange={setAsking} title="Delete this draft?" description="What you typed is gone then. This cannot be undone." confirmLabel="Delete draft" busyLabel="Deleting" destructive onConfirm={confirm} />
    </>
  );
}
