import { Link, useCanGoBack, useLocation, useRouter } from "@tanstack/react-router";
import { ArrowLeft, Search } from "lucide-react";
import type { ReactNode } from "react";
import { PAGES } from "../../../convex/site/pages";
import { Button } from "../../ui/button";
import { buttonClasses } from "../../ui/button-classes";
import { useOpenFramePart } from "../frame/frame-part";
import { MessageScreen } from "./screen";

/** The screen of an address that leads nowhere, for somebody who has the menu and the search around it. */
export function NotFoundInFrame({ children }: { children: ReactNode }) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const pathname = useLocation({ select: (location) => location.pathname });
  const open = useOpenFramePart();
  return (
    <MessageScreen title="404 - Page Not Found">
      <p className="text-ink-soft">The page you're looking for doesn't exist.</p>
      <p className="text-muted">
        Nothing is at <code className="font-mono text-sm wrap-anywhere text-ink-soft">{pathname}</code>. The address may
        be mistyped or out of date.
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to={PAGES.home.path} className={buttonClasses()}>
          Go Home
        </Link>
        {open ? (
          <Button variant="outline" onClick={() => open("palette")}>
            <Search aria-hidden />
            Search everything
          </Button>
        ) : null}
        {canGoBack ? (
          <Button variant="ghost" onClick={() => router.history.back()}>
            <ArrowLeft aria-hidden />
            Go back
          </Button>
        ) : null}
      </div>
      {children}
    </MessageScreen>
  );
}
