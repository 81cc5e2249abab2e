import { useState } from "react";
import { MAX_GIVEN_NAMES } from "../../../convex/core/domains/rules/patterns";
import { plural } from "../../../convex/lib/pure/text";
import { useStepUp } from "../../components/form/step-up";
import { explain } from "../../components/refusal-words";
import { Reason, sayOutcome, SecondPerson } from "../../components/second-person/second-person-words";
import { randomKey } from "../../lib/random-key";
import { useSettled } from "../../lib/use-settled";
import { useAuth } from "../../shell/session";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { Alert } from "../../ui/page/alert";
import { Disclosure } from "../../ui/page/disclosure";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { type KeptPatterns, type ShownAssignment, useDomainCommands, usePatternPreview, usePatterns } from "./api";
import { AssignPreview } from "./assign-preview";
import { emptyPattern, PatternLines, type TypedPattern } from "./pattern-lines";

/** For how long nothing is typed before the preview is asked. */
const PAUSE_MS = 300;

/** Assigns databases and data products to domains by an ordered list of name patterns, shown before it is done. */
export function AssignDialog({ onClose }: { onClose: () => void }) {
  const kept = usePatterns();
  // What is written is about the list as it was opened; another one meanwhile is refused, not overwritten.
  const [shown, setShown] = useState<KeptPatterns | null>(null);
  if (kept !== undefined && shown === null) setShown(kept);
  if (shown !== null) return <Loaded kept={shown} onClose={onClose} />;
  return (
    <Dialog open size="lg" title="Assign by name" onOpenChange={(open) => (open ? undefined : onClose())}>
      <SkeletonGroup label="Loading the patterns" className="flex flex-col gap-3">
        <Skeleton />
        <Skeleton />
      </SkeletonGroup>
    </Dialog>
  );
}

function Loaded({ kept, onClose }: { kept: KeptPatterns; onClose: () => void }) {
  const assigning = useAssigning(kept, onClose);
  const { lines, setLines, given, setGiven, preview, isBusy, reason, setReason, failure } = assigning;
  const problems = new Map((preview?.problems ?? []).map(({ line, message }) => [line, message]));
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title="Assign by name"
      description="The first pattern that matches a name decides which domain it belongs to. * stands for any letters, ? for one. What no pattern matches stays where it is."
      footer={
        <>
          <Button
            busy={isBusy}
            busyLabel="Saving"
            disabledReason={assigning.whyNot}
            onClick={() => void assigning.send()}
          >
            {preview && preview.total > 0 ? `Assign ${plural(preview.total, "name")}` : "Save patterns"}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <PatternLines
          lines={lines}
          onChange={setLines}
          problems={problems}
          decides={preview?.problems.length === 0 ? preview.decides : []}
        />
        <Disclosure title="Names that no domain has yet">
          <div className="grid gap-4 sm:grid-cols-2">
            <Given label="Databases" value={given.database} onChange={(database) => setGiven({ ...given, database })} />
            <Given
              label="Data products"
              value={given.product}
              onChange={(product) => setGiven({ ...given, product })}
            />
          </div>
        </Disclosure>
        {preview === undefined ? (
          <p className="text-sm text-muted" role="status">
            {assigning.isComplete
              ? "Looking at what would move..."
              : "Choose a data domain in every line to see what would move."}
          </p>
        ) : (
          <AssignPreview preview={preview} />
        )}
        {preview?.needsSecond ? (
          <>
            <SecondPerson waits={false} />
            <Reason value={reason} onChange={setReason} help="Whoever confirms sees it." />
          </>
        ) : null}
        {failure === null ? null : (
          <Alert meaning="danger" title="Nothing was saved">
            {failure}
          </Alert>
        )}
      </div>
      {assigning.stepUpDialog}
    </Dialog>
  );
}

function Given(props: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <Field label={props.label} help={`One per line, at most ${MAX_GIVEN_NAMES} in all.`}>
      <Textarea
        rows={4}
        spellCheck={false}
        className="font-mono"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </Field>
  );
}

/** The list while it is written, what it would do, and doing it. */
function useAssigning(kept: KeptPatterns, onClose: () => void) {
  const [lines, setLines] = useState<readonly TypedPattern[]>(() =>
    kept.patterns.length === 0 ? [emptyPattern()] : kept.patterns.map((line) => ({ ...line, key: randomKey() })),
  );
  const [given, setGiven] = useState({ database: "", product: "" });
  const [reason, setReason] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { assign } = useDomainCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const patterns = lines.flatMap(({ kind, pattern, domainId, isShared }) =>
    domainId === null ? [] : [{ kind, pattern, domainId, ...(isShared && { isShared }) }],
  );
  const isComplete = patterns.length === lines.length;
  const text = JSON.stringify({ patterns, given });
  const isSettled = useSettled(text, PAUSE_MS) === text;
  const preview = usePatternPreview(isComplete && isSettled ? { patterns, given } : null);
  const [last, setLast] = useState(preview);
  // What is typed is looked at in a moment: what was there stays until then.
  if (preview !== undefined && preview !== last) setLast(preview);

  async function send(): Promise<void> {
    if (!preview || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const { hash } = preview;
      const sent = { patterns, given, hash, shownAt: kept.updatedAt, reason: reason.trim() };
      const outcome = await withStepUp(() => assign(sent));
      sayOutcome(
        outcome,
        outcome.moved === 0 ? "The patterns were saved" : `${plural(outcome.moved, "name")} assigned`,
      );
      onClose();
    } catch (error) {
      setFailure(explain(error));
    } finally {
      setBusy(false);
    }
  }
  return {
    lines,
    setLines,
    given,
    setGiven,
    reason,
    setReason,
    isBusy,
    failure,
    isComplete,
    send,
    stepUpDialog,
    preview: isComplete ? (preview ?? last) : undefined,
    whyNot: whyNotAssign(preview, isComplete, reason),
  };
}

function whyNotAssign(preview: ShownAssignment | undefined, isComplete: boolean, reason: string): string | null {
  if (!isComplete) return "Choose a data domain in every line";
  if (preview === undefined) return "It is still being looked at";
  if (preview.problems.length > 0) return "Fix the patterns first";
  if (preview.obstacle !== null) return "This cannot be assigned as it is";
  return preview.needsSecond && reason.trim() === "" ? "Write a reason for whoever confirms" : null;
}
