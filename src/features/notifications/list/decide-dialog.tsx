import { useState } from "react";
import { whyOnItsPage } from "../../../../convex/core/catalog/rules/exposure";
import { pathTo } from "../../../../convex/site/links";
import { GoLink } from "../../../components/go-link";
import { WithoutPlanTick } from "../../../components/plan/without-plan-tick";
import { QueryBoundary } from "../../../components/query-boundary";
import { explain, refusalText } from "../../../components/refusal-words";
import { formatDeadline } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { buttonClasses } from "../../../ui/button-classes";
import { cn } from "../../../ui/cn";
import { Dialog } from "../../../ui/floating/dialog";
import { Field } from "../../../ui/form/field";
import { Textarea } from "../../../ui/form/input";
import { Alert } from "../../../ui/page/alert";
import { DescriptionList } from "../../../ui/page/description-list";
import { EmptyState } from "../../../ui/page/empty-state";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { toast } from "../../../ui/toast/toast";
import { type ApprovalToDecide, useApprovalToDecide, useDecide } from "../api";
import { decisionFacts } from "./decision-facts";

interface DecideDialogProps {
  readonly approvalId: string;
  readonly onClose: () => void;
  /** Its page is opened, before the dialog closes. */
  readonly onOpened: () => void;
  /** After a decision, before the dialog closes. */
  readonly onDecided: () => void;
}

type Verdict = "approve" | "reject";

interface Sending {
  /** What is on its way to the server. */
  readonly sending: Verdict | null;
  readonly onSending: (verdict: Verdict | null) => void;
}

/** Decides from the inbox, with what has to be known before one's eyes. It stays open while a decision is sent. */
export function DecideDialog(props: DecideDialogProps) {
  const [sending, setSending] = useState<Verdict | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || sending ? undefined : props.onClose())}
      title="Your decision"
      size="lg"
    >
      <QueryBoundary title="The approval did not load">
        <Decision {...props} sending={sending} onSending={setSending} />
      </QueryBoundary>
    </Dialog>
  );
}

function Decision(props: DecideDialogProps & Sending) {
  const approval = useApprovalToDecide(props.approvalId);
  if (approval === undefined) {
    return (
      <SkeletonGroup label="Loading the approval" className="flex flex-col gap-3">
        {[0, 1, 2, 3].map((line) => (
          <Skeleton key={line} />
        ))}
      </SkeletonGroup>
    );
  }
  if (approval === null)
    return <EmptyState kind="no-right" title="This approval is not yours to see" className="px-0" />;
  const why = whyOnItsPage({ ...approval.request, isHighRisk: approval.isHighRisk });
  if (why !== null) return <OnItsPage {...props} approval={approval} why={why} />;
  return <DecisionForm {...props} approval={approval} />;
}

/** What could do harm is decided where everything about it can be seen; who may not decide is told that instead. */
export function OnItsPage(
  props: Pick<DecideDialogProps, "onClose" | "onOpened"> & { approval: ApprovalToDecide; why: string },
) {
  const { approval, why, onClose, onOpened } = props;
  const refused = refusalText(approval.me.whyNotApprove);
  return (
    <>
      <DecisionAbout approval={approval} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-soft">{refused ?? why}</p>
        <GoLink
          to={pathTo("approval", { approvalId: approval.address })}
          className={buttonClasses({ variant: refused === null ? "default" : "outline" })}
          onClick={() => {
            onOpened();
            onClose();
          }}
        >
          {refused === null ? "Decide on its page" : "Open the whole page"}
        </GoLink>
      </div>
    </>
  );
}

const COMMENT_MAX_LENGTH = 2000;

function DecisionForm({
  approval,
  approvalId,
  onClose,
  onDecided,
  sending,
  onSending,
}: DecideDialogProps & Sending & { approval: ApprovalToDecide }) {
  const decide = useDecide();
  const [comment, setComment] = useState("");
  const [withoutPlan, setWithoutPlan] = useState(false);
  const isUnplanned = approval.tasks.some(({ lacksPlan }) => lacksPlan);
  const refused = refusalText(approval.me.whyNotApprove);
  const { request } = approval;

  async function send(verdict: Verdict): Promise<void> {
    onSending(verdict);
    try {
      // Step and form as shown here: a decision about anything else is refused.
      await decide({
        approvalId,
        stepId: approval.stepId,
        formHash: approval.formHash,
        verdict,
        comment: comment.trim(),
        withoutPlan,
      });
      toast.success(verdict === "approve" ? `You approved ${request.key}` : `You rejected ${request.key}`);
      onDecided();
      onClose();
    } catch (error) {
      toast.error("Your decision was not saved", { description: explain(error) });
    } finally {
      onSending(null);
    }
  }

  return (
    <>
      <DecisionAbout approval={approval} />
      {refused === null ? null : (
        <Alert meaning="warning" title="You cannot decide about this">
          {refused}
        </Alert>
      )}
      <Field label="Comment" help="A rejection needs one; the requester sees it.">
        <Textarea
          rows={2}
          maxLength={COMMENT_MAX_LENGTH}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </Field>
      {isUnplanned && refused === null ? (
        <WithoutPlanTick isOn={withoutPlan} onChange={setWithoutPlan} isKnown />
      ) : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <GoLink
          to={pathTo("approval", { approvalId: approval.address })}
          className={cn(buttonClasses({ variant: "ghost" }), "mr-auto -ml-3")}
          onClick={onClose}
        >
          Open the whole page
        </GoLink>
        <Verdicts
          sending={sending}
          whyNotReject={refused ?? (comment.trim() === "" ? "Say why in the comment." : null)}
          whyNotApprove={refused ?? (isUnplanned && !withoutPlan ? "Tick that you approve without a dry run" : null)}
          onDecide={(verdict) => void send(verdict)}
        />
      </div>
    </>
  );
}

/** The request, and what has to be known about it. */
function DecisionAbout({ approval }: { approval: ApprovalToDecide }) {
  const { request } = approval;
  return (
    <>
      <p className="text-ink">
        <span className="mr-2 font-mono text-xs text-muted">{request.key}</span>
        <span className="font-medium">{request.title}</span>
      </p>
      <div
        className="mb-1 max-h-[40dvh] overflow-y-auto border-y border-line"
        tabIndex={0}
        role="region"
        aria-label="What is asked for"
      >
        <DescriptionList items={decisionFacts(approval, formatDeadline)} />
      </div>
    </>
  );
}

/** Only what was pressed shows that it is under way; the other waits for it. */
function Verdicts({
  sending,
  whyNotReject,
  whyNotApprove,
  onDecide,
}: {
  sending: Verdict | null;
  whyNotReject: string | null;
  whyNotApprove: string | null;
  onDecide: (verdict: Verdict) => void;
}) {
  const buttonOf = (verdict: Verdict, busyLabel: string, whyNot: string | null) => ({
    busy: sending === verdict,
    busyLabel,
    disabledReason: sending === null || sending === verdict ? whyNot : "Wait until your decision is sent",
    onClick: () => onDecide(verdict),
  });
  return (
    <div className="flex grow justify-end gap-2 max-sm:*:grow">
      <Button {...buttonOf("reject", "Rejecting", whyNotReject)} variant="outline">
        Reject
      </Button>
      <Button {...buttonOf("approve", "Approving", whyNotApprove)}>Approve</Button>
    </div>
  );
}
