/** Why a page stays closed to who is signed in, and what opens it. */

import { CAPABILITIES, type Capability, whoMayOpen } from "../../convex/access/rules";
import type { Viewer } from "./session";

/** Whose eyes it is seen through, and whether only seen. */
type Impersonation = Pick<NonNullable<Viewer["impersonation"]>, "mode" | "name"> | null;

/** In words; whoever impersonates somebody is told what that has to do with it. */
export function whyClosed(capability: Capability | undefined, impersonation: Impersonation): string {
  const rule = capability && CAPABILITIES[capability];
  const open = `It is open to ${whoMayOpen(capability)}`;
  if (!rule || impersonation === null) return `${open}. A super admin can grant you the role.`;
  const { name, mode } = impersonation;
  if (rule.whileImpersonating === "acting" && mode === "view")
    return `You are only viewing the portal as ${name}. Act for them to open it.`;
  if (rule.whileImpersonating === "never")
    return `Nobody can open it while they impersonate somebody. Stop ${mode === "act" ? "acting" : "viewing"} as ${name} first.`;
  return `You see what ${name} sees. ${open}.`;
}
