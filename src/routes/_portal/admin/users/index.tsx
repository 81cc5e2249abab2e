import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { openAhead } from "../../../-open-ahead";
import { parseUsersSearch, type UsersSearch } from "../../../../features/people/directory/search";
import { Users } from "../../../../features/people/directory/users";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";
import { useViewer, whyNotExport } from "../../../../shell/session";
import { importing } from "./-person-slots";

export const Route = createFileRoute("/_portal/admin/users/")({
  validateSearch: parseUsersSearch,
  loader: (at) => openAhead("users", at),
  head: () => pageHead("users"),
  component: UsersPage,
});

function UsersPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const viewer = useViewer();
  const changeSearch = useCallback(
    (next: UsersSearch, how: "push" | "replace") =>
      void navigate({ search: next, replace: how === "replace", resetScroll: false }),
    [navigate],
  );
  return (
    <CapabilityGate page="users">
      {viewer ? (
        <Users
          search={search}
          onSearch={changeSearch}
          whyNotExport={whyNotExport(viewer)}
          importing={importing(viewer.capabilities)}
        />
      ) : null}
    </CapabilityGate>
  );
}
