import { createFileRoute } from "@tanstack/react-router";
import { PermissionPage } from "../../../features/permissions/permission-page";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/admin/permissions")({
  head: () => pageHead("permissions"),
  component: () => (
    <CapabilityGate page="permissions">
      <PermissionPage />
    </CapabilityGate>
  ),
});
