import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useAct } from "../../components/form/use-act";
import { WithoutPlanTick } from "../../components/plan/without-plan-tick";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { Kbd } from "../../ui/text/kbd";
import { AheadTick } from "./ahead-tick";
import type { StepAhead } from "./api";
import { ACTION_WORDS, type Action, needsComment } from "./seat-actions";

const COMMENT_MAX_LENGTH = 2000;

/** What somebody says with a decision. */
export interface Said {
  readonly comment: string;
  readonly withoutPlan: boolean;
  /** The steps ahead it counts for, too. */
  readonly aheadIds: StepAhead["stepId"][];
}

interface DecisionDialogProps {
  action: Action;
  /** What it is about: a key and title, or "5 requests". */
  subject: string;
  onClose: () => void;
  /** Whether dry runs are missing; a list does not know. */
  unplanned: "none" | "known" | "unknown";
  /** False keeps what is shown instead: the dialog does not close itself then. */
  onDecide: (said: Said) => Promise<unknown>;
  /** The words on the button, where they say more than the action. */
  verb?: string;
  /** Why nothing can be decided as it stands. */
  blocked?: string | null;
  /** The steps ahead that would ask the same person. */
  ahead?: readonly StepAhead[];
  /** What is decided about, above the words. */
  children?: ReactNode;
  /** What gets the focus afterwards; null for what opened the dialog, false where the page sees to it. */
  finalFocus?: () => HTMLElement | null | false;
}

/** Asks for the words of a decision. Ctrl+Enter decides, so that hands stay on the keyboard. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { action, subject, onClose, onDecide, unplanned, finalFocus, blocked = null, ahead = [] } = props;
  const words = ACTION_WORDS[action];
  const [comment, setComment] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const { isBusy, act } = useAct();
  const [withoutPlan, setWithoutPlan] = useState(false);
  const [isForAll, setForAll] = useState(true);
  const aheadIds = action === "approve" && isForAll ? ahead.map(({ stepId }) => stepId) : [];
  const isMissing = needsComment(action) && comment.trim() === "";
  const asksTick = action === "approve" && unplanned !== "none";
  const isUnticked = action === "approve" && unplanned === "known" && !withoutPlan;
  const whyNot =
    blocked ??
    (isMissing ? `${words.label} is required` : isUnticked ? "Tick that you approve without a dry run" : null);

  async function decide(): Promise<void> {
    if (whyNot !== null || isBusy) return;
    let isDone: unknown = true;
    const decide = async () => (isDone = await onDecide({ comment: comment.trim(), withoutPlan, aheadIds }));
    if ((await act(words.failed, decide)) && isDone !== false) onClose();
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
      size={props.children ? "lg" : "md"}
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
            {props.verb ?? words.verb}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <KeyHint verb={words.verb} />
        </>
      }
    >
      {props.children}
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
      {action === "approve" ? <AheadTick ahead={ahead} isOn={isForAll} onChange={setForAll} /> : null}
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
