import { AlarmClock, Archive, MailOpen } from "lucide-react";
import type { NotificationTab } from "../../../../convex/core/notifications/table";
import { count } from "../../../lib/text";
import { Button } from "../../../ui/button";
import type { NoticeGroup } from "../api";
import { SnoozeMenu } from "./snooze-menu";
import type { NoticeCommands } from "./use-commands";

/** What can be done to everything that is selected; it stays in view at the end of the list. */
export function BulkBar({
  chosen,
  tab,
  commands,
  onDone,
}: {
  chosen: readonly NoticeGroup[];
  tab: NotificationTab;
  commands: NoticeCommands;
  /** Whether what was chosen leaves this list. */
  onDone: (areLeaving: boolean) => void;
}) {
  const then =
    (act: () => Promise<void>, areLeaving = true) =>
    () => {
      onDone(areLeaving);
      void act();
    };
  return (
    <div
      role="toolbar"
      aria-label="For everything selected"
      className="sticky bottom-0 flex flex-wrap items-center gap-2 border-t border-line bg-raised px-3 py-2 shadow-float sm:px-4"
    >
      <span className="mr-auto text-sm font-medium">{count(chosen.length, "conversation")} selected</span>
      {tab === "inbox" ? (
        <>
          <Button variant="outline" size="sm" onClick={then(() => commands.read(chosen), false)}>
            <MailOpen aria-hidden />
            Mark as read
          </Button>
          <Button variant="outline" size="sm" onClick={then(() => commands.archive(chosen))}>
            <Archive aria-hidden />
            Archive
          </Button>
          <SnoozeMenu
            trigger={
              <Button variant="outline" size="sm">
                <AlarmClock aria-hidden />
                Snooze
              </Button>
            }
            onSnooze={(until, when) => then(() => commands.snooze(chosen, until, when))()}
          />
        </>
      ) : (
        <Button
          variant="outline"
          size="sm"
          onClick={then(() => (tab === "snoozed" ? commands.unsnooze(chosen) : commands.unarchive(chosen)))}
        >
          Move to inbox
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => onDone(false)}>
        Clear selection
      </Button>
    </div>
  );
}
