import { useState } from "react";
import { normalizeEmail, whyNotEmail } from "../../../../contracts/sign-in";
import type { AuthResult } from "../../../shell/session";
import { useAuthForm } from "./use-auth-form";

/**
 * A form with one address to which a link is mailed, as often as its person asks.
 * @param send asks for the link; gets the address trimmed and in lower case.
 * @returns what the form needs, and `sentTo`: the address of the last link, null before the first.
 */
export function useMailedLink(send: (email: string) => Promise<AuthResult>) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useAuthForm({
    fields: ["email"],
    check: ({ email }) => {
      const problem = whyNotEmail(email);
      return problem === null ? {} : { email: problem };
    },
    send: ({ email }) => send(normalizeEmail(email)),
    done: (_result, { email }) => setSentTo(normalizeEmail(email)),
  });
  return { ...form, sentTo };
}
