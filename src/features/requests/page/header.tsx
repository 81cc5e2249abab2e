import {
  BellRing,
  BookOpenText,
  CircleCheck,
  CircleDot,
  Hourglass,
  type LucideIcon,
  MoreHorizontal,
  OctagonAlert,
  PenLine,
  Settings2,
  UserRound,
} from "lucide-react";
import type { ReactNode } from "react";
import { pathTo } from "../../../../convex/site/links";
import { TypeTitle } from "../../../components/kinds/type-icon";
import { RequestStatusBadge } from "../../../components/status/request-status-badge";
import { Target } from "../../../components/target";
import { formatDeadline, withReadersTimes } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { buttonClasses } from "../../../ui/button-classes";
import { cn } from "../../../ui/cn";
import { Menu, MenuItem, MenuSeparator, RefusableItem } from "../../../ui/floating/menu";
import { PageHeader } from "../../../ui/page/page-header";
import { CopyButton } from "../../../ui/text/copy-button";
import { reasonOf, roleStatement } from "./answers";
import { type RequestDetail, useRequestCommands } from "./api";
import { GO_LABELS } from "./moves/offered";
import { primaryAction } from "./moves/primary-action";
import { useCommand } from "./moves/use-command";
import { useRemind } from "./moves/use-remind";
import { PageLink } from "./page-link";
import { useCopy } from "./use-copy";

interface HeaderProps {
  request: RequestDetail;
  isAdminFrame: boolean;
  alsoHere: ReactNode;
  onAnswer: () => void;
  onCancel: () => void;
  onHold: () => void;
}

/** Key, title and status, then the one sentence that says what happens next, with the one primary action. */
export function RequestHeader(props: HeaderProps) {
  const { key, title, target, status, type } = props.request;
  const reason = reasonOf(props.request);
  return (
    <div className="flex flex-col gap-3">
      <PageHeader
        title={<TypeTitle typeKey={type.key}>{title}</TypeTitle>}
        context={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="inline-flex items-center font-mono text-sm text-ink-soft">
              {key}
              <CopyButton text={key} label={`Copy ${key}`} />
            </span>
            <RequestStatusBadge status={status} />
            {target === null ? null : <Target name={target} />}
            {type.name === title ? null : <span className="text-sm">{type.name}</span>}
          </span>
        }
        actions={
          <>
            {props.alsoHere}
            <MoreActions {...props} />
          </>
        }
      />
      {reason === null ? null : (
        <p dir="auto" className="line-clamp-3 max-w-prose whitespace-pre-line text-ink-soft wrap-anywhere">
          “{reason}”
        </p>
      )}
      <NextStep {...props} />
    </div>
  );
}

type Tone = RequestDetail["nextStep"]["tone"];

const looks: Record<Tone, { Icon: LucideIcon; classes: string; icon: string }> = {
  you: { Icon: UserRound, classes: "border-warning-line bg-warning-wash", icon: "text-warning" },
  people: { Icon: Hourglass, classes: "border-info-line bg-info-wash", icon: "text-info" },
  portal: { Icon: Settings2, classes: "border-info-line bg-info-wash", icon: "text-info" },
  stuck: { Icon: OctagonAlert, classes: "border-danger-line bg-danger-wash", icon: "text-danger" },
  done: { Icon: CircleCheck, classes: "border-success-line bg-success-wash", icon: "text-success" },
  over: { Icon: CircleDot, classes: "border-line bg-sunken", icon: "text-muted" },
};

function NextStep(props: HeaderProps) {
  const { nextStep, hold, whyNot } = props.request;
  const { Icon, classes, icon } = looks[nextStep.tone];
  return (
    <section
      aria-label="Next step"
      className={cn("flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg border px-4 py-3", classes)}
    >
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-2.5" role="status">
        <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", icon)} />
        <p className="min-w-0 font-medium wrap-anywhere text-ink">
          {withReadersTimes(nextStep.text)}
          {hold ? (
            <span className="block font-normal text-ink-soft">
              On hold by {hold.by}
              {hold.until === null ? "" : <> until {formatDeadline(hold.until)}</>}: {hold.reason}
            </span>
          ) : null}
        </p>
      </div>
      {hold && whyNot.liftHold === null ? <LiftButton request={props.request} /> : <PrimaryButton {...props} />}
      <HowToUse request={props.request} />
    </section>
  );
}

/** How the role that was given is used, ready to be copied. */
function HowToUse({ request }: { request: RequestDetail }) {
  const statement = request.status === "Completed" ? roleStatement(request) : null;
  if (statement === null) return null;
  return (
    <span className="inline-flex max-w-full items-center gap-1 rounded-md border border-line bg-surface py-0.5 pr-0.5 pl-2.5">
      <code className="min-w-0 font-mono text-sm text-ink wrap-anywhere">{statement}</code>
      <CopyButton text={statement} label="Copy the statement" />
    </span>
  );
}

function PrimaryButton({ request, isAdminFrame, onAnswer }: HeaderProps) {
  const remind = useRemind(request);
  const copy = useCopy(request);
  const action = primaryAction(request, isAdminFrame);
  if (action === null) return null;
  switch (action.kind) {
    case "answer":
      return <Button onClick={onAnswer}>Answer the question</Button>;
    case "remind":
      return (
        <Button
          variant="outline"
          busy={remind.isBusy}
          busyLabel="Reminding..."
          onClick={() => void remind.start().catch(() => undefined)}
        >
          <BellRing aria-hidden />
          Remind
        </Button>
      );
    case "submitAgain":
      return (
        <Button busy={copy.isBusy} busyLabel="Copying..." onClick={() => void copy.start().catch(() => undefined)}>
          Submit again
        </Button>
      );
    case "decide":
    case "work":
    case "continue":
    case "repair":
      return (
        <PageLink to={action.to} className={cn(buttonClasses({}))}>
          {GO_LABELS[action.kind]}
        </PageLink>
      );
    default:
      return action satisfies never;
  }
}

function LiftButton({ request }: { request: RequestDetail }) {
  const { liftHold } = useRequestCommands(request.id);
  const lift = useCommand(liftHold, "The hold was not lifted");
  return (
    <Button busy={lift.isBusy} busyLabel="Lifting..." onClick={() => void lift.start().catch(() => undefined)}>
      Lift the hold
    </Button>
  );
}

function MoreActions({ request, isAdminFrame, onCancel, onHold }: HeaderProps) {
  const remind = useRemind(request);
  const copy = useCopy(request);
  const { status, whyNot, key, remindedAt, viewer } = request;
  return (
    <>
      {status === "Draft" ? null : (
        <PageLink to={pathTo("story", { id: key })} className={cn(buttonClasses({ variant: "outline" }))}>
          <BookOpenText aria-hidden />
          Story
        </PageLink>
      )}
      {whyNot.edit === null ? (
        <PageLink to={pathTo("editRequest", { id: key })} className={cn(buttonClasses({ variant: "outline" }))}>
          <PenLine aria-hidden />
          Edit answers
        </PageLink>
      ) : null}
      <Menu
        trigger={
          <Button variant="outline" size="icon" aria-label="More actions">
            <MoreHorizontal aria-hidden />
          </Button>
        }
      >
        {viewer.isManager ? (
          <MenuItem
            render={
              <PageLink to={isAdminFrame ? pathTo("request", { id: key }) : pathTo("requestAsAdmin", { id: key })} />
            }
          >
            {isAdminFrame ? "Open the requester's view" : "Open the admin view"}
          </MenuItem>
        ) : null}
        {viewer.isRequester ? (
          <MenuItem onClick={() => void copy.start().catch(() => undefined)}>Copy into a new request</MenuItem>
        ) : null}
        <RefusableItem reason={whyNot.remind} onClick={() => void remind.start().catch(() => undefined)}>
          {remindedAt === null ? "Remind those who decide" : "Remind again"}
        </RefusableItem>
        {viewer.isManager && request.hold === null ? (
          <RefusableItem reason={whyNot.hold} onClick={onHold}>
            Put on hold
          </RefusableItem>
        ) : null}
        <MenuItem render={<PageLink to={pathTo("createTicket", { related: key })} />}>Ask support about this</MenuItem>
        <MenuItem render={<PageLink to={pathTo("newIdea", { about: `requestType:${request.type.key}` })} />}>
          Suggest an improvement
        </MenuItem>
        <MenuSeparator />
        <RefusableItem reason={whyNot.cancel} destructive onClick={onCancel}>
          Cancel request
        </RefusableItem>
      </Menu>
    </>
  );
}
