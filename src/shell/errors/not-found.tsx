import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { PAGES } from "../../../convex/site/pages";
import { buttonClasses } from "../../ui/button-classes";
import { pageTitle } from "../frame/title";
import { MessageScreen } from "./screen";

/** The screen of an address that leads nowhere. */
export function NotFound() {
  // No route matched, so no route's head can name the tab; it must not keep the last page's name.
  useEffect(() => {
    document.title = pageTitle("Page not found");
  }, []);
  return (
    <MessageScreen title="404 - Page Not Found">
      <p className="text-ink-soft">The page you're looking for doesn't exist.</p>
      <div>
        <Link to={PAGES.home.path} className={buttonClasses()}>
          Go Home
        </Link>
      </div>
    </MessageScreen>
  );
}
