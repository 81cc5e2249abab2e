import type { RoleName } from "../../../convex/access/roles";
import { useViewer } from "../../shell/session";
import { rolesText } from "./person-words";

/** Which roles the viewer holds, in words, and where they belong. */
export function YourRoles() {
  const viewer = useViewer();
  if (!viewer) return null;
  const roles: readonly RoleName[] = viewer.roles;
  return (
    <p className="text-sm text-muted">
      You are {rolesText(roles)}
      {viewer.businessArea ? ` in ${viewer.businessArea}` : ""}.
    </p>
  );
}
