import { Ban, CircleCheck, CircleDashed, CircleX, Clock, Hourglass, type LucideIcon, Undo2 } from "lucide-react";
import { SOURCE_LABELS, VERDICT_LABELS } from "../../../../convex/core/approvals/rules/labels";
import { pathTo } from "../../../../convex/site/links";
import { expectedText } from "../../../components/approval-steps/step-words";
import { GoLink } from "../../../components/go-link";
import { formatDeadline } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { cn } from "../../../ui/cn";
import { Alert } from "../../../ui/page/alert";
import { Card, CardHeader } from "../../../ui/page/card";
import { SideFact } from "../../../ui/page/description-list";
import { Badge, type BadgeVariant } from "../../../ui/text/badge";
import { RelativeTime } from "../../../ui/text/relative-time";
import type { ShownApproval, ApprovalStep } from "../api";
import { quorumText } from "../quorum-words";

/** Who it is about, and the steps with their seats. */
export function ApprovalSidebar({ page }: { page: ShownApproval }) {
  return (
    <aside aria-label="Facts" className="flex min-w-0 flex-col gap-4">
      <Facts page={page} />
      <Steps page={page} />
      <GoLink
        to={pathTo("createTicket", { related: `approval:${page.address}` })}
        className="self-start rounded-sm px-1 text-sm text-accent-text underline-offset-2 hover:underline pointer-coarse:py-3"
      >
        Ask support about this approval
      </GoLink>
    </aside>
  );
}

function Facts({ page: { request } }: { page: ShownApproval }) {
  const { requester, beneficiary, cost } = request;
  return (
    <Card className="px-4 py-3">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm lg:grid-cols-1">
        <SideFact term="For">
          <Person person={beneficiary} />
        </SideFact>
        {requester.id === beneficiary.id && request.requestedBy === requester.name ? null : (
          <SideFact term="Requested by">
            <Person person={{ ...requester, name: request.requestedBy }} />
          </SideFact>
        )}
        {request.duration ? <SideFact term="Duration">{request.duration}</SideFact> : null}
        {request.businessArea ? <SideFact term="Business area">{request.businessArea}</SideFact> : null}
        {cost ? (
          <SideFact term="Estimated cost">{formatMoney(cost.amountMinor / 100, cost.currency)} a month</SideFact>
        ) : null}
        {request.submittedAt === null ? null : (
          <SideFact term="Sent">
            <RelativeTime at={request.submittedAt} />
          </SideFact>
        )}
        {request.dueAt === null ? null : <SideFact term="Due">{formatDeadline(request.dueAt)}</SideFact>}
      </dl>
    </Card>
  );
}

function Person({ person }: { person: ShownApproval["request"]["requester"] }) {
  return (
    <>
      <span className="block font-medium text-ink">{person.name}</span>
      <span className="block text-muted wrap-anywhere">{[person.area, person.email].filter(Boolean).join(" · ")}</span>
    </>
  );
}

const stateLooks: Readonly<Record<ApprovalStep["state"], { variant: BadgeVariant; Icon: LucideIcon; label: string }>> =
  {
    Waiting: { variant: "outline", Icon: CircleDashed, label: "Comes later" },
    Active: { variant: "secondary", Icon: Hourglass, label: "Open" },
    Approved: { variant: "default", Icon: CircleCheck, label: "Approved" },
    Rejected: { variant: "destructive", Icon: CircleX, label: "Rejected" },
    Expired: { variant: "neutral", Icon: Clock, label: "Undecided" },
  };
const takenBackLook = { variant: "warning", Icon: Undo2, label: "Taken back" } as const;

function Steps({ page }: { page: ShownApproval }) {
  return (
    <Card aria-labelledby="approval-steps">
      <CardHeader id="approval-steps" title={page.steps.length === 1 ? "Who decides" : "Steps"} />
      <ol className="flex flex-col">
        {page.steps.map((step) => (
          <Step
            key={step.id}
            step={step}
            isOnly={page.steps.length === 1}
            isTakenBack={page.state === "Revoked" && step.state === "Approved"}
          />
        ))}
      </ol>
    </Card>
  );
}

function Step({ step, isOnly, isTakenBack }: { step: ApprovalStep; isOnly: boolean; isTakenBack: boolean }) {
  const { variant, Icon, label } = isTakenBack ? takenBackLook : stateLooks[step.state];
  const seats = step.seats.filter(({ isOver, verdict }) => !isOver || verdict !== null);
  return (
    <li className="flex flex-col gap-2 border-t border-line px-4 py-3 text-sm">
      <div className="flex items-start justify-between gap-2">
        <span className="min-w-0 font-medium text-ink wrap-anywhere">
          {isOnly ? step.title : `${step.order}. ${step.title}`}
        </span>
        <Badge variant={variant} icon={<Icon aria-hidden />}>
          {label}
        </Badge>
      </div>
      <p className="text-muted">
        {isTakenBack ? "Approved, then taken back." : quorumText(step)}
        {step.escalatedAt === null && step.escalateAt !== null && step.state === "Active"
          ? ` Escalates ${formatDeadline(step.escalateAt)}.`
          : ""}
      </p>
      {step.problem ? (
        <Alert meaning="warning" title={step.problem.message}>
          {step.problem.fix}
        </Alert>
      ) : null}
      {seats.length > 0 ? (
        <ul className="flex flex-col gap-1.5">
          {seats.map((seat) => (
            <Seat key={seat.id} seat={seat} isTakenBack={isTakenBack} />
          ))}
        </ul>
      ) : null}
      {step.expected.length > 0 ? (
        <p className="text-ink-soft">
          <span className="text-muted">Will ask: </span>
          {expectedText(step.expected)}
        </p>
      ) : null}
      {step.exclusions.length > 0 ? (
        <ul aria-label="Excluded" className="flex flex-col gap-1 text-muted">
          {step.exclusions.map(({ name, reason }) => (
            <li key={name} className="flex items-start gap-1.5">
              <Ban aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              <span>
                {name}: {reason.charAt(0).toLowerCase() + reason.slice(1)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function Seat({ seat, isTakenBack }: { seat: ApprovalStep["seats"][number]; isTakenBack: boolean }) {
  const role =
    seat.source === "rule"
      ? null
      : seat.source === "delegation" && seat.fromName
        ? `for ${seat.fromName}`
        : SOURCE_LABELS[seat.source].toLowerCase();
  const says = seat.verdict ? VERDICT_LABELS[seat.verdict] : seat.isPending ? "Asked" : "Not needed";
  return (
    <li className="flex items-baseline justify-between gap-3">
      <span className={cn("min-w-0 wrap-anywhere", seat.isPending || seat.verdict ? "text-ink" : "text-muted")}>
        {seat.name}
        {role ? <span className="text-muted"> · {role}</span> : null}
      </span>
      <span
        className={cn(
          "shrink-0",
          seat.verdict === "approve" && !isTakenBack
            ? "text-success"
            : seat.verdict === "reject"
              ? "text-danger"
              : "text-muted",
        )}
      >
        {says}
      </span>
    </li>
  );
}
