/** Why a signed-in page shows nothing yet, once it has waited longer than opening takes. */

/** What keeps it from opening: the backend refuses the session, or does not answer. */
export type NotIn = "refused" | "unreachable";

/** Longer than any page takes to be accepted: a token, a socket, and the client's own tries with fresh tokens. */
export const WAIT_MS = { refused: 4_000, unreachable: 8_000 } as const;

/** What is in the way right now, or null while the page is only on its way. */
export function whatIsInTheWay({
  isRefused,
  isConnected,
}: {
  readonly isRefused: boolean;
  readonly isConnected: boolean;
}): NotIn | null {
  if (!isConnected) return "unreachable";
  return isRefused ? "refused" : null;
}
