import { Archive, ArchiveRestore, AlarmClock, AlarmClockOff } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import type { NotificationTab } from "../../../../convex/core/notifications/table";
import { useAct } from "../../../components/form/use-act";
import { GoLink } from "../../../components/go-link";
import { Button } from "../../../ui/button";
import { buttonClasses } from "../../../ui/button-classes";
import { cn } from "../../../ui/cn";
import { lazyPart } from "../../../ui/lazy-part";
import { rowActionClasses } from "../../../ui/list/row-actions";
import { toast } from "../../../ui/toast/toast";
import { type NoticeGroup, useSayItSolved } from "../api";
import { READ_ONLY_REASON } from "../read-only";
import { asksIfSolved, isExtendable, primaryLabel, primaryTarget, replyableTicket } from "./notice-groups";
import { SnoozeMenu } from "./snooze-menu";
import type { NoticeCommands } from "./use-commands";
import { WhyPopover } from "./why-popover";

const ReplyDialog = lazyPart(() => import("./reply-dialog").then((part) => part.ReplyDialog));
const DecideDialog = lazyPart(() => import("./decide-dialog").then((part) => part.DecideDialog));

interface RowActionsProps {
  readonly group: NoticeGroup;
  readonly tab: NotificationTab;
  readonly commands: NoticeCommands;
  readonly mayChange: boolean;
  /** Before the row leaves the list. */
  readonly onLeave: () => void;
  /** After what it asked for was done: on to the next. */
  readonly onActed: () => void;
}

/** What can be done about one row: follow it, put it away, let it sleep, ask why it came. */
export function RowActions(props: RowActionsProps) {
  const { group, tab, commands, mayChange, onActed } = props;
  const isAction = group.items.some(({ isAsk }) => isAsk);
  const ticketKey = tab === "inbox" && mayChange ? replyableTicket(group) : null;
  const asksNow = tab === "inbox" && mayChange && asksIfSolved(group);
  const decidable = group.items.find(({ approvalId }) => approvalId !== null)?.approvalId ?? undefined;
  return (
    <div
      className={cn(
        "flex flex-wrap items-center gap-1",
        !isAction && !isExtendable(group) && ticketKey === null && !asksNow && tab === "inbox" && "@max-lg:-ml-1.5",
      )}
    >
      <span className={cn("flex items-center gap-1", rowActionClasses)}>
        {tab === "inbox" ? <AwayActions {...props} /> : null}
        <WhyPopover group={group} commands={commands} mayChange={mayChange} />
      </span>
      {decidable !== undefined && tab !== "archived" ? (
        <DialogButton
          group={group}
          verb="Decide"
          dialog={(onClose) => (
            <DecideDialog
              approvalId={decidable}
              onClose={onClose}
              onOpened={() => mayChange && commands.follow(group.items)}
              onDecided={() => {
                if (mayChange) commands.follow(group.items);
                onActed();
              }}
            />
          )}
        />
      ) : ticketKey !== null ? (
        <DialogButton
          group={group}
          verb="Reply"
          dialog={(onClose) => (
            <ReplyDialog
              ticketKey={ticketKey}
              onClose={onClose}
              onReplied={() => {
                commands.follow(group.items);
                onActed();
              }}
            />
          )}
        />
      ) : asksNow ? (
        <SolvedButtons {...props} />
      ) : (isAction || isExtendable(group)) && tab !== "archived" ? (
        <GoLink
          to={primaryTarget(group)}
          className={cn(buttonClasses({ variant: "outline", size: "sm" }), "@max-lg:order-first")}
          aria-label={`${primaryLabel(group)}: ${group.subject.label}`}
          onClick={() => mayChange && commands.follow(group.items)}
        >
          {primaryLabel(group)}
        </GoLink>
      ) : null}
      {tab === "inbox" ? null : <BackAction {...props} />}
    </div>
  );
}

/** Opens what the notice asks for in a dialog, on the list itself. */
function DialogButton({
  group,
  verb,
  dialog,
}: Pick<RowActionsProps, "group"> & { verb: string; dialog: (onClose: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        className="@max-lg:order-first"
        aria-label={`${verb}: ${group.subject.label}`}
        onClick={() => setOpen(true)}
      >
        {verb}
      </Button>
      {isOpen ? <Suspense fallback={null}>{dialog(() => setOpen(false))}</Suspense> : null}
    </>
  );
}

/** Whether a shipped idea solved it: Yes is said at once, No where everybody reads what is missing. */
function SolvedButtons({ group, commands, onActed }: RowActionsProps) {
  const say = useSayItSolved();
  const { isBusy, act } = useAct();
  const { label } = group.subject;
  const looks = { variant: "outline", size: "sm" } as const;
  async function yes(): Promise<void> {
    if (!(await act("Your answer was not saved", () => say(group.subject.id)))) return;
    toast.success("Thank you for the answer");
    commands.follow(group.items);
    onActed();
  }
  return (
    <span className="flex gap-1 @max-lg:order-first">
      <Button
        {...looks}
        busy={isBusy}
        busyLabel="Saving..."
        aria-label={`Yes, ${label} solved it`}
        onClick={() => void yes()}
      >
        Yes
      </Button>
      <GoLink
        to={primaryTarget(group)}
        className={buttonClasses(looks)}
        aria-label={`No, ${label} did not solve it`}
        onClick={() => commands.follow(group.items)}
      >
        No
      </GoLink>
    </span>
  );
}

function AwayActions({ group, commands, mayChange, onLeave }: RowActionsProps) {
  const { label } = group.subject;
  const refused = mayChange ? null : READ_ONLY_REASON;
  const snoozeButton = (
    <Button
      variant="ghost"
      size="iconSm"
      aria-label={`Snooze ${label}`}
      title="Snooze (H)"
      data-row-snooze
      disabledReason={refused}
    >
      <AlarmClock aria-hidden />
    </Button>
  );
  function snooze(until: number, when: string): void {
    onLeave();
    void commands.snooze([group], until, when);
  }
  function archive(): void {
    onLeave();
    void commands.archive([group]);
  }
  return (
    <>
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={`Archive ${label}`}
        title="Archive (E)"
        disabledReason={refused}
        onClick={archive}
      >
        <Archive aria-hidden />
      </Button>
      {mayChange ? <SnoozeMenu trigger={snoozeButton} onSnooze={snooze} /> : snoozeButton}
    </>
  );
}

function BackAction({ group, tab, commands, mayChange, onLeave }: RowActionsProps) {
  const isSnoozed = tab === "snoozed";
  const Icon = isSnoozed ? AlarmClockOff : ArchiveRestore;
  function bringBack(): void {
    onLeave();
    void (isSnoozed ? commands.unsnooze([group]) : commands.unarchive([group]));
  }
  return (
    <Button variant="outline" size="sm" disabledReason={mayChange ? null : READ_ONLY_REASON} onClick={bringBack}>
      <Icon aria-hidden />
      {isSnoozed ? "Bring back now" : "Move to inbox"}
    </Button>
  );
}
