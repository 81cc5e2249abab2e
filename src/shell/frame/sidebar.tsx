import { useLocation } from "@tanstack/react-router";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { Fragment, memo, type ReactNode, useEffect, useRef } from "react";
import { PAGES } from "../../../convex/site/pages";
import { useShownMenuView } from "../../components/menu-view";
import { buttonClasses } from "../../ui/button-classes";
import { cn } from "../../ui/cn";
import { Tooltip } from "../../ui/floating/tooltip";
import { BrandMark } from "../brand-mark";
import { PageLink } from "../page-link";
import { isCurrent, isCurrentView, type MenuEntry, type MenuGroup, type MenuView } from "./menu";
import { sidebarCollapsed } from "./sidebar-state";
import { productName } from "./title";

interface EntryLinkProps {
  readonly entry: Pick<MenuEntry, "to" | "label" | "icon"> &
    Partial<Pick<MenuView, "search" | "title">> &
    Pick<MenuEntry, "news">;
  readonly isHere: boolean;
  readonly onNavigate?: (() => void) | undefined;
}

function EntryLink({ entry, isHere, onNavigate }: EntryLinkProps) {
  const Icon = entry.icon;
  return (
    <PageLink
      to={entry.to}
      search={entry.search}
      aria-label={entry.title}
      onClick={onNavigate}
      aria-current={isHere ? "page" : undefined}
      className={cn(
        "relative flex h-8 items-center gap-2.5 rounded-md px-2.5 text-base text-ink-soft transition-colors pointer-coarse:h-11",
        "narrow:justify-center narrow:px-0 hover:bg-hover hover:text-ink [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted",
        isHere && "bg-accent-wash font-medium text-ink hover:bg-accent-wash [&_svg]:text-accent-text",
      )}
    >
      <Icon aria-hidden />
      <span className="truncate narrow:sr-only">{entry.label}</span>
      {entry.news ? <NewsMark news={entry.news} /> : null}
    </PageLink>
  );
}

/** A dot, or the number the words begin with. */
function NewsMark({ news }: { news: string }) {
  const number = /^\d+\+?/.exec(news)?.[0];
  return (
    <span
      className={
        number
          ? "ml-auto shrink-0 rounded-full bg-accent-wash px-1.5 text-sm text-accent-text tabular-nums narrow:absolute narrow:-top-1 narrow:right-0 narrow:px-1 narrow:text-xs"
          : "size-2 shrink-0 rounded-full bg-accent narrow:absolute narrow:top-1 narrow:right-1.5"
      }
    >
      {number ? <span aria-hidden>{number}</span> : null}
      <span className="sr-only">, {news}</span>
    </span>
  );
}

/** The groups of the menu, in the sidebar and in the sheet on phones. */
export function MenuGroups(props: { groups: readonly MenuGroup[]; isNarrow: boolean; onNavigate?: () => void }) {
  const { isNarrow, onNavigate } = props;
  const { pathname, search } = useLocation({
    select: ({ pathname: path, search: said }) => ({ pathname: path, search: said as Record<string, unknown> }),
  });
  const views = props.groups.flatMap((group) => group.views);
  const shownView = useShownMenuView();
  const openView = views.find((view) => view.id === shownView || isCurrentView(view, pathname, search));
  const list = useRef<HTMLDivElement>(null);
  // A long menu shows where one is, with the next frame: asked at once the browser would lay out the old page for it.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, openView]);
  return (
    // Positioned, so that what is only heard scrolls with it instead of making the page longer.
    <div ref={list} className="relative flex scroll-py-8 flex-1 flex-col gap-4 overflow-y-auto px-2 py-3">
      {props.groups.map((group, place) => (
        <Fragment key={group.label}>
          <MenuSection label={group.label}>
            {group.entries.map((entry) => (
              <MenuItem
                key={entry.to}
                entry={entry}
                label={entry.label}
                isHere={openView === undefined && isCurrent(entry, pathname)}
                isNarrow={isNarrow}
                onNavigate={onNavigate}
              />
            ))}
          </MenuSection>
          {/* Behind the first group: what people work by every day is in sight in a long menu, too. */}
          {place === 0 && views.length > 0 ? (
            <MenuSection label="Views">
              {views.map((view) => (
                <MenuItem
                  key={view.id}
                  entry={view}
                  label={view.title}
                  isHere={view === openView}
                  isNarrow={isNarrow}
                  onNavigate={onNavigate}
                />
              ))}
            </MenuSection>
          ) : null}
        </Fragment>
      ))}
    </div>
  );
}

function MenuSection({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <h2 className="mb-1 flex h-5 items-center px-2.5 text-xs font-medium text-muted narrow:justify-center">
        <span className="narrow:sr-only">{label}</span>
        <span aria-hidden className="hidden h-px w-4 bg-line-strong narrow:block" />
      </h2>
      <ul className="flex flex-col gap-px">{children}</ul>
    </section>
  );
}

/** Looks again only when something of its own changed: a navigation concerns two entries, not the whole menu. */
const MenuItem = memo(function MenuItem({
  label,
  isNarrow,
  ...link
}: EntryLinkProps & { label: string; isNarrow: boolean }) {
  if (!isNarrow) {
    return (
      <li>
        <EntryLink {...link} />
      </li>
    );
  }
  return (
    <li>
      <Tooltip text={label} side="right" delayMs={0}>
        <div>
          <EntryLink {...link} />
        </div>
      </Tooltip>
    </li>
  );
});

/** The menu beside the page, from tablets up: 240 px, or 56 px when collapsed. */
export function Sidebar({ groups }: { groups: readonly MenuGroup[] }) {
  const isCollapsed = sidebarCollapsed.useFlag();
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  const label = isCollapsed ? "Expand sidebar" : "Collapse sidebar";
  return (
    <nav aria-label="Main" className="sidebar hidden md:flex">
      <PageLink
        to={PAGES.home.path}
        className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4 font-semibold"
      >
        <BrandMark />
        <span className="truncate narrow:sr-only">{productName}</span>
      </PageLink>
      <MenuGroups groups={groups} isNarrow={isCollapsed} />
      <div className="border-t border-line p-2">
        <button
          type="button"
          aria-label={label}
          aria-expanded={!isCollapsed}
          title={label}
          onClick={() => sidebarCollapsed.write(!isCollapsed)}
          className={cn(buttonClasses({ variant: "ghost", size: "icon" }), "w-10 text-muted")}
        >
          <Icon aria-hidden />
        </button>
      </div>
    </nav>
  );
}
