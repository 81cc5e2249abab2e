/** Signing in by the link of an invitation. */

import { PROVIDER_MESSAGES } from "../../../contracts/auth-errors";
import { pathTo } from "../../../convex/site/links";
import type { AuthAdapter, AuthResult } from "./adapter";

/** What the link carried. */
export interface Invitation {
  readonly email: string;
  readonly password: string;
  readonly taskId: string;
}

/** The name under which the first script of the page keeps the values of the address; it answers once. */
const INVITATION_GLOBAL = "__portalInvitation";
const TASK_ID_SHAPE = /^[A-Za-z0-9_-]{1,64}$/;

/** Takes the values the page's first script removed from the address. They exist nowhere afterwards. */
export function takeInvitation(page: object): Invitation | null {
  const take: unknown = Reflect.get(page, INVITATION_GLOBAL);
  const values: unknown = typeof take === "function" ? take() : null;
  Reflect.deleteProperty(page, INVITATION_GLOBAL);
  if (typeof values !== "object" || values === null) return null;
  const { email, password, taskId } = values as Record<string, unknown>;
  if (typeof email !== "string" || typeof password !== "string" || email === "" || password === "") return null;
  return { email, password, taskId: typeof taskId === "string" ? taskId : "" };
}

/** Signs in with the link's values; somebody who is signed in already simply goes on. */
export async function autoSignIn(adapter: AuthAdapter, invitation: Invitation): Promise<AuthResult> {
  const result = await adapter.autoSignIn({
    email: invitation.email.trim().toLowerCase(),
    password: invitation.password,
  });
  if (!result.ok) {
    if (result.code !== "session_exists") return result;
    await adapter.revalidate();
    return { ok: true };
  }
  if (result.status === "complete") return { ok: true };
  return { ok: false, code: "unknown", message: PROVIDER_MESSAGES.signInIncomplete };
}

/** The page of the task the link was about, or Home when it names none. */
export function invitationTarget(taskId: string): string {
  return TASK_ID_SHAPE.test(taskId) ? pathTo("task", { taskId }) : pathTo("home");
}
