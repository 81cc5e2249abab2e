import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import useSWR from "swr";
import { type SessionSummary, useAuth } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { ConfirmDialog } from "../../../ui/floating/confirm-dialog";
import { EmptyState } from "../../../ui/page/empty-state";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { Badge } from "../../../ui/text/badge";
import { RelativeTime } from "../../../ui/text/relative-time";
import { toast } from "../../../ui/toast/toast";
import { deviceName, isHandheld, sortedSessions } from "../devices";

/** Reads the sessions again from elsewhere on the page: a password change ends the others. */
export function sessionsKey(userId: string): readonly [string, string] {
  return ["people/sessions", userId];
}

/** Where the viewer is signed in, and the way to end a session that is not theirs any more. */
export function SessionsList({ userId }: { userId: string }) {
  const { sessions, failure, refresh } = useSessions(userId);
  if (failure && !sessions) {
    return (
      <EmptyState
        kind="failed"
        title="Your sessions did not load"
        className="p-0"
        action={
          <Button variant="outline" onClick={refresh}>
            Try again
          </Button>
        }
      >
        {failure}
      </EmptyState>
    );
  }
  if (!sessions) {
    return (
      <SkeletonGroup label="Loading your sessions" className="flex flex-col gap-4 py-2">
        <Skeleton className="w-56" />
        <Skeleton className="w-64" />
      </SkeletonGroup>
    );
  }
  return (
    <ul className="max-w-xl rounded-md border border-line">
      {sortedSessions(sessions).map((session) => (
        <SessionItem key={session.id} session={session} onEnded={refresh} />
      ))}
    </ul>
  );
}

function useSessions(userId: string) {
  const auth = useAuth();
  const { data, error, mutate } = useSWR(sessionsKey(userId), () => auth.listSessions());
  const failure = data && !data.ok ? data.message : error ? "An error occurred. Please try again." : null;
  return { sessions: data?.ok ? data.sessions : null, failure, refresh: () => void mutate() };
}

function SessionItem({ session, onEnded }: { session: SessionSummary; onEnded: () => void }) {
  const device = deviceName(session.userAgent);
  const Icon = isHandheld(session.userAgent) ? Smartphone : Laptop;
  return (
    <li className="flex items-center gap-3 border-b border-line px-3 py-2.5 last:border-b-0">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-ink">
          {device}
          {session.isCurrent ? <Badge variant="secondary">This session</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          Last used <RelativeTime at={session.lastSeenAt} />
          {session.address ? <> · {session.address}</> : null}
        </p>
      </div>
      {session.isCurrent ? null : <EndSession id={session.id} device={device} onEnded={onEnded} />}
    </li>
  );
}

function EndSession({ id, device, onEnded }: { id: string; device: string; onEnded: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const auth = useAuth();

  async function end(): Promise<void> {
    const result = await auth.revokeSession(id);
    if (!result.ok) {
      toast.error("The session was not ended", { description: result.message });
      throw new Error(result.code);
    }
    toast.success(`${device} was signed out`);
    onEnded();
  }

  return (
    <>
      <Button variant="outline" size="sm" aria-label={`Sign out ${device}`} onClick={() => setAsking(true)}>
        Sign out
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Sign out ${device}?`}
        description="Whoever uses that browser has to sign in again. Unsaved work there is lost."
        confirmLabel="Sign out"
        busyLabel="Signing out"
        destructive
        onConfirm={end}
      />
    </>
  );
}
