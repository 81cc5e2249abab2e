import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../-open-ahead";
import { Notifications } from "../../features/notifications/notifications";
import { parseNoticeSearch } from "../../features/notifications/search";
import { pageHead } from "../../shell/frame/title";
import { singleKeys } from "../../shell/keyboard/single-keys";

export const Route = createFileRoute("/_portal/notifications")({
  validateSearch: parseNoticeSearch,
  loader: (at) => openAhead("notifications", at),
  head: () => pageHead("notifications"),
  component: NotificationsPage,
});

function NotificationsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const hasSingleKeys = singleKeys.useFlag();
  return (
    <Notifications
      search={search}
      hasSingleKeys={hasSingleKeys}
      onSearch={(next) => void navigate({ search: parseNoticeSearch({ ...next }), replace: true, resetScroll: false })}
    />
  );
}
