/** How the page stands with the backend, in the words of the top bar. */
export type Connection = "connected" | "connecting" | "reconnecting" | "offline";

/** What the decision needs of the client's own connection state. */
export interface ConnectionFacts {
  isWebSocketConnected: boolean;
  hasEverConnected: boolean;
  connectionRetries: number;
}

/** Reads the client's connection state together with the browser's own idea of being online. */
export function connectionFrom(state: ConnectionFacts, isOnline: boolean): Connection {
  if (state.isWebSocketConnected) return "connected";
  if (!isOnline) return "offline";
  return state.hasEverConnected || state.connectionRetries > 0 ? "reconnecting" : "connecting";
}
