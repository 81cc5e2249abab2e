import { ArrowUp } from "lucide-react";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import type { NotificationTab } from "../../../../convex/core/notifications/table";
import { count } from "../../../lib/text";
import { Checkbox } from "../../../ui/form/checkbox";
import { MoreButton } from "../../../ui/list/more-button";
import { Card } from "../../../ui/page/card";
import { EmptyState } from "../../../ui/page/empty-state";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { Kbd } from "../../../ui/text/kbd";
import { type NoticeGroup, useMayChange, useNoticeGroups } from "../api";
import { arrange, type Place, placeOf, waitingText } from "./arrivals";
import { BulkBar } from "./bulk-bar";
import { progressOf } from "./notice-groups";
import { NoticeRow } from "./notice-row";
import { type NoticeCommands, useNoticeCommands } from "./use-commands";
import { focusFirst, focusNeighbour, focusNext, focusPast, type RowKeys, useListKeys } from "./use-list-keys";
import { useMarkSeen } from "./use-mark-seen";

const empty = {
  inbox: {
    title: "Nothing is waiting for you",
    text: "What happens to your requests, and what others ask of you, appears here at once.",
  },
  snoozed: {
    title: "Nothing is snoozed",
    text: "What you snooze waits here and comes back to the inbox automatically.",
  },
  archived: { title: "Nothing was archived", text: "What you archive is kept here for a while." },
} as const satisfies Record<NotificationTab, { title: string; text: string }>;

/** One tab of the inbox. */
export function NoticeList({ tab, hasSingleKeys }: { tab: NotificationTab; hasSingleKeys: boolean }) {
  const { groups, hasMore, isLoadingMore, loadMore } = useNoticeGroups(tab);
  if (groups === undefined) return <LoadingNotices />;
  return (
    <Card className="overflow-clip">
      {groups.length === 0 && !hasMore ? (
        <EmptyState kind="nothing-yet" title={empty[tab].title}>
          {empty[tab].text}
        </EmptyState>
      ) : (
        <LoadedNotices groups={groups} tab={tab} hasSingleKeys={hasSingleKeys} />
      )}
      {hasMore ? (
        <div className="border-t border-line px-4 py-2">
          <MoreButton
            variant="ghost"
            size="sm"
            busy={isLoadingMore}
            busyLabel="Loading"
            list="section"
            rows="[data-row-link]"
            onMore={loadMore}
          >
            Show older
          </MoreButton>
        </div>
      ) : null}
    </Card>
  );
}

/**
 * Rows keep their places while new ones arrive; those wait behind a bar. Elsewhere than in the inbox nothing arrives by
 * itself.
 */
function useArranged(groups: readonly NoticeGroup[], tab: NotificationTab) {
  const [known, setKnown] = useState<readonly Place[] | null>(null);
  const { shown, waiting } = arrange(groups, tab === "inbox" ? known : null);
  const ids = shown.map(({ subject }) => subject.id);
  const isKnown = (id: string): boolean => known?.some((place) => place.id === id) === true;
  if (!ids.every(isKnown)) setKnown([...(known ?? []).filter(({ id }) => !ids.includes(id)), ...shown.map(placeOf)]);
  return { shown, waiting, showAll: () => setKnown(groups.map(placeOf)) };
}

function LoadedNotices({
  groups,
  tab,
  hasSingleKeys,
}: {
  groups: readonly NoticeGroup[];
  tab: NotificationTab;
  hasSingleKeys: boolean;
}) {
  const list = useRef<HTMLDivElement>(null);
  const mayChange = useMayChange();
  const commands = useNoticeCommands();
  const { shown, waiting, showAll } = useArranged(groups, tab);
  const wasNew = useMarkSeen(tab === "inbox" ? shown : []);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = shown.filter(({ subject }) => selected.has(subject.id));

  function select(ids: readonly string[], isSelected: boolean): void {
    setSelected(new Set([...selected].filter((id) => !ids.includes(id)).concat(isSelected ? ids : [])));
  }
  function leave(subjectId: string): void {
    focusNeighbour(list.current, subjectId);
    select([subjectId], false);
  }
  const withGroup = (act: (group: NoticeGroup) => void) => (subjectId: string) => {
    const group = shown.find(({ subject }) => subject.id === subjectId);
    if (group) act(group);
  };
  useListKeys(
    list,
    keysOf({ tab, commands, mayChange, withGroup, leave, list, toggle: (id) => select([id], !selected.has(id)) }),
    hasSingleKeys,
  );

  return (
    <>
      {waiting > 0 ? <WaitingBar list={list} waiting={waiting} onShow={showAll} /> : null}
      {mayChange ? (
        <ListHeader
          total={shown.length}
          selected={chosen.length}
          hasSingleKeys={hasSingleKeys && tab === "inbox"}
          onSelectAll={(isAll) => setSelected(new Set(isAll ? shown.map(({ subject }) => subject.id) : []))}
        />
      ) : null}
      <div ref={list}>
        {sectionsOf(shown, tab).map(({ title, isTitled, groups: within }) => (
          <NoticeSection key={title} title={title} isTitled={isTitled} total={within.length}>
            {within.map((group) => (
              <NoticeRow
                key={group.subject.id}
                group={group}
                tab={tab}
                progress={progressOf(group, wasNew, tab)}
                isSelected={selected.has(group.subject.id)}
                onSelect={(isSelected) => select([group.subject.id], isSelected)}
                commands={commands}
                mayChange={mayChange}
                onLeave={() => leave(group.subject.id)}
                onActed={() => focusNext(list.current, group.subject.id)}
              />
            ))}
          </NoticeSection>
        ))}
      </div>
      {chosen.length > 0 ? (
        <BulkBar
          chosen={chosen}
          tab={tab}
          commands={commands}
          onDone={(areLeaving) => {
            focusPast(list.current, selected, areLeaving);
            setSelected(new Set());
          }}
        />
      ) : null}
    </>
  );
}

/** What arrived meanwhile, above the rows that keep their places. */
function WaitingBar(props: { list: RefObject<HTMLElement | null>; waiting: number; onShow: () => void }) {
  const { list, waiting, onShow } = props;
  return (
    <button
      type="button"
      onClick={() => {
        onShow();
        focusFirst(list.current);
      }}
      className="flex w-full items-center justify-center gap-1.5 border-b border-line bg-info-wash px-4 py-2 text-sm font-medium text-info -outline-offset-2 hover:underline [&_svg]:size-4"
    >
      <ArrowUp aria-hidden />
      {waitingText(waiting)}
    </button>
  );
}

interface SectionOfRows {
  readonly title: string;
  /** Whether the title is shown: alone it would say nothing the page does not. */
  readonly isTitled: boolean;
  readonly groups: readonly NoticeGroup[];
}

const TAB_TITLES: Readonly<Record<NotificationTab, string>> = {
  inbox: "Updates",
  snoozed: "Snoozed",
  archived: "Archived",
};

/** The inbox in two: what asks something of the reader, and what only tells. */
function sectionsOf(groups: readonly NoticeGroup[], tab: NotificationTab): SectionOfRows[] {
  const asks = groups.filter(({ section }) => section === "needsYou");
  const updates = groups.filter(({ section }) => section === "updates");
  return [
    { title: "Needs you", isTitled: true, groups: asks },
    { title: TAB_TITLES[tab], isTitled: asks.length > 0, groups: updates },
  ].filter((section) => section.groups.length > 0);
}

function NoticeSection(props: { title: string; isTitled: boolean; total: number; children: ReactNode }) {
  const { title, isTitled, total, children } = props;
  return (
    <>
      {isTitled ? (
        <h2 className="flex min-h-9 items-center gap-1.5 border-b border-line bg-sunken px-3 text-sm font-medium text-ink-soft sm:px-4">
          {title}
          <span className="font-normal text-muted tabular-nums">{total}</span>
        </h2>
      ) : null}
      <ul aria-label={title} className="border-b border-line last:border-b-0">
        {children}
      </ul>
    </>
  );
}

/** What the letters do on the row that has the focus. */
function keysOf(parts: {
  tab: NotificationTab;
  commands: NoticeCommands;
  mayChange: boolean;
  withGroup: (act: (group: NoticeGroup) => void) => (subjectId: string) => void;
  leave: (subjectId: string) => void;
  list: { readonly current: HTMLElement | null };
  toggle: (subjectId: string) => void;
}): RowKeys {
  const { tab, commands, mayChange, withGroup, leave, list, toggle } = parts;
  if (!mayChange) return {};
  const away = (act: (group: NoticeGroup) => void) =>
    withGroup((group) => {
      leave(group.subject.id);
      act(group);
    });
  if (tab !== "inbox") return { x: toggle };
  return {
    x: toggle,
    e: away((group) => void commands.archive([group])),
    r: withGroup((group) => void commands.read([group])),
    // The row's own menu opens, as if its button were pressed.
    h: (subjectId: string) =>
      list.current
        ?.querySelector<HTMLElement>(`[data-notice-row="${CSS.escape(subjectId)}"] [data-row-snooze]`)
        ?.click(),
  };
}

const KEY_HINTS = [
  ["J K", "move"],
  ["E", "archive"],
  ["H", "snooze"],
  ["R", "read"],
  ["X", "select"],
] as const;

function ListHeader(props: {
  total: number;
  selected: number;
  hasSingleKeys: boolean;
  onSelectAll: (isAll: boolean) => void;
}) {
  const { total, selected, hasSingleKeys, onSelectAll } = props;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line bg-sunken px-3 py-1.5 text-sm text-muted sm:px-4">
      <Checkbox
        label={
          <span className="text-sm text-muted">
            {selected > 0 ? `${selected} selected` : count(total, "conversation")}
          </span>
        }
        checked={total > 0 && selected === total}
        indeterminate={selected > 0 && selected < total}
        onCheckedChange={onSelectAll}
      />
      {hasSingleKeys ? (
        <p className="flex items-center gap-3 max-lg:hidden pointer-coarse:hidden">
          {KEY_HINTS.map(([keys, does]) => (
            <span key={keys} className="flex items-center gap-1 text-xs">
              <Kbd keys={keys} /> {does}
            </span>
          ))}
        </p>
      ) : null}
    </div>
  );
}

function LoadingNotices() {
  return (
    <Card>
      <SkeletonGroup label="Loading notifications" className="flex flex-col">
        <div className="h-9 border-b border-line bg-sunken" />
        {[0, 1, 2, 3, 4].map((row) => (
          <div key={row} className="flex flex-col gap-2 border-b border-line py-3 pr-4 pl-14 last:border-b-0">
            <Skeleton className="w-64 max-w-full" />
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="h-3 w-32" />
          </div>
        ))}
      </SkeletonGroup>
    </Card>
  );
}
