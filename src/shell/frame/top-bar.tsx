import { useLocation } from "@tanstack/react-router";
import { ChevronRight, MenuIcon, Moon, Search, Sun } from "lucide-react";
import { Button } from "../../ui/button";
import { buttonClasses } from "../../ui/button-classes";
import { cn } from "../../ui/cn";
import { Avatar } from "../../ui/text/avatar";
import { Kbd } from "../../ui/text/kbd";
import { VisuallyHidden } from "../../ui/text/visually-hidden";
import { ConnectionStatus } from "../connection-status";
import { EnvironmentMark } from "../environment-mark";
import { PageLink } from "../page-link";
import type { Viewer } from "../session";
import { ThemeMenu } from "../theme/theme-menu";
import { breadcrumbsFor } from "./breadcrumbs";
import type { FramePart } from "./frame-part";
import { UnseenLink } from "./unseen-link";
import { UserMenu } from "./user-menu";

// The icon hangs on the dark class, which is right before scripts run.
const themeButton = (
  <Button variant="ghost" size="icon" aria-label="Theme">
    <Sun aria-hidden className="dark:hidden" />
    <Moon aria-hidden className="hidden dark:block" />
  </Button>
);

function Breadcrumbs() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const crumbs = breadcrumbsFor(pathname);
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0 flex-1">
      <ol className="flex items-center gap-1 text-sm">
        {crumbs.map((crumb) => (
          <li
            key={crumb.to ?? "here"}
            className={cn("flex min-w-0 items-center gap-1", crumb.to ? "shrink-0 max-sm:hidden" : "shrink")}
          >
            {crumb.to ? (
              <>
                <PageLink to={crumb.to} className="rounded-sm text-muted hover:text-ink">
                  {crumb.label}
                </PageLink>
                <ChevronRight aria-hidden className="size-3.5 text-faint" />
              </>
            ) : (
              <span aria-current="page" className="truncate font-medium text-ink">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The bar above every page, 48 px high. */
export function TopBar({
  viewer,
  unseen,
  onOpen,
}: {
  viewer: Viewer;
  unseen: number;
  onOpen: (part: FramePart) => void;
}) {
  const name = `${viewer.firstName} ${viewer.lastName}`.trim() || viewer.email;
  const accountButton = (
    <Button variant="ghost" size="icon" className="rounded-full">
      <Avatar name={name} />
      <VisuallyHidden>Account of {name}</VisuallyHidden>
    </Button>
  );
  return (
    <header className="sticky top-(--above-page) z-30 flex h-12 shrink-0 items-center gap-2 border-b border-line bg-canvas px-3 sm:px-6">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        className="-ml-1 md:hidden"
        onClick={() => onOpen("menu")}
      >
        <MenuIcon aria-hidden />
      </Button>
      <Breadcrumbs />
      <EnvironmentMark viewer={viewer} isInBar />
      <ConnectionStatus />
      <button
        type="button"
        onClick={() => onOpen("palette")}
        className={cn(
          buttonClasses({ variant: "outline", size: "md" }),
          "font-normal text-muted max-lg:w-8 max-lg:px-0 lg:w-56 lg:justify-start",
        )}
      >
        <Search aria-hidden />
        <span className="flex-1 text-left max-lg:sr-only">
          Search <span className="sr-only">pages and commands</span>
        </span>
        <span aria-hidden className="max-lg:hidden">
          <Kbd keys="Ctrl K" />
        </span>
      </button>
      <UnseenLink count={unseen} />
      <ThemeMenu trigger={themeButton} />
      <UserMenu
        trigger={accountButton}
        name={name}
        email={viewer.email}
        isImpersonating={viewer.impersonation !== null}
        onShow={onOpen}
      />
    </header>
  );
}
