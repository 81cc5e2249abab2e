import { explain } from "../../../components/refusal-words";
import { count } from "../../../lib/text";
import { toast } from "../../../ui/toast/toast";
import { type Muted, type Notice, type NoticeGroup, useNoticeActions } from "../api";
import { idsOf, shortLabel } from "./notice-groups";

type Groups = readonly NoticeGroup[];

/** "REQ-142", or "3 conversations". */
function nameOf(groups: Groups): string {
  const [only] = groups;
  return groups.length === 1 && only ? shortLabel(only.subject.label) : count(groups.length, "conversation");
}

async function attempt(act: () => Promise<unknown>, failure: string): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    toast.error(failure, { description: explain(error) });
    return false;
  }
}

/** Tells that it worked, with the way back. */
function tellWithUndo(message: string, undo: () => Promise<unknown>): void {
  const onClick = () => void attempt(undo, "It could not be undone");
  toast.success(message, { action: { label: "Undo", onClick } });
}

/** What can be done to groups of notifications; what can be taken back offers it for a moment. */
export function useNoticeCommands() {
  const actions = useNoticeActions();
  return {
    read: async (groups: Groups): Promise<void> => {
      await attempt(() => actions.markRead({ ids: idsOf(groups) }), "It was not marked as read");
    },
    archive: async (groups: Groups): Promise<void> => {
      const ids = idsOf(groups);
      const isDone = await attempt(() => actions.archive({ ids }), "It was not archived");
      if (isDone) tellWithUndo(`${nameOf(groups)} archived`, () => actions.unarchive({ ids }));
    },
    unarchive: async (groups: Groups): Promise<void> => {
      const isDone = await attempt(() => actions.unarchive({ ids: idsOf(groups) }), "It stays archived");
      if (isDone) toast.success(`${nameOf(groups)} is back in the inbox`);
    },
    snooze: async (groups: Groups, until: number, when: string): Promise<void> => {
      const ids = idsOf(groups);
      const isDone = await attempt(() => actions.snooze({ ids, until }), "It was not snoozed");
      if (isDone) tellWithUndo(`${nameOf(groups)} comes back ${when}`, () => actions.unsnooze({ ids }));
    },
    unsnooze: async (groups: Groups): Promise<void> => {
      const isDone = await attempt(() => actions.unsnooze({ ids: idsOf(groups) }), "It stays snoozed");
      if (isDone) toast.success(`${nameOf(groups)} is back in the inbox`);
    },
    mute: async (what: Muted, label: string): Promise<void> => {
      const isDone = await attempt(() => actions.mute({ what }), "It was not muted");
      if (isDone) tellWithUndo(`You will no longer be notified of “${label}”`, () => actions.unmute({ what }));
    },
    readAll: async (): Promise<void> => {
      let total = 0;
      const isDone = await attempt(async () => {
        for (let hasMore = true; hasMore;) {
          const batch = await actions.markAllRead({});
          total += batch.count;
          hasMore = batch.hasMore;
        }
      }, "Not everything was marked as read");
      if (isDone)
        toast.success(
          total === 0 ? "Everything has already been read" : `${count(total, "notification")} marked as read`,
        );
    },
    /** Follows an item: it is read, and acted on when it asks for something. */
    follow: (items: readonly Notice[]): void => {
      void attempt(
        () => actions.markRead({ ids: items.map(({ id }) => id), hasActed: items.some(({ isAsk }) => isAsk) }),
        "It was not marked as read",
      );
    },
  };
}

/** What `useNoticeCommands` gives. */
export type NoticeCommands = ReturnType<typeof useNoticeCommands>;
