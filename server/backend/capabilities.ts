/** What whoever calls the server may do, as the backend says it of them now. */

import type { Capability } from "../../convex/access/rules.ts";
import type { Backend } from "./port.ts";

/** Whether the holder of a token has a capability. Refused (an ended session) or not answered: they have none. */
export async function holdsCapability(
  backend: Pick<Backend, "queryAs">,
  token: string,
  capability: Capability,
): Promise<boolean> {
  const me = await backend.queryAs(token, "people/queries:me").catch(() => null);
  if (typeof me !== "object" || me === null || !("capabilities" in me)) return false;
  return Array.isArray(me.capabilities) && me.capabilities.includes(capability);
}
