import { CheckCheck } from "lucide-react";
import { useRef } from "react";
import { PAGES } from "../../../convex/site/pages";
import { useLeftAt } from "../../components/listing/use-left-at";
import { QueryBoundary } from "../../components/query-boundary";
import { count } from "../../lib/text";
import { useEyes } from "../../shell/session";
import { Button } from "../../ui/button";
import { PageHeader } from "../../ui/page/page-header";
import { Tabs } from "../../ui/page/tabs";
import { useHasUnread, useMayChange, useUnseenCount } from "./api";
import { NoticeList } from "./list/notice-list";
import { useNoticeCommands } from "./list/use-commands";
import { READ_ONLY_REASON } from "./read-only";
import type { NoticeSearch, NoticeTab } from "./search";
import { SettingsPanel } from "./settings-panel";

/** What the URL holds, how to change it, and whether single letters are shortcuts. */
export interface NotificationsProps {
  readonly search: NoticeSearch;
  readonly onSearch: (search: NoticeSearch) => void;
  readonly hasSingleKeys: boolean;
}

/** Everything the viewer is told, and what they want to be told. */
export function Notifications({ search, onSearch, hasSingleKeys }: NotificationsProps) {
  const unseen = useUnseenCount();
  const tab = search.tab ?? "inbox";
  const box = useRef<HTMLDivElement>(null);
  useLeftAt(useEyes(), `notifications ${tab}`, box);
  const list = (name: Exclude<NoticeTab, "settings">) => (
    <QueryBoundary title="Your notifications did not load">
      <NoticeList key={name} tab={name} hasSingleKeys={hasSingleKeys} />
    </QueryBoundary>
  );
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Notifications"
        // Not “Nothing new”: what was seen and not read still has its dot.
        context={unseen === 0 ? PAGES.notifications.does : count(unseen, "new notification")}
        actions={tab === "inbox" ? <ReadAllButton /> : null}
      />
      <div ref={box}>
        <Tabs
          label="Notifications"
          value={tab}
          onValueChange={(next) => onSearch({ tab: next })}
          items={[
            { value: "inbox", label: "Inbox", panel: list("inbox") },
            { value: "snoozed", label: "Snoozed", panel: list("snoozed") },
            { value: "archived", label: "Archived", panel: list("archived") },
            {
              value: "settings",
              label: "Settings",
              panel: (
                <QueryBoundary title="Your choices did not load">
                  <SettingsPanel />
                </QueryBoundary>
              ),
            },
          ]}
        />
      </div>
    </div>
  );
}

function ReadAllButton() {
  const mayChange = useMayChange();
  const hasUnread = useHasUnread();
  const { readAll } = useNoticeCommands();
  const whyNot = mayChange ? (hasUnread ? null : "Everything has already been read") : READ_ONLY_REASON;
  return (
    <Button variant="outline" disabledReason={whyNot} onClick={() => void readAll()}>
      <CheckCheck aria-hidden />
      Mark all as read
    </Button>
  );
}
