import { useRouter } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { loadFloatingWhenIdle } from "../../ui/floating/floating-part";
import { lazyPart } from "../../ui/lazy-part";
import { SingleLetters } from "../../ui/use-letters";
import { InsideMain } from "../errors/screen";
import { singleKeys } from "../keyboard/single-keys";
import { pageKeys, useShortcuts } from "../keyboard/use-shortcuts";
import type { Finder } from "../palette/command-palette";
import { useAuth, useSaveTheme, type Viewer } from "../session";
import { useThemeSync } from "../theme/sync";
import { type FramePart, OpenFramePart } from "./frame-part";
import { goByZone } from "./readers-zone";
import { Sidebar } from "./sidebar";
import { TopBar } from "./top-bar";
import { type MenuMarks, useMenu } from "./use-menu";

const CommandPalette = lazyPart(() => import("../palette/command-palette").then((part) => part.CommandPalette));
const ShortcutsDialog = lazyPart(() => import("../keyboard/shortcuts-dialog").then((part) => part.ShortcutsDialog));
const RecentMessages = lazyPart(() => import("../palette/recent-messages").then((part) => part.RecentMessages));
const MobileNav = lazyPart(() => import("./mobile-nav").then((part) => part.MobileNav));

/** First stop of the Tab key: past the menu, to the page. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="print:hidden fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 font-medium text-accent-ink focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}

/** Whose visits are noted: while somebody looks through another's eyes, nobody's are. */
function whoVisits({ _id, impersonation }: Viewer): string | null {
  return impersonation === null ? _id : null;
}

/** Notes which pages are opened, for the palette; no page waits for the code that does. */
function useKeptVisits(personId: string | null): void {
  const router = useRouter();
  const auth = useAuth();
  useEffect(() => {
    if (personId === null) return;
    let stop: (() => void) | null = () => undefined;
    import("../palette/recent-visits").then(
      ({ keepVisits }) => (stop = stop && keepVisits(router, personId, () => auth.state().status === "signed-in")),
      // Without it nothing is noted, and everything else works.
      () => undefined,
    );
    return () => {
      stop?.();
      stop = null;
    };
  }, [router, auth, personId]);
}

/** The parts that load when first opened and stay mounted to animate their closing. */
function RareParts(props: {
  viewer: Viewer;
  news: MenuMarks;
  finder: Finder;
  part: FramePart | null;
  onChange: (part: FramePart | null) => void;
}) {
  const { viewer, finder, part, onChange } = props;
  const groups = useMenu(viewer, props.news);
  const [seen, setSeen] = useState<ReadonlySet<FramePart>>(new Set());
  if (part && !seen.has(part)) setSeen(new Set([...seen, part]));
  const shared = { groups, onOpenChange: (open: boolean) => onChange(open ? part : null) };
  return (
    <Suspense fallback={null}>
      {seen.has("palette") ? (
        <CommandPalette
          {...shared}
          personId={whoVisits(viewer)}
          finder={finder}
          open={part === "palette"}
          onShow={onChange}
        />
      ) : null}
      {seen.has("shortcuts") ? <ShortcutsDialog {...shared} open={part === "shortcuts"} /> : null}
      {seen.has("messages") ? <RecentMessages open={part === "messages"} onOpenChange={shared.onOpenChange} /> : null}
      {seen.has("menu") ? <MobileNav {...shared} viewer={viewer} open={part === "menu"} /> : null}
    </Suspense>
  );
}

/**
 * Everything around a page of a signed-in person. `banner` stays above it all, on every page; `unseen` counts their
 * notifications; `news` marks pages of the menu; `finder` looks things up for the palette.
 */
export function PortalFrame(props: {
  viewer: Viewer;
  unseen: number;
  news: MenuMarks;
  finder: Finder;
  banner?: ReactNode;
  children: ReactNode;
}) {
  const { viewer, unseen, news, finder, banner, children } = props;
  const [part, setPart] = useState<FramePart | null>(null);
  const groups = useMenu(viewer, news);
  goByZone(viewer.timeZone);
  useShortcuts(pageKeys(groups), setPart);
  useThemeSync(viewer, useSaveTheme());
  useEffect(loadFloatingWhenIdle, []);
  useKeptVisits(whoVisits(viewer));
  return (
    <>
      <SkipLink />
      {banner}
      <div className="frame">
        <Sidebar groups={groups} />
        <div className="beside-menu flex min-w-0 flex-1 flex-col">
          <TopBar viewer={viewer} unseen={unseen} onOpen={setPart} />
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-[1328px] flex-1 has-[.list-page,.wide-page]:max-w-none sm:has-[.list-page]:pt-4 sm:has-[.list-page]:pb-3 px-4 py-6 outline-none sm:px-6"
          >
            <OpenFramePart value={setPart}>
              <SingleLetters value={singleKeys.read}>
                <InsideMain value={true}>{children}</InsideMain>
              </SingleLetters>
            </OpenFramePart>
          </main>
        </div>
      </div>
      <RareParts viewer={viewer} news={news} finder={finder} part={part} onChange={setPart} />
    </>
  );
}
