import { createFileRoute } from "@tanstack/react-router";
import { RemoveUser } from "../../../features/people/remove/remove";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/governance/remove-user")({
  validateSearch: (search): { from?: "snowflake"; user?: string; successor?: string; domains?: string } => ({
    ...(search["from"] === "snowflake" && { from: "snowflake" }),
    ...(typeof search["user"] === "string" && { user: search["user"] }),
    ...(typeof search["successor"] === "string" && { successor: search["successor"] }),
    ...(typeof search["domains"] === "string" && { domains: search["domains"] }),
  }),
  head: () => pageHead("removeUser"),
  component: RemoveUserPage,
});

function RemoveUserPage() {
  const { from = "portal", user, successor, domains } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="removeUser">
      <RemoveUser
        from={from}
        linked={{ user, successor, domains }}
        onFrom={(next) =>
          void navigate({ search: next === "snowflake" ? { from: next } : {}, replace: true, resetScroll: false })
        }
      />
    </CapabilityGate>
  );
}
