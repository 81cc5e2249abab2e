/**
 * Who is signed in, for the whole page: the one door to it for features.
 *
 * How it works. The adapter (shell/auth) holds the session and its token. The live client takes its token
 * from there. At the first contact after signing in the backend is told, which makes or finds the person;
 * from then on `useViewer` follows that person's record live. When the session ends, wherever that
 * happened, the page goes to the sign-in page once.
 */

import { useLocation, useRouteContext, useRouter } from "@tanstack/react-router";
import { ConvexProviderWithAuth, useConvexAuth, useMutation, useQueries } from "convex/react";
import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { signInHref } from "../../contracts/redirect";
import { api } from "../../convex/_generated/api";
import type { Capability } from "../../convex/access/rules";
import { PAGES } from "../../convex/site/pages";
import { refusalCode } from "../lib/refusal-code";
import { keptMessages } from "../ui/toast/toast";
import type { AuthAdapter, SessionState } from "./auth/adapter";
import { authAdapter } from "./auth/current";
import { adoptRoot, loadRoot, type RootLoad } from "./auth/root-sign-in";
import { forgetNotedErrors } from "./noted";
import { liveClient, openClient, type PageClient } from "./page-client";
import { forgetRecentPages } from "./palette/recent-key";
import type { ThemePreference } from "./theme/preference";

export type { AuthAdapter, AuthFailed, AuthResult, LinkPurpose, SessionState, SessionSummary } from "./auth/adapter";

/** The signed-in person's record as screens see it. */
export type Viewer = NonNullable<typeof api.people.queries.me._returnType>;

/** The root route's load: nulls when nobody is signed in. */
export function loadAuth(): Promise<RootLoad> {
  return loadRoot();
}

interface PageSession {
  readonly adapter: AuthAdapter;
  /** What the server rendered the page with, and hydration starts from. */
  readonly initial: SessionState;
  /** Where the live client connects, when that is another origin. */
  readonly backendUrl: string | null;
  /** Which of a company's portals this is. */
  readonly environmentName: RootLoad["environmentName"];
}

const PageSessionContext = createContext<PageSession | null>(null);

function usePageSession(): PageSession {
  const session = useContext(PageSessionContext);
  if (session === null) throw new Error("SessionProvider is missing above this component");
  return session;
}

/** Signing in, out and everything around it. */
export function useAuth(): AuthAdapter {
  return usePageSession().adapter;
}

/** Which of a company's portals this is; null where the process did not say. */
export function useEnvironmentName(): RootLoad["environmentName"] {
  return usePageSession().environmentName;
}

/** Who this page speaks for. */
export function useSession(): SessionState {
  const { adapter, initial } = usePageSession();
  return useSyncExternalStore(adapter.subscribe, adapter.state, () => initial);
}

/** The signed-in person: undefined while loading, null when nobody is. */
export function useViewer(): Viewer | null | undefined {
  const viewer = useContext(ViewerContext);
  if (!(viewer instanceof Error)) return viewer;
  if (!isSessionOver(viewer)) throw viewer;
  return undefined;
}

/** Through whose eyes the page is seen: another text for another person, and for each time somebody looks through theirs. */
export function useEyes(): string {
  const viewer = useViewer();
  return `${viewer?._id ?? ""} ${viewer?.impersonation?.sessionId ?? ""}`;
}

/** The person, asked for once for the whole page; a refusal is passed on as a value, for whoever needs the person. */
const ViewerContext = createContext<Viewer | null | undefined | Error>(undefined);

function ViewerProvider({ children }: { children?: ReactNode }) {
  const session = useSession();
  const { isAuthenticated } = useConvexAuth();
  const isAsking = session.status === "signed-in" && isAuthenticated;
  // As a value, not thrown: a session that just ended is an answer here, not an accident.
  const { me } = useQueries(useMemo(() => (isAsking ? ME : {}), [isAsking])) as { me?: Viewer | null | Error };
  useRevalidationAfter(me instanceof Error ? me : null);
  const value = session.status === "signed-out" ? null : (me ?? undefined);
  return createElement(ViewerContext, { value }, children);
}

const ME = { me: { query: api.people.queries.me, args: {} } };

/** Whether the person still has the password somebody else chose: nothing else may be done before. */
export function useMustChangePassword(): boolean {
  const session = useSession();
  return session.status === "signed-in" && !session.hasChangedInitialPassword;
}

/** The live client once the page is open; null before that, and while its person may do nothing but choose a password. */
export function usableClient(): PageClient | null {
  const state = authAdapter().state();
  return state.status === "signed-in" && state.hasChangedInitialPassword ? openClient() : null;
}

/** Saves the theme with the person's record. */
export function useSaveTheme(): (themePreference: ThemePreference) => Promise<unknown> {
  const save = useMutation(api.people.mutations.saveTheme);
  return useCallback((themePreference: ThemePreference) => save({ themePreference }), [save]);
}

/** Whether a backend refusal only means that the session is over: the page is about to say so itself. */
export function isSessionOver(error: unknown): boolean {
  const code = refusalCode(error);
  return code === "session-revoked" || code === "not-signed-in";
}

/** The live connection and the session for everything below. */
export function SessionProvider({ children }: { children: ReactNode }) {
  // The root route's context; its type is known to the router only once the tree is built.
  const root = useRouteContext({ strict: false }) as Partial<RootLoad>;
  const [session] = useState(() =>
    startSession({
      userId: root.userId ?? null,
      token: root.token ?? null,
      backendUrl: root.backendUrl ?? null,
      environmentName: root.environmentName ?? null,
    }),
  );
  const [client] = useState(() => liveClient(root.backendUrl ?? null));
  const [attempt, setAttempt] = useState(0);
  const attempts = useMemo(() => ({ attempt, again: () => setAttempt((last) => last + 1) }), [attempt]);
  const live = createElement(
    ConvexProviderWithAuth,
    { client, useAuth: useTokenSource },
    createElement(SessionKeeper),
    createElement(ViewerProvider, null, children),
  );
  return createElement(
    PageSessionContext,
    { value: session },
    createElement(AttemptContext, { value: attempts }, live),
  );
}

function startSession(load: RootLoad): PageSession {
  const adapter = authAdapter();
  adoptRoot(adapter, load);
  const { backendUrl, environmentName } = load;
  return { adapter, initial: adapter.state(), backendUrl, environmentName };
}

/** How often the page asked the backend again to accept its session. */
const AttemptContext = createContext<{ readonly attempt: number; readonly again: () => void }>({
  attempt: 0,
  again: () => undefined,
});

/** How a signed-in page stands with the backend, and a way to ask it again. */
export function useAcceptance() {
  const session = useSession();
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { again } = useContext(AttemptContext);
  const { backendUrl } = usePageSession();
  return {
    isAccepted: session.status === "signed-in" && isAuthenticated,
    isRefused: session.status === "signed-in" && !isLoading && !isAuthenticated,
    backendUrl,
    again,
  };
}

/** What the live client asks for its token. A new identity of the function makes it ask again. */
function useTokenSource() {
  const adapter = useAuth();
  const session = useSession();
  const { attempt } = useContext(AttemptContext);
  const speaksFor =
    session.status === "signed-in" ? `${session.userId} ${session.hasChangedInitialPassword}` : "nobody";
  const fetchAccessToken = useCallback(
    (options: { forceRefreshToken: boolean }) => adapter.fetchAccessToken(options),
    // oxlint-disable-next-line react/exhaustive-deps -- `speaksFor` and `attempt` are not read: their change alone must make a new function
    [adapter, speaksFor, attempt],
  );
  return useMemo(
    () => ({
      isLoading: session.status === "unknown",
      isAuthenticated: session.status === "signed-in",
      fetchAccessToken,
    }),
    [session.status, fetchAccessToken],
  );
}

/** Tells the backend about a new session, and leaves for the sign-in page when one ends. */
function SessionKeeper(): null {
  useFirstContact();
  useLeaveWhenOver();
  return null;
}

function useFirstContact(): void {
  const session = useSession();
  const { isAuthenticated } = useConvexAuth();
  const signedIn = useMutation(api.people.mutations.signedIn);
  const [failure, setFailure] = useState<Error | null>(null);
  // A page opened to end the session must not begin one: the two would race, and the loser be an error.
  const isLeaving = useLocation({ select: ({ pathname }) => pathname === PAGES.signOut.path });
  const speaksFor = session.status === "signed-in" ? `${session.userId} ${session.hasChangedInitialPassword}` : null;
  useEffect(() => {
    if (speaksFor === null || !isAuthenticated || isLeaving) return;
    signedIn({}).then(
      () => setFailure(null),
      (error: unknown) =>
        setFailure(error instanceof Error ? error : new Error("The backend did not take the person up")),
    );
  }, [speaksFor, isAuthenticated, isLeaving, signedIn]);
  useRevalidationAfter(failure);
  if (failure !== null && !isSessionOver(failure)) throw failure;
}

/** Leaves a page that needs a session, once, at the moment the session ends, be it while the page is made ready. */
function useLeaveWhenOver(): void {
  const { adapter, initial } = usePageSession();
  const router = useRouter();
  useEffect(() => {
    let wasSignedIn = initial.status === "signed-in";
    const follow = (): void => {
      const session = adapter.state();
      const isEnd = wasSignedIn && session.status === "signed-out";
      wasSignedIn = session.status === "signed-in";
      if (isEnd) forgetVisit();
      if (!isEnd || !router.state.matches.some(({ routeId }) => routeId.startsWith("/_portal"))) return;
      void router.navigate({
        href: session.by === "here" ? PAGES.signIn.path : signInHref(router.state.location.href),
        replace: true,
      });
    };
    follow();
    return adapter.subscribe(follow);
  }, [adapter, initial, router]);
}

/** What this browser remembers of the person is gone with their session: others may sign in after them. */
function forgetVisit(): void {
  forgetRecentPages();
  forgetNotedErrors();
  keptMessages.forget();
}

/** A refusal that speaks of the session is checked with the sign-in server, which knows. */
export function useRevalidationAfter(error: unknown): void {
  const adapter = useAuth();
  useEffect(() => {
    if (isSessionOver(error)) void adapter.revalidate();
  }, [adapter, error]);
}

const NO_RIGHT = "You do not have the right to do this";

/** Why somebody cannot take rows of everybody out of the portal, their own requests, or all about themselves, or null. */
export function whyNotExport(
  { capabilities, impersonation }: Pick<Viewer, "capabilities" | "impersonation">,
  what: "audit.export" | "requests.exportOwn" | "self.export" = "audit.export",
): string | null {
  if (capabilities.includes(what)) return null;
  if (!impersonation) return what === "audit.export" ? "Admins can export" : NO_RIGHT;
  return "You cannot export while you impersonate somebody";
}

/** The same for the viewer; nothing is offered before it is known who that is. */
export function useWhyNotExport(what?: Parameters<typeof whyNotExport>[1]): string | null {
  const viewer = useViewer();
  return viewer ? whyNotExport(viewer, what) : "Loading";
}

/** Why the viewer cannot do something on a page they see: another looks through their eyes; null where they can. */
export function useWhyNotNow(capability: Capability): string | null {
  const viewer = useViewer();
  if (viewer?.capabilities.includes(capability)) return null;
  return viewer?.impersonation ? "Not while you impersonate somebody" : NO_RIGHT;
}
