import { useCallback, useState } from "react";
import { type AuthFailed, type AuthResult, type LinkPurpose, useAuth } from "../../../shell/session";
import { useOnce } from "./use-once";

/** A mailed link on its page: its token, and whether it can still be used (null while that is being asked). */
export interface OpenedLink {
  readonly token: string;
  readonly outcome: AuthResult | null;
}

/**
 * Takes the token out of the page's address and asks whether its link still works; one without a token fails as
 * `broken` says.
 */
export function useOpenedLink(token: string | undefined, purpose: LinkPurpose, broken: AuthFailed): OpenedLink {
  const auth = useAuth();
  const [taken] = useState(token ?? "");
  const open = useCallback(async (): Promise<AuthResult> => {
    // The link works for an hour: it does not stay in the address bar or the history.
    window.history.replaceState(window.history.state, "", window.location.pathname);
    return taken === "" ? broken : auth.openLink({ token: taken, purpose });
  }, [auth, taken, purpose, broken]);
  return { token: taken, outcome: useOnce(open) };
}
