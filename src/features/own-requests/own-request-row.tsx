import { Link } from "@tanstack/react-router";
import { Copy, Trash2 } from "lucide-react";
import { useState } from "react";
import { explain } from "../../components/refusal-words";
import { RequestStatusBadge } from "../../components/request-status-badge";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { RelativeTime } from "../../ui/relative-time";
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
      <Cell className="w-2/5 max-w-0 min-w-64 @max-2xl/rows:col-span-2 @max-2xl/rows:w-full @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0">
        <Title request={request} />
      </Cell>
      <Cell className="whitespace-nowrap @max-2xl/rows:col-span-2">
        <RequestStatusBadge status={request.status} />
      </Cell>
      <Cell className="w-2/5 max-w-0 min-w-48 @max-2xl/rows:col-span-2 @max-2xl/rows:w-full @max-2xl/rows:max-w-full @max-2xl/rows:min-w-0">
        <TruncatedText text={nextText(request)} className={asksViewer(request) ? "font-medium text-ink" : "text-ink-soft"} />
      </Cell>
      <Cell className="whitespace-nowrap text-muted">
        <RelativeTime at={request.updatedAt} />
      </Cell>
      <Cell className="text-right whitespace-nowrap">{isDraft ? <DeleteDraft request={request} /> : <CopyRequest request={request} onOpenDraft={onOpenDraft} />}</Cell>
    </TableRow>
  );
}

function Title({ request }: { request: OwnRequest }) {
  const { id, key, title, typeId, typeName, status, forName, byName } = request;
  const line = [typeName === title ? null : typeName, forName === null ? null : `for ${forName}`, byName === null ? null : `by ${byName}`].filter((part) => part !== null).join(", ");
  const linkClasses = "min-w-0 truncate font-medium text-ink hover:text-accent-text hover:underline";
  return (
    <div className="min-w-0">
      <p className="flex min-w-0 items-baseline gap-2">
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
      </p>
      {line === "" ? null : <p className="truncate text-xs text-muted">{line}</p>}
    </div>
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
