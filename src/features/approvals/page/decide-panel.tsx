import { TriangleAlert } from "lucide-react";
import { type KeyboardEvent, type RefObject, Suspense, useRef, useState } from "react";
import { useAct } from "../../../components/form/use-act";
import { refusalText } from "../../../components/refusal-words";
import { formatDeadline } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/form/field";
import { Textarea } from "../../../ui/form/input";
import { lazyPart } from "../../../ui/lazy-part";
import { Alert } from "../../../ui/page/alert";
import { Card } from "../../../ui/page/card";
import { useNow } from "../../../ui/text/use-now";
import type { ShownApproval } from "../api";
import { Deadline } from "../deadline";
import { panelTitle } from "../decision-words";
import { endingText } from "../outcome-words";
import { ACTION_WORDS, type Action, needsComment } from "../seat-actions";
import { TimeLeft } from "../time-left";
import { useDecideOn } from "../use-decide-on";
import type { PageDialog } from "./page-dialogs";
import { Verdicts } from "./verdicts";

// Few decisions have a tick; its box comes with it.
const Ticks = lazyPart(() => import("./ticks").then((part) => part.Ticks));

/** The decision itself, beside everything it rests on; afterwards what came of it and the next one. */
export function DecidePanel(props: {
  page: ShownApproval;
  nextAddress: string | null;
  onOpen: (address: string) => void;
  onChoose: (dialog: PageDialog) => void;
  words: RefObject<HTMLDivElement | null>;
}) {
  const { page } = props;
  const isOpen = page.state === "Pending";
  return (
    <Card aria-label="Your decision" className="flex flex-col gap-3 px-4 py-3.5">
      <div ref={props.words} tabIndex={-1} className="flex scroll-my-20 flex-col gap-3 rounded-lg">
        {isOpen ? <OpenState page={page} /> : <Outcome page={page} />}
        {isOpen && page.me.seatId === null ? (
          <p className="text-ink-soft">
            {refusalText(page.me.whyNotApprove) ?? "You are not an approver in this step."}
          </p>
        ) : null}
      </div>
      {isOpen ? null : <AfterIt {...props} />}
      {isOpen && page.me.seatId !== null ? <DecisionForm page={page} /> : null}
      <More page={page} onChoose={props.onChoose} />
    </Card>
  );
}

/** What else can be done with one's seat, or about the approval itself. */
function More({ page: { me, state }, onChoose }: { page: ShownApproval; onChoose: (dialog: PageDialog) => void }) {
  const isOpen = state === "Pending";
  const buttons = [
    me.canReassignOwn ? (
      <Button key="reassign" size="sm" variant="ghost" onClick={() => onChoose("reassign")}>
        Hand over
      </Button>
    ) : null,
    isOpen && me.seatId ? (
      <Button key="snooze" size="sm" variant="ghost" aria-keyshortcuts="H" onClick={() => onChoose("snooze")}>
        Snooze
      </Button>
    ) : null,
    me.canAdminister ? (
      <Button key="name" size="sm" variant="ghost" onClick={() => onChoose("nameApprover")}>
        Name an approver
      </Button>
    ) : null,
    isOpen && me.whyNotBreakGlass === null ? (
      <Button key="glass" size="sm" variant="ghost" className="text-danger" onClick={() => onChoose("breakGlass")}>
        <TriangleAlert aria-hidden /> Break glass
      </Button>
    ) : null,
  ].filter((button) => button !== null);
  return buttons.length === 0 ? null : (
    <div className="-mx-4 -mb-1.5 flex flex-wrap gap-x-1 border-t border-line px-2 pt-2">{buttons}</div>
  );
}

function OpenState({ page }: { page: ShownApproval }) {
  const step = page.steps.find(({ id }) => id === page.stepId);
  if (!step) return null;
  const left = Math.max(0, (step.required ?? 1) - step.approved);
  return (
    <div className="flex flex-col gap-1">
      <h2 className="text-lg font-semibold text-ink">{panelTitle(page.me.capacity, step.title)}</h2>
      <p className="text-ink-soft">
        {left === 1 ? "One more person has to approve." : `${left} more people have to approve.`}
      </p>
      <p className="text-sm">
        <Deadline expireAt={step.expireAt} isPaused={page.request.question !== null} />
      </p>
    </div>
  );
}

function DecisionForm({ page }: { page: ShownApproval }) {
  const [comment, setComment] = useState("");
  const [tried, setTried] = useState<Action | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const decideOn = useDecideOn(page);
  const { isBusy, act } = useAct();
  const [sent, setSent] = useState<Action | null>(null);
  const isMissing = tried !== null && needsComment(tried) && comment.trim() === "";
  const noDecision = refusalText(page.me.whyNotApprove);
  const isUnplanned = page.tasks.some(({ lacksPlan }) => lacksPlan);
  const [withoutPlan, setWithoutPlan] = useState(false);
  const [isForAll, setForAll] = useState(true);
  const { ahead } = page.me;
  const noApproval = noDecision ?? (isUnplanned && !withoutPlan ? "Tick that you approve without a dry run" : null);

  async function decide(action: Action): Promise<void> {
    if (action === "approve" && noApproval !== null) return;
    setTried(action);
    if (needsComment(action) && comment.trim() === "") return field.current?.focus();
    const aheadIds = isForAll ? ahead.map(({ stepId }) => stepId) : [];
    const said = { comment: comment.trim(), withoutPlan, aheadIds };
    setSent(action);
    if (!(await act(ACTION_WORDS[action].failed, () => decideOn(action, said)))) return;
    setComment("");
    setTried(null);
  }
  function press(event: KeyboardEvent): void {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void decide("approve");
  }

  return (
    <div className="hidden flex-col gap-3 lg:flex">
      <Field
        label="Comment"
        help="Required to reject or to ask."
        error={isMissing ? `${ACTION_WORDS[tried].label}: write what the requester should know` : null}
      >
        <Textarea
          ref={field}
          rows={3}
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          onKeyDown={press}
        />
      </Field>
      {noDecision === null && (isUnplanned || ahead.length > 0) ? (
        <Suspense fallback={<div className="h-11" />}>
          <Ticks
            ahead={ahead}
            isForAll={isForAll}
            onForAll={setForAll}
            isUnplanned={isUnplanned}
            withoutPlan={withoutPlan}
            onWithoutPlan={setWithoutPlan}
          />
        </Suspense>
      ) : null}
      <Verdicts
        page={page}
        sending={isBusy ? sent : null}
        noApproval={noApproval}
        onAct={(action) => void decide(action)}
      />
    </div>
  );
}

const ENDINGS: Readonly<
  Record<
    Exclude<ShownApproval["state"], "Pending">,
    { meaning: "success" | "danger" | "warning" | "info"; title: string }
  >
> = {
  Approved: { meaning: "success", title: "Approved" },
  Rejected: { meaning: "danger", title: "Rejected" },
  Expired: { meaning: "warning", title: "Expired" },
  Cancelled: { meaning: "info", title: "Cancelled" },
  Revoked: { meaning: "warning", title: "Taken back" },
};

/** What came of it. */
function Outcome({ page }: { page: ShownApproval }) {
  return (
    <>
      {page.againAddress === null ? (
        <Ending page={page} />
      ) : (
        <Alert meaning="warning" title="No longer counts">
          The answers were changed after this was approved, so it needs approving again.
        </Alert>
      )}
      {page.review && page.review.reviewedAt === null ? (
        <Alert meaning="danger" title="Approved by break-glass">
          Review due by {formatDeadline(page.review.dueAt)}.
        </Alert>
      ) : null}
      {page.review?.reviewedAt ? (
        <Alert
          meaning={page.review.isJustified ? "info" : "danger"}
          title={page.review.isJustified ? "Reviewed: justified" : "Reviewed: not justified"}
        >
          {page.review.by}: “{page.review.comment}”
        </Alert>
      ) : null}
    </>
  );
}

/** What can be done after it. */
function AfterIt({
  page: { me, againAddress },
  nextAddress,
  onOpen,
  onChoose,
}: {
  page: ShownApproval;
  nextAddress: string | null;
  onOpen: (address: string) => void;
  onChoose: (dialog: PageDialog) => void;
}) {
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {me.canReview ? <Button onClick={() => onChoose("review")}>Review</Button> : null}
      {me.whyNotTakeBack === null ? (
        <Button variant="outline" onClick={() => onChoose("takeBack")}>
          Take back
        </Button>
      ) : null}
      {againAddress === null ? null : <Button onClick={() => onOpen(againAddress)}>Open the current approval</Button>}
      {nextAddress && nextAddress !== againAddress ? (
        <Button
          variant={me.canReview || againAddress !== null ? "outline" : "default"}
          onClick={() => onOpen(nextAddress)}
        >
          Next approval
        </Button>
      ) : null}
    </div>
  );
}

function Ending({ page }: { page: ShownApproval }) {
  const now = useNow();
  const canTakeBack = page.me.whyNotTakeBack === null;
  if (page.state === "Pending") return null;
  const { meaning, title } = ENDINGS[page.state];
  const text = endingText({ ...page, state: page.state });
  const isHeld = page.state === "Approved" && page.holdUntil !== null && page.holdUntil > now;
  if (!isHeld || page.holdUntil === null)
    return (
      <Alert meaning={meaning} title={title}>
        {canTakeBack ? `${text} Nothing has begun yet, so it can be taken back.` : text}
      </Alert>
    );
  return (
    <Alert meaning={meaning} title={title}>
      The next task starts {formatDeadline(page.holdUntil)}; until then it can be taken back.{" "}
      <TimeLeft until={page.holdUntil} />
    </Alert>
  );
}
