import { ConvexError } from "convex/values";
import { type RefObject, useRef, useState } from "react";
import { EVIDENCE_MAX_LENGTH, whyNotEvidence } from "../../../../convex/core/tasks/rules/work";
import { afterSending, useUnsent } from "../../../components/form/unsent";
import { explain } from "../../../components/refusal-words";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/form/field";
import { Textarea } from "../../../ui/form/input";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import type { TaskPageData } from "../api";
import type { TaskDialog } from "./task-dialogs";
import { useTaskCommand } from "./use-task-command";

interface ManualCardProps {
  readonly task: TaskPageData;
  readonly onOpen: (dialog: TaskDialog) => void;
  /** Where the focus goes when the form is gone. */
  readonly next: RefObject<HTMLElement | null>;
}

/** What a person has to do, and where they write down that it is done. */
export function ManualCard({ task, onOpen, next }: ManualCardProps) {
  const { instructions, evidence, status, whyNot, holder, isMine } = task;
  return (
    <Card aria-labelledby="task-manual">
      <CardHeader id="task-manual" title="What to do" />
      <CardBody className="flex flex-col gap-4">
        <p className="whitespace-pre-wrap wrap-anywhere text-ink-soft">
          {instructions ??
            (whyNot.report === null
              ? "There are no further instructions: the title says it all."
              : "Whoever does it has the exact steps.")}
        </p>
        {evidence ? (
          <div>
            <h3 className="text-sm font-medium text-ink">{task.evidenceLabel ?? "Evidence"}</h3>
            <p className="whitespace-pre-wrap wrap-anywhere text-ink-soft">{evidence}</p>
          </div>
        ) : null}
        {status === "Running" && whyNot.report === null && holder && !isMine ? (
          <p className="text-sm text-muted">
            {holder.name} holds this task. Report it only when you have seen to it yourself; your name stands beside the
            report.
          </p>
        ) : null}
        {status === "Running" && whyNot.report === null ? <ReportForm task={task} onOpen={onOpen} next={next} /> : null}
        {status === "Running" && whyNot.report !== null ? (
          <p className="text-sm text-muted">{explain(new ConvexError({ ...whyNot.report }))}</p>
        ) : null}
      </CardBody>
    </Card>
  );
}

function ReportForm({ task, onOpen, next }: ManualCardProps) {
  const [{ text: evidence }, changeEvidence] = useUnsent("evidence");
  const [wasTried, setTried] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { commands, act, isBusy } = useTaskCommand();
  const problem = whyNotEvidence(evidence);
  async function report(): Promise<void> {
    setTried(true);
    if (problem !== null) return field.current?.focus();
    const sent = { text: evidence, mentioned: [] };
    if (await act("The task could not be reported", () => commands.completeManual({ taskId: task.id, evidence }))) {
      changeEvidence(afterSending(sent));
      next.current?.focus();
    }
  }
  return (
    <form
      className="flex max-w-prose flex-col gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        void report();
      }}
    >
      <Field
        label={task.evidenceLabel ?? "What shows that it is done"}
        help="It stays with the request and in the audit trail."
        error={wasTried && problem ? explain(new ConvexError({ ...problem })) : null}
        required
      >
        <Textarea
          ref={field}
          rows={4}
          maxLength={EVIDENCE_MAX_LENGTH}
          value={evidence}
          onChange={({ target }) => changeEvidence((before) => ({ ...before, text: target.value }))}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isBusy} busyLabel="Reporting">
          Report as done
        </Button>
        <Button type="button" variant="outline" onClick={() => onOpen("fail")}>
          It cannot be done
        </Button>
      </div>
    </form>
  );
}
