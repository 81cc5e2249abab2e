import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import type { NotificationTab } from "../../../../convex/core/notifications/table";
import { GoLink } from "../../../components/go-link";
import { withReadersTimes } from "../../../lib/dates";
import { count } from "../../../lib/text";
import { cn } from "../../../ui/cn";
import { Checkbox } from "../../../ui/form/checkbox";
import { Badge } from "../../../ui/text/badge";
import { RelativeTime } from "../../../ui/text/relative-time";
import { VisuallyHidden } from "../../../ui/text/visually-hidden";
import type { Notice, NoticeGroup } from "../api";
import { primaryTarget, type Progress, unrepeated } from "./notice-groups";
import { RowActions } from "./row-actions";
import type { NoticeCommands } from "./use-commands";

/** The one sign of what was not read yet: a dot in front. */
function UnreadDot({ progress }: { progress: Progress }) {
  const isUnread = progress === "new" || progress === "seen";
  return (
    <span className={cn("mt-1.5 size-2 shrink-0 rounded-full", isUnread && "bg-info")}>
      {isUnread ? <VisuallyHidden>Unread</VisuallyHidden> : null}
    </span>
  );
}

export interface NoticeRowProps {
  readonly group: NoticeGroup;
  readonly tab: NotificationTab;
  readonly progress: Progress;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  readonly commands: NoticeCommands;
  readonly mayChange: boolean;
  readonly onLeave: () => void;
  readonly onActed: () => void;
}

/** One subject: what it is called, what happened to it, and what can be done about it. */
export function NoticeRow(props: NoticeRowProps) {
  const { group, tab, progress, isSelected, onSelect, commands, mayChange, onLeave, onActed } = props;
  const [newest] = group.items;
  if (!newest) return null;
  return (
    <li
      data-notice-row={group.subject.id}
      data-progress={progress}
      className={cn(
        "group/row flex items-start gap-2.5 border-b border-line px-3 py-2.5 transition-colors last:border-b-0 focus-within:bg-hover hover:bg-hover sm:px-4",
        isSelected && "bg-accent-wash hover:bg-accent-wash focus-within:bg-accent-wash",
      )}
    >
      {mayChange ? (
        <Checkbox
          label={<VisuallyHidden>Select {group.subject.label}</VisuallyHidden>}
          checked={isSelected}
          onCheckedChange={onSelect}
        />
      ) : null}
      <UnreadDot progress={progress} />
      <div className="@container min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-[1_1_18rem]">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <GoLink
                to={primaryTarget(group)}
                data-row-link
                onClick={() => mayChange && commands.follow(group.items)}
                className={cn(
                  "relative min-w-0 rounded-sm font-medium break-words hover:underline pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-3",
                  progress === "settled" ? "text-muted" : "text-ink",
                )}
              >
                {group.name}
                {group.key === null ? null : (
                  <span className="ml-2 font-mono text-xs font-normal whitespace-nowrap text-muted">{group.key}</span>
                )}
              </GoLink>
              <span className="text-xs whitespace-nowrap text-muted">
                <Moment newest={newest} tab={tab} />
              </span>
              {group.items.some(({ isCritical }) => isCritical) ? (
                <Badge variant="warning" icon={<ShieldAlert aria-hidden />}>
                  Security
                </Badge>
              ) : null}
            </div>
            <Details group={group} newest={newest} />
            {unrepeated(group).length === 1 && newest.settled ? (
              <p className="mt-0.5 text-sm text-muted">{withReadersTimes(newest.settled)}</p>
            ) : null}
          </div>
          <RowActions
            group={group}
            tab={tab}
            commands={commands}
            mayChange={mayChange}
            onLeave={onLeave}
            onActed={onActed}
          />
        </div>
      </div>
    </li>
  );
}

function Moment({ newest, tab }: { newest: Notice; tab: NotificationTab }) {
  if (tab === "snoozed" && newest.snoozedUntil !== null)
    return (
      <>
        Comes back <RelativeTime at={newest.snoozedUntil} />
      </>
    );
  if (tab === "archived" && newest.archivedAt !== null)
    return (
      <>
        Archived <RelativeTime at={newest.archivedAt} />
      </>
    );
  return <RelativeTime at={newest.updatedAt} />;
}

/**
 * "Bea wrote, after 2 earlier updates": those regrouped into it may be somebody else's. A deadline was written when it
 * was sent, in UTC to whoever had chosen no zone; on the screen it goes by their clock.
 */
function saidOf({ said, count: updates }: Notice): string {
  const heard = withReadersTimes(said);
  return updates > 1 ? `${heard}, after ${count(updates - 1, "earlier update")}` : heard;
}

/** Updates shown before the rest is folded. */
const SHOWN_UPDATES = 3;

function Details({ group, newest }: { group: NoticeGroup; newest: Notice }) {
  const [isOpen, setOpen] = useState(false);
  const items = unrepeated(group);
  if (items.length === 1) {
    return (
      <div className={newest.settled ? "text-muted" : "text-ink-soft"}>
        <p className="break-words">{saidOf(newest)}</p>
        {newest.body ? (
          <p className="line-clamp-3 text-sm break-words sm:line-clamp-2">{withReadersTimes(newest.body)}</p>
        ) : null}
      </div>
    );
  }
  const shown = isOpen ? items : items.slice(0, SHOWN_UPDATES);
  const folded = items.length - SHOWN_UPDATES;
  return (
    <>
      <ul className="mt-1 flex flex-col gap-0.5 text-sm text-ink-soft">
        {shown.map((item) => (
          <li key={item.id} className={cn("flex min-w-0 gap-1.5", item.settled && "text-muted")}>
            <span aria-hidden className="text-faint">
              ·
            </span>
            <span className="min-w-0 break-words">
              {saidOf(item)}
              {item.settled ? <span className="text-muted"> ({withReadersTimes(item.settled)})</span> : null}
            </span>
          </li>
        ))}
      </ul>
      {folded > 0 ? (
        <button
          type="button"
          aria-expanded={isOpen}
          className="mt-1 rounded-sm text-sm text-accent-text hover:underline pointer-coarse:min-h-11"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show fewer" : `Show ${count(folded, "more update")}`}
        </button>
      ) : null}
    </>
  );
}
