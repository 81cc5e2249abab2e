import { useCallback, useState } from "react";
import { authMessage } from "../../../shell/auth/errors";
import { type AuthResult, useAuth } from "../../../shell/session";
import { useOnce } from "./use-once";

/** A mailed link on its page: its token, and whether it can still be used (null while that is being asked). */
export interface OpenedLink {
  readonly token: string;
  readonly outcome: AuthResult | null;
}

const UNUSABLE = { "verify-email": ["verification_failed", "verification"], "reset-password": ["link_invalid", "other"] } as const;

/** Takes the token out of the page's address and asks whether its link still works. */
export function useOpenedLink(token: string | undefined, purpose: "verify-email" | "reset-password"): OpenedLink {
  const auth = useAuth();
  const [taken] = useState(token ?? "");
  const open = useCallback(async (): Promise<AuthResult> => {
    // The link works for an hour: it does not stay in the address bar or the history.
    window.history.replaceState(window.history.state, "", window.location.pathname);
    const [code, flow] = UNUSABLE[purpose];
    return taken === "" ? { ok: false, code, message: authMessage(code, flow) } : auth.openLink({ token: taken, purpose });
  }, [auth, taken, purpose]);
  return { token: taken, outcome: useOnce(open) };
}
