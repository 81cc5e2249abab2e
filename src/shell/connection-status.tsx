import { useConvex } from "convex/react";
import { CloudOff, RefreshCw } from "lucide-react";
import { useCallback, useSyncExternalStore } from "react";
import { Badge } from "../ui/text/badge";
import { type Connection, connectionFrom } from "./connection";

function useConnection(): Connection {
  const client = useConvex();
  const subscribe = useCallback(
    (changed: () => void) => {
      const stop = client.subscribeToConnectionState(changed);
      window.addEventListener("online", changed);
      window.addEventListener("offline", changed);
      return () => {
        stop();
        window.removeEventListener("online", changed);
        window.removeEventListener("offline", changed);
      };
    },
    [client],
  );
  return useSyncExternalStore(
    subscribe,
    () => connectionFrom(client.connectionState(), navigator.onLine),
    () => "connected",
  );
}

/** Whether the live connection stands right now. */
export function useIsConnected(): boolean {
  return useConnection() === "connected";
}

const looks = {
  connecting: { label: "Connecting", help: "Opening the live connection", Icon: RefreshCw, variant: "neutral" },
  reconnecting: {
    label: "Reconnecting",
    help: "What you see may be a little old. Nothing you typed is lost.",
    Icon: RefreshCw,
    variant: "warning",
  },
  offline: {
    label: "Offline",
    help: "What you see may be old. Nothing you typed is lost.",
    Icon: CloudOff,
    variant: "warning",
  },
} as const;

/**
 * Says when the page is not live; silent while it is. Appears after a moment, so that a blink of the network does not.
 */
export function ConnectionStatus() {
  const connection = useConnection();
  const look = connection === "connected" ? null : looks[connection];
  return (
    <div role="status" title={look?.help} className="flex items-center">
      {look ? (
        <Badge variant={look.variant} icon={<look.Icon aria-hidden />} className="late-appear">
          {look.label}
        </Badge>
      ) : null}
    </div>
  );
}
