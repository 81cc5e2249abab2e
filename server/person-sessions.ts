/**
 * Where somebody is signed in, for those who look after people. The backend decides by the caller's token whether they
 * may know; only then is the sign-in store read.
 */

import * as z from "zod";
import type { PersonSession } from "../contracts/sessions.ts";
import type { Backend } from "./backend/port.ts";

/** Ids of the backend are 32 characters; whatever is longer is none. */
const MAX_ID_LENGTH = 64;

const account = z.object({ tokenIdentifier: z.string().nullable() }).nullable();

/** What the sessions are read from. */
export interface PersonSessionsSource {
  readonly backend: Pick<Backend, "query" | "queryAs">;
  /** The open sessions of an account, by the name its tokens bear. */
  readonly sessionsOf: (tokenIdentifier: string) => Promise<readonly PersonSession[]>;
}

/** The open sessions of a person, last used first; null for callers who may not know them, and for unknown people. */
export async function personSessionsFor(
  { backend, sessionsOf }: PersonSessionsSource,
  token: string | null,
  personId: unknown,
): Promise<readonly PersonSession[] | null> {
  if (token === null || typeof personId !== "string" || personId.length > MAX_ID_LENGTH) return null;
  // Refused, an id of nobody, or not answered: either way nothing is read.
  const may = await backend.queryAs(token, "people/queries:maySeeSessions", { personId }).catch(() => false);
  if (may !== true) return null;
  const found = account.parse(await backend.query("people/internal:accountOf", { personId }));
  if (found === null) return null;
  const sessions = found.tokenIdentifier === null ? [] : await sessionsOf(found.tokenIdentifier);
  return sessions.toSorted((a, b) => b.lastSeenAt - a.lastSeenAt);
}
