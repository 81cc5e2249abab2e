import { ConvexError } from "convex/values";
import { useEffect, useState } from "react";
import type { BulkOperation } from "../../../convex/core/shared/table";
import type { PersonId } from "../../components/pickers/api";
import { PersonSearch } from "../../components/pickers/person-search";
import { explain } from "../../components/refusal-words";
import { count } from "../../lib/text";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { Alert } from "../../ui/page/alert";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { toast } from "../../ui/toast/toast";
import { type BulkPreview, type BulkWish, useBulkCommands, useLoads } from "./api";
import { OPERATIONS, operationText } from "./queue-words";

/** What is about to be done to which rows. */
export interface BulkAsk {
  readonly operation: BulkOperation;
  readonly selection: BulkWish["selection"];
  readonly noun: "request" | "task";
}

/** Shows what a bulk operation would do, asks for the reason, and starts it. */
export function BulkDialog({
  ask,
  me,
  onClose,
  onStarted,
}: {
  ask: BulkAsk;
  me: { readonly id: PersonId; readonly name: string };
  onClose: () => void;
  onStarted: () => void;
}) {
  const { operation, selection, noun } = ask;
  const [assignee, setAssignee] = useState<{ readonly id: PersonId; readonly name: string } | null>(null);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const wish: BulkWish = { operation, selection, ...(assignee ? { assigneeId: assignee.id } : {}) };
  const { preview, failure, again } = usePreview(operation === "assign" && !assignee ? null : wish);
  const { start } = useBulkCommands();
  const words = OPERATIONS[operation];
  const no = whyNotStart(preview, reason, operation === "assign" && !assignee);

  async function run(): Promise<void> {
    if (!preview) return;
    setBusy(true);
    try {
      await start({ ...wish, reason, expectedCount: preview.total });
      toast.success(`${operationText(operation, preview.changes, noun)}: started`);
      onStarted();
    } catch (error) {
      setProblem(explain(error));
      again();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => void (isOpen || isBusy || onClose())}
      title={preview ? operationText(operation, preview.changes, noun) : words.verb}
      description={words.explains}
      footer={
        <>
          <Button
            variant={words.isDestructive ? "destructive" : "default"}
            busy={isBusy}
            busyLabel="Starting..."
            disabledReason={no}
            onClick={() => void run()}
          >
            {preview ? operationText(operation, preview.changes, noun) : words.verb}
          </Button>
          <Button variant="outline" onClick={onClose} disabledReason={isBusy ? "It is being started" : null}>
            Keep as they are
          </Button>
        </>
      }
    >
      {operation === "assign" ? <Assignee me={me} chosen={assignee} onChoose={setAssignee} /> : null}
      {failure ? <Alert meaning="danger">{failure}</Alert> : null}
      {problem ? <Alert meaning="danger">{problem}</Alert> : null}
      {!failure && (operation !== "assign" || assignee) ? <Outcome preview={preview} noun={noun} /> : null}
      <Field label="Reason" required help="Everybody concerned sees it, and it stays in the audit trail.">
        <Textarea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}

function whyNotStart(preview: BulkPreview | null, reason: string, isSomebodyMissing: boolean): string | null {
  if (isSomebodyMissing) return "Choose who gets the tasks";
  if (!preview) return "The preview is not there yet";
  if (preview.changes === 0) return "Nothing of this can be changed";
  return reason.trim() === "" ? "Give a reason" : null;
}

function usePreview(wish: BulkWish | null): { preview: BulkPreview | null; failure: string | null; again: () => void } {
  const { preview: ask } = useBulkCommands();
  const [turn, setTurn] = useState(0);
  const key = wish === null ? null : JSON.stringify([wish, turn]);
  const [known, setKnown] = useState<{ key: string; preview: BulkPreview | null; failure: string | null }>();
  useEffect(() => {
    if (key === null) return;
    let isWanted = true;
    ask(JSON.parse(key)[0] as BulkWish).then(
      (preview) => void (isWanted && setKnown({ key, preview, failure: null })),
      (error: unknown) => void (isWanted && setKnown({ key, preview: null, failure: explain(error) })),
    );
    return () => void (isWanted = false);
  }, [ask, key]);
  const isCurrent = known !== undefined && known.key === key;
  return {
    preview: isCurrent ? known.preview : null,
    failure: isCurrent ? known.failure : null,
    again: () => setTurn(turn + 1),
  };
}

function Outcome({ preview, noun }: { preview: BulkPreview | null; noun: string }) {
  if (!preview) {
    return (
      <SkeletonGroup label="Counting what would happen" className="flex flex-col gap-2">
        <Skeleton className="w-2/3" />
        <Skeleton className="w-1/2" />
      </SkeletonGroup>
    );
  }
  return (
    <dl className="flex flex-col gap-1 rounded-md border border-line bg-sunken px-3 py-2 text-sm">
      <div className="flex justify-between gap-4 font-medium">
        <dt>Will be changed</dt>
        <dd className="tabular-nums">
          {preview.changes.toLocaleString("en-GB")} of {count(preview.total, noun)}
        </dd>
      </div>
      {preview.left.map(({ refusal, count: n }) => (
        <div key={JSON.stringify(refusal)} className="flex justify-between gap-4 text-ink-soft">
          <dt>Left alone: {explain(new ConvexError(refusal as Record<string, string>))}</dt>
          <dd className="tabular-nums">{n.toLocaleString("en-GB")}</dd>
        </div>
      ))}
    </dl>
  );
}

function Assignee({
  me,
  chosen,
  onChoose,
}: {
  me: { readonly id: PersonId; readonly name: string };
  chosen: { readonly name: string } | null;
  onChoose: (person: { readonly id: PersonId; readonly name: string } | null) => void;
}) {
  const loads = useLoads(true);
  const noteOf = ({ id }: { readonly id: PersonId }): string => {
    const load = loads?.find((one) => one.id === id);
    return load ? `${load.running} running, ${load.waiting} not started` : "no tasks";
  };
  if (chosen) {
    return (
      <p className="flex items-center gap-2">
        <span>
          Assign to <strong>{chosen.name}</strong>
        </span>
        <Button size="sm" variant="ghost" onClick={() => onChoose(null)}>
          Change
        </Button>
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <PersonSearch
        label="Who gets the tasks"
        others={[{ ...me, note: "You" }]}
        noteOf={noteOf}
        onChoose={({ id, name }) => onChoose({ id, name })}
      />
      {loads && loads.length > 0 ? (
        <div className="text-sm">
          <p className="mb-1 font-medium">Who holds most</p>
          <ul className="flex flex-col">
            {loads.slice(0, 5).map(({ id, name, running, waiting }) => (
              <li key={id} className="flex justify-between gap-4 text-ink-soft">
                <span className="truncate">{name}</span>
                <span className="tabular-nums">
                  {running} running, {waiting} waiting
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
