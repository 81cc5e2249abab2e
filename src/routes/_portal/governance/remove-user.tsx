import { createFileRoute } from "@tanstack/react-router";
import { RemoveUser } from "../../../features/people/remove/remove";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/governance/remove-user")({
  validateSearch: (search): { from?: "snowflake" } => (search["from"] === "snowflake" ? { from: "snowflake" } : {}),
  head: () => pageHead("removeUser"),
  component: RemoveUserPage,
});

function RemoveUserPage() {
  const { from = "portal" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="removeUser">
      <RemoveUser
        from={from}
        onFrom={(next) =>
          void navigate({ search: next === "snowflake" ? { from: next } : {}, replace: true, resetScroll: false })
        }
      />
    </CapabilityGate>
  );
}
