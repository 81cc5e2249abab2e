/** Everything the palette offers before a word is looked up: what is near first, then every page, then oneself. */

import { useRouter } from "@tanstack/react-router";
import { FileText, History, Keyboard, Link2, LogOut, MessageSquareText, Search, User, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { numberInText } from "../../../convex/core/shared/rules/listed";
import { pathTo } from "../../../convex/site/links";
import { type PageId, pageOf, PAGES } from "../../../convex/site/pages";
import { QUEUE_VIEWS } from "../../../convex/site/views";
import type { PageCommands } from "../../components/page-commands";
import { copyText } from "../../ui/text/copy-text";
import type { FramePart } from "../frame/frame-part";
import type { MenuGroup } from "../frame/menu";
import { themeChoices } from "../theme/choices";
import { theme } from "../theme/theme";
import type { CommandGroup, Matched } from "./palette-matching";
import type { RecentPage } from "./recent";

/** One row of the palette. */
export interface PaletteCommand extends Matched {
  readonly id: string;
  readonly icon: ReactNode;
  readonly keys?: string;
  readonly detail?: string | null;
  readonly run: () => void;
  /** Runs once the palette is gone: what opens something of the page would fight with it for the focus. */
  readonly waitsForClose?: boolean;
}
type Group = CommandGroup<PaletteCommand>;

/** What the palette knows when it opens. */
export interface PaletteFacts {
  readonly groups: readonly MenuGroup[];
  readonly recent: readonly RecentPage[];
  /** What can be done on this page, and on every page. */
  readonly offered: readonly PageCommands[];
  readonly onShow: (part: FramePart) => void;
}

/** Recent pages shown while nothing is typed. */
const SHOWN_RECENT = 5;

/** The groups in their order. `hasText` looks among all recent pages, but not twice for a page of the menu. */
export function usePaletteCommands({ groups, recent, offered, onShow }: PaletteFacts, hasText: boolean): Group[] {
  const router = useRouter();
  const go = (href: string) => () => void router.navigate({ href });
  const inMenu = new Set([...groups.flatMap(({ entries }) => entries.map(({ to }) => to)), PAGES.profile.path]);
  const shownRecent = hasText ? recent.filter(({ to }) => !inMenu.has(to)) : recent.slice(0, SHOWN_RECENT);
  return [
    {
      heading: "Recent",
      commands: shownRecent.map(({ to, label }) => ({
        id: `recent ${to}`,
        label,
        icon: <History aria-hidden />,
        run: go(to),
      })),
    },
    ...offered.map(({ about, commands }) => ({
      heading: about,
      commands: commands.map((command) => ({
        ...command,
        id: `offered ${command.label}`,
        icon: <Zap aria-hidden />,
        waitsForClose: true,
      })),
    })),
    ...groups.map(({ label: heading, entries, views }) => ({
      heading,
      commands: [
        ...entries.map(({ id, icon: Icon }) => pageCommand(id, <Icon aria-hidden />, go, [heading, "go", "open"])),
        ...views.map(({ id, title, icon: Icon }) => ({
          id: `view ${id}`,
          label: title,
          words: ["view", "queue"],
          icon: <Icon aria-hidden />,
          run: go(pathTo(QUEUE_VIEWS[id].page, QUEUE_VIEWS[id].search)),
        })),
      ],
    })),
    {
      heading: "Theme",
      commands: themeChoices.map(({ value, label, Icon }) => ({
        id: `theme ${value}`,
        label: `${label} theme`,
        words: ["switch", "appearance"],
        icon: <Icon aria-hidden />,
        run: () => theme.choose(value),
      })),
    },
    {
      heading: "You",
      commands: [
        pageCommand("profile", <User aria-hidden />, go),
        {
          id: "messages",
          label: "Recent messages",
          words: ["errors", "undo", "notices"],
          icon: <MessageSquareText aria-hidden />,
          run: () => onShow("messages"),
        },
        {
          id: "link",
          label: "Copy the link to this page",
          words: ["address", "share", "url"],
          icon: <Link2 aria-hidden />,
          run: () => copyText(location.href, "The link"),
        },
        {
          id: "shortcuts",
          label: "Keyboard shortcuts",
          icon: <Keyboard aria-hidden />,
          keys: "?",
          run: () => onShow("shortcuts"),
        },
        pageCommand("signOut", <LogOut aria-hidden />, go),
      ],
    },
  ];
}

/** A page as a command: its name, its words and those of its place, its keys. */
function pageCommand(
  id: PageId,
  icon: ReactNode,
  go: (href: string) => () => void,
  near: readonly string[] = [],
): PaletteCommand {
  const { path, title, label = title, words = [], key } = pageOf(id);
  return { id: path, label, words: [...near, ...words], icon, ...(key && { keys: `g ${key}` }), run: go(path) };
}

/**
 * Where words that are no page lead at once: a key to its request, other words into the queue of those who oversee it.
 */
export function directHits(
  text: string,
  groups: readonly MenuGroup[],
): { label: string; to: string; icon: ReactNode }[] {
  const words = text.trim();
  if (words === "") return [];
  const number = numberInText(words);
  if (number !== null)
    return [
      { label: `Open REQ-${number}`, to: pathTo("request", { id: `REQ-${number}` }), icon: <FileText aria-hidden /> },
    ];
  const hasQueue = groups.some(({ entries }) => entries.some(({ id }) => id === "allRequests"));
  return hasQueue
    ? [
        {
          label: `Search all requests for “${words}”`,
          to: pathTo("allRequests", { q: words }),
          icon: <Search aria-hidden />,
        },
      ]
    : [];
}
