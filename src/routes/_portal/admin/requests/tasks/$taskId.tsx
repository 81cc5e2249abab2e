import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../../../-open-ahead";
import { useReadableAddress } from "../../../../../components/linked/readable-address";
import { AlsoHere } from "../../../../../features/presence/also-here";
import { TaskPage } from "../../../../../features/tasks/page/task-page";
import { parseTaskSearch } from "../../../../../features/tasks/search";
import { pageHead } from "../../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/admin/requests/tasks/$taskId")({
  validateSearch: parseTaskSearch,
  loader: (at) => openAhead("taskAsAdmin", at),
  head: () => pageHead("taskAsAdmin"),
  component: OneTask,
});

function OneTask() {
  const { taskId } = Route.useParams();
  const { tab = "work" } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { openedAs, onAddress } = useReadableAddress(
    taskId,
    (address, how) => void navigate({ params: { taskId: address }, ...how }),
  );
  return (
    <TaskPage
      taskId={openedAs}
      onAddress={onAddress}
      isAdminFrame
      tab={tab}
      onTab={(next) => void navigate({ search: parseTaskSearch({ tab: next }), replace: true, resetScroll: false })}
      alsoHere={(request) => <AlsoHere request={request} page="task" />}
    />
  );
}
