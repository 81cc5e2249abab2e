/** How a socket is closed: the number tells the client how to count it, the reason how long to back off. */

export interface CloseReason {
  readonly code: number;
  readonly reason: string;
}

const NORMAL = new Set(["NotFound", "PaginationLimit", "Forbidden", "ClientDisconnect", "UnusedConnection"]);
const TRY_AGAIN = new Set([
  "OptimisticConcurrencyControlFailure",
  "OutOfRetention",
  "Overloaded",
  "TooManyConcurrentMutations",
  "TooManyConcurrentActions",
  "TooManyConcurrentRequests",
  "CommitterFullError",
  "SubscriptionsWorkerFullError",
  "RateLimited",
  "Misdirected",
  "SystemTimeoutError",
  "ServiceRestart",
]);
const MAX_REASON_BYTES = 123;

/** 1000 normal, 1009 a message too large, 1013 try again later, 1011 anything else. */
export function closeFor(code: string): CloseReason {
  const reason = code.slice(0, MAX_REASON_BYTES);
  if (code === "MessageTooLarge") return { code: 1009, reason };
  return { code: NORMAL.has(code) ? 1000 : TRY_AGAIN.has(code) ? 1013 : 1011, reason };
}
