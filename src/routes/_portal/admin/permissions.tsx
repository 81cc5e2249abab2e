import { createFileRoute } from "@tanstack/react-router";
import { PermissionPage } from "../../../features/permissions/permission-page";
import { CapabilityGate } from "../../../shell/capability-gate";
import { menuOf } from "../../../shell/frame/menu-of";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/admin/permissions")({
  head: () => pageHead("permissions"),
  component: () => (
    <CapabilityGate page="permissions">
      <PermissionPage menuOf={menuOf} />
    </CapabilityGate>
  ),
});
