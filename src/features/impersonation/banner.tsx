import { useLocation, useRouter } from "@tanstack/react-router";
import { Eye, PenLine } from "lucide-react";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { staysOwn } from "../../../convex/access/rules";
import { pathTo } from "../../../convex/site/links";
import { type PageId, pageOf } from "../../../convex/site/pages";
import { pageAt } from "../../../convex/site/place";
import { useAct } from "../../components/form/use-act";
import { useLastingCommands } from "../../components/page-commands";
import type { Viewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { cn } from "../../ui/cn";
import { lazyPart } from "../../ui/lazy-part";
import { useNow } from "../../ui/text/use-now";
import { toast } from "../../ui/toast/toast";
import { useImpersonationCommands } from "./api";
import { markedTitle, tabMark, timeLeft } from "./impersonation-words";
import { returnTo } from "./return-to";
import { endOf, impersonationState, useImpersonationState } from "./state";

const ActDialog = lazyPart(() => import("./act-dialog").then((part) => part.ActDialog));

type Shown = NonNullable<Viewer["impersonation"]>;

/**
 * Follows the server's record: says on every page and in the tab's title through whose eyes one looks, and when that is
 * over in a window that did not end it.
 */
export function ImpersonationBanner({ record }: { record: Viewer["impersonation"] }) {
  useEffect(() => impersonationState.sync(record), [record]);
  useTabMark(record && tabMark(record.mode, record.name));
  const noteStop = useEndSaid(record);
  return record ? <Bar record={record} onStop={noteStop} /> : null;
}

/** Says that it is over, unless it was stopped here: what notes that is answered. */
function useEndSaid(record: Viewer["impersonation"]): (sessionId: string) => void {
  const stopped = useRef<string | null>(null);
  const last = useRef<Shown | null>(null);
  useEffect(() => {
    const before = last.current;
    last.current = record;
    if (before === null || before.sessionId === record?.sessionId || stopped.current === before.sessionId) return;
    toast.warning(`You no longer see the portal as ${before.name}`);
  }, [record]);
  return useCallback((sessionId: string) => {
    stopped.current = sessionId;
  }, []);
}

/** Keeps the tab's title true, also when a page brings its own. */
function useTabMark(mark: string | null): void {
  useEffect(() => {
    const write = (): void => {
      const wanted = markedTitle(mark, document.title);
      if (document.title !== wanted) document.title = wanted;
    };
    write();
    if (mark === null) return;
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [mark]);
  useEffect(() => () => void (document.title = markedTitle(null, document.title)), []);
}

/** A page that is left sooner was not looked at. */
const ON_THE_WAY_MS = 1000;

/** Says which of the other's pages are opened here; they stand in the record of its end. */
function useOpenedSaid(sessionId: Id<"impersonationSessions">): void {
  const { opened } = useImpersonationCommands();
  const page = useLocation({ select: ({ pathname }) => pageAt(pathname) });
  useEffect(() => {
    if (page === null) return;
    // Whether it was noted or not, the page is there. One that is left at once was only on the way.
    const timer = setTimeout(() => void opened({ sessionId, page }).catch(() => undefined), ON_THE_WAY_MS);
    return () => clearTimeout(timer);
  }, [opened, sessionId, page]);
}

/** Whether what is done on this page is done as oneself, as on those of super admins. */
function isOwnPage(page: PageId | null): boolean {
  const { capability } = page === null ? {} : pageOf(page);
  return capability !== undefined && staysOwn(capability);
}

/** The palette of every page stops it, too. */
function useStopOffered({ mode, name }: Shown, end: () => Promise<void>): void {
  const label = `Stop ${mode === "act" ? "acting" : "viewing"} as ${name}`;
  useLastingCommands({ about: "Impersonation", commands: [{ label, run: () => void end() }] });
}

function Bar({ record, onStop }: { record: Shown; onStop: (sessionId: string) => void }) {
  const state = useImpersonationState();
  const router = useRouter();
  const { look, stop } = useImpersonationCommands();
  const { isBusy, act } = useAct();
  // Of its own: stopping never waits until something else was answered.
  const stopping = useAct();
  const [isAsking, setAsking] = useState(false);
  const isActing = record.mode === "act";
  const Icon = isActing ? PenLine : Eye;
  const sessionId = record.sessionId as Id<"impersonationSessions">;
  useOpenedSaid(sessionId);
  const until = record.actExpiresAt ?? endOf(state, record);

  async function end(): Promise<void> {
    onStop(sessionId);
    if (!(await stopping.act("It did not stop", () => stop({ sessionId })))) return;
    impersonationState.end();
    await router.navigate({
      href: returnTo.take() ?? pathTo("person", { personId: record.impersonatingUserId }),
    });
  }

  useStopOffered(record, end);

  return (
    <section
      aria-label="Impersonation"
      data-impersonating={record.mode}
      className={cn(
        "sticky top-0 z-40 flex h-(--above-page) items-center gap-2 border-b px-3 text-sm sm:px-6 print:hidden",
        isActing ? "border-danger-line bg-danger-wash" : "border-warning-line bg-warning-wash",
      )}
    >
      <Icon aria-hidden className={cn("size-4 shrink-0", isActing ? "text-danger" : "text-warning")} />
      <Words record={record} until={until} />
      {isActing ? (
        <Button
          size="sm"
          variant="outline"
          busy={isBusy}
          disabledReason={stopping.isBusy ? "Stopping" : null}
          onClick={() => void act("You still act for them", () => look({ sessionId }))}
        >
          View only
        </Button>
      ) : (
        <Button
          size="sm"
          variant="outline"
          disabledReason={stopping.isBusy ? "Stopping" : null}
          onClick={() => setAsking(true)}
        >
          Act for them
        </Button>
      )}
      <Button size="sm" busy={stopping.isBusy} busyLabel="Stopping..." onClick={() => void end()}>
        Stop
      </Button>
      {isAsking ? (
        <Suspense fallback={null}>
          <ActDialog sessionId={sessionId} name={record.name} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** Through whose eyes, for how long, and where what is done is one's own. */
function Words({ record, until }: { record: Shown; until: number }) {
  const now = useNow();
  const isOwn = useLocation({ select: ({ pathname }) => isOwnPage(pageAt(pathname)) });
  return (
    <p className="flex min-w-0 flex-1 items-baseline gap-x-1.5 max-sm:flex-col max-sm:text-xs">
      <span className="max-w-full truncate text-ink">
        {record.mode === "act" ? "Acting as " : "Viewing as "}
        <strong className="font-semibold">{record.name}</strong>
      </span>
      <span className="shrink-0 text-ink-soft">
        <span aria-hidden className="max-sm:hidden">
          ·{" "}
        </span>
        {isOwn ? (
          <>
            As yourself on this page
            <span aria-hidden className="max-sm:hidden">
              {" "}
              ·{" "}
            </span>
          </>
        ) : null}
        <span className={cn(isOwn && "max-sm:hidden")}>{timeLeft(until, now)}</span>
      </span>
    </p>
  );
}
