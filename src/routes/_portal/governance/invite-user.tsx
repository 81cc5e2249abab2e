import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../-open-ahead";
import { InviteUser } from "../../../features/people/invite/invite";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/governance/invite-user")({
  validateSearch: (search): { to?: "snowflake" } => (search["to"] === "snowflake" ? { to: "snowflake" } : {}),
  loader: (at) => openAhead("inviteUser", at),
  head: () => pageHead("inviteUser"),
  component: InviteUserPage,
});

function InviteUserPage() {
  const { to = "portal" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="inviteUser">
      <InviteUser
        to={to}
        onTo={(next) =>
          void navigate({ search: next === "snowflake" ? { to: next } : {}, replace: true, resetScroll: false })
        }
      />
    </CapabilityGate>
  );
}
