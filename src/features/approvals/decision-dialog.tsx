import { type KeyboardEvent, useRef, useState } from "react";
import { WithoutPlanTick } from "../../components/plan/without-plan-tick";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { Kbd } from "../../ui/text/kbd";
import { ACTION_WORDS, type Action, needsComment } from "./seat-actions";
import { useRun } from "./use-run";

const COMMENT_MAX_LENGTH = 2000;

interface DecisionDialogProps {
  action: Action;
  /** What it is about: a key and title, or "5 requests". */
  subject: string;
  onClose: () => void;
  /** Whether dry runs are missing; a list does not know. */
  unplanned: "none" | "known" | "unknown";
  onDecide: (comment: string, withoutPlan: boolean) => Promise<unknown>;
  /** Whether what opened the dialog gets the focus back, or the page sees to it. */
  finalFocus?: () => null | false;
}

/** Asks for the words of a decision. Ctrl+Enter decides, so that hands stay on the keyboard. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { action, subject, onClose, onDecide, unplanned, finalFocus } = props;
  const words = ACTION_WORDS[action];
  const [comment, setComment] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const { isBusy, run } = useRun();
  const [withoutPlan, setWithoutPlan] = useState(false);
  const isMissing = needsComment(action) && comment.trim() === "";
  const asksTick = action === "approve" && unplanned !== "none";
  const isUnticked = action === "approve" && unplanned === "known" && !withoutPlan;
  const whyNot = isMissing
    ? `${words.label} is required`
    : isUnticked
      ? "Tick that you approve without a dry run"
      : null;

  async function decide(): Promise<void> {
    if (whyNot !== null || isBusy) return;
    if (await run(words.failed, () => onDecide(comment.trim(), withoutPlan))) onClose();
  }
  function press(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void decide();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={action === "askInfo" ? "Ask for info" : `${words.verb} ${subject}?`}
      description={action === "askInfo" ? subject : undefined}
      initialFocus={field}
      finalFocus={finalFocus}
      footer={
        <>
          <Button
            variant={action === "reject" ? "destructive" : "default"}
            busy={isBusy}
            busyLabel={words.busy}
            disabledReason={whyNot}
            onClick={() => void decide()}
          >
            {words.verb}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <KeyHint verb={words.verb} />
        </>
      }
    >
      <Field label={words.label} help={words.help} required={needsComment(action)}>
        <Textarea
          ref={field}
          rows={3}
          maxLength={COMMENT_MAX_LENGTH}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          onKeyDown={press}
        />
      </Field>
      {asksTick ? (
        <WithoutPlanTick isOn={withoutPlan} onChange={setWithoutPlan} isKnown={unplanned === "known"} />
      ) : null}
    </Dialog>
  );
}

function KeyHint({ verb }: { verb: string }) {
  return (
    <span className="mr-auto hidden items-center gap-1.5 self-center text-sm text-muted sm:flex">
      <Kbd keys="Ctrl Enter" /> {verb}
    </span>
  );
}
