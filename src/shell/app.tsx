import { CSPProvider } from "@base-ui/react/csp-provider";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect } from "react";
import { type ErrorPort, ErrorPortContext } from "../components/errors/error-port";
import { lazyPart } from "../ui/lazy-part";
import { CriticalBoundary } from "./errors/critical-boundary";
import { useFocusHeadingOnNavigation } from "./focus";
import { noted, reportError } from "./reporting";
import { SessionProvider } from "./session";
import { theme, useTheme } from "./theme/theme";

const Toaster = lazyPart(() => import("../ui/toast/toaster").then((part) => part.Toaster));

/** The door of the pages' parts to reporting. */
const errorPort: ErrorPort = {
  report: (error, errorBoundary) => reportError(error, { level: "error", tags: { errorBoundary } }),
  noted,
};

/** What every page stands on: styles that respect the policy, the theme, the session, toasts. */
export function App({ children }: { children: ReactNode }) {
  const nonce = useRouter().options.ssr?.nonce;
  const { isInitialised, resolvedTheme } = useTheme();
  useEffect(() => theme.start(), []);
  useFocusHeadingOnNavigation();
  return (
    <CriticalBoundary>
      <CSPProvider nonce={nonce}>
        <ErrorPortContext value={errorPort}>
          <SessionProvider>{children}</SessionProvider>
        </ErrorPortContext>
        <Suspense fallback={null}>{isInitialised ? <Toaster theme={resolvedTheme} /> : null}</Suspense>
      </CSPProvider>
    </CriticalBoundary>
  );
}
