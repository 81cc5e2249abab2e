import { createFileRoute } from "@tanstack/react-router";
import { Environment } from "../../../features/environment/environment";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

interface EnvironmentSearch {
  /** Which errors of pages are shown: those with all of these words. */
  errors?: string;
}

export const Route = createFileRoute("/_portal/superadmin/environment")({
  validateSearch: ({ errors }: Readonly<Record<string, unknown>>): EnvironmentSearch =>
    (typeof errors === "string" && errors !== "") || typeof errors === "number" ? { errors: String(errors) } : {},
  head: () => pageHead("environment"),
  component: EnvironmentPage,
});

function EnvironmentPage() {
  const { errors = "" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="environment">
      <Environment
        query={errors}
        onQuery={(next) =>
          void navigate({ search: next === "" ? {} : { errors: next }, replace: true, resetScroll: false })
        }
      />
    </CapabilityGate>
  );
}
