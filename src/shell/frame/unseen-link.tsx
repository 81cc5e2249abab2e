import { Bell } from "lucide-react";
import { PAGES } from "../../../convex/site/pages";
import { buttonClasses } from "../../ui/button-classes";
import { cn } from "../../ui/cn";
import { PageLink } from "../page-link";
import { countLabel } from "./title";
import { useUnseenSigns } from "./unseen";

/** The way to the inbox, with the count of what was not seen yet. */
export function UnseenLink({ count }: { count: number }) {
  useUnseenSigns(count);
  return (
    <PageLink
      to={PAGES.notifications.path}
      aria-label={count === 0 ? "Notifications" : `Notifications, ${countLabel(count)} unseen`}
      className={cn(buttonClasses({ variant: "ghost", size: "icon" }), "relative")}
    >
      <Bell aria-hidden />
      {count > 0 ? (
        <span
          aria-hidden
          className="absolute bottom-1/2 left-1/2 flex h-4 min-w-4 items-center justify-center rounded-full bg-ink px-1 text-xs leading-none font-semibold text-canvas tabular-nums ring-2 ring-canvas"
        >
          {countLabel(count)}
        </span>
      ) : null}
    </PageLink>
  );
}
