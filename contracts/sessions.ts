/** Where somebody else is signed in, as those who look after people see it: nothing that could be used to sign in. */

/** One session. Times are milliseconds; the address it came from stays its owner's. */
export interface PersonSession {
  readonly id: string;
  readonly userAgent: string;
  readonly startedAt: number;
  readonly lastSeenAt: number;
}
