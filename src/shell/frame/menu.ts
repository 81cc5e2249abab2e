import type { LucideIcon } from "lucide-react";
import type { Capability } from "../../../convex/access/rules";
import { MENU_GROUPS } from "../../../convex/site/page";
import { PAGE_IDS, type PageId, pageOf } from "../../../convex/site/pages";
import { wayTo } from "../../../convex/site/place";
import { QUEUE_VIEW_IDS, QUEUE_VIEWS, type QueueView, type QueueViewId } from "../../../convex/site/views";
import { MENU_ICONS, type MenuPageId, VIEW_ICONS } from "./menu-icons";

/** One page of the menu. */
export interface MenuEntry {
  id: PageId;
  label: string;
  to: string;
  icon: LucideIcon;
  /** What a person must be able to do for the page to be theirs; none for a page everyone has. */
  capability?: Capability;
  /** What the page is for, where there is room to say it. */
  does?: string;
  /** The letter that opens the page after `g`. */
  key?: string;
  /** What is new there, for who cannot see the mark. */
  news?: string;
}

/** A ready-made view of a queue. */
export interface MenuView {
  id: QueueViewId;
  label: string;
  /** What it is called without the heading above it. */
  title: string;
  /** The queue, and what the address says of it. */
  to: string;
  search: Readonly<Record<string, string>>;
  /** Whether it is the same view with whatever else the address says. */
  isNarrowed: boolean;
  icon: LucideIcon;
  capability?: Capability;
}

/** Pages that belong together, and the ready-made views of those that are queues. */
export interface MenuGroup {
  label: string;
  entries: readonly MenuEntry[];
  views: readonly MenuView[];
}

/** The menu, as the list of pages says it. */
export const menu: readonly MenuGroup[] = MENU_GROUPS.map((label) => ({
  label,
  entries: PAGE_IDS.filter((id): id is MenuPageId => pageOf(id).menu === label).map((id) =>
    entryOf(id, MENU_ICONS[id]),
  ),
  views: QUEUE_VIEW_IDS.filter((id) => pageOf(QUEUE_VIEWS[id].page).menu === label).map(viewOf),
}));

function viewOf(id: QueueViewId): MenuView {
  const { page, label, title, search, isNarrowed = false, capability: own }: QueueView = QUEUE_VIEWS[id];
  const { path: to, capability } = pageOf(page);
  const needed = own ?? capability;
  return { id, label, title, to, search, isNarrowed, icon: VIEW_ICONS[id], ...(needed && { capability: needed }) };
}

/** A page as an entry of a menu. */
export function entryOf(id: PageId, icon: LucideIcon): MenuEntry {
  const { path: to, title, label = title, capability, does, key } = pageOf(id);
  return { id, label, to, icon, ...(capability && { capability }), ...(does && { does }), ...(key && { key }) };
}

/** The groups and entries that are open to someone; groups without an entry are left out. */
export function menuFor(groups: readonly MenuGroup[], holds: (capability: Capability) => boolean): MenuGroup[] {
  const isOpen = ({ capability }: Pick<MenuEntry, "capability">): boolean =>
    capability === undefined || holds(capability);
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(isOpen), views: group.views.filter(isOpen) }))
    .filter((group) => group.entries.length > 0);
}

/** Whether a menu entry is where the person is: the nearest in the menu on the way to the page; Home only on itself. */
export function isCurrent({ to }: Pick<MenuEntry, "to">, pathname: string): boolean {
  const nearest = nearestIn(wayTo(pathname));
  return nearest.path === to && (nearest.path !== pageOf("home").path || pathname === to);
}

/** What an address says about how a list is looked at, not about what is listed. */
const LOOKS: readonly string[] = ["sort", "size", "page", "after", "before", "cols", "density", "view"];

/** Whether an address lists what a view does, however it is sorted and wherever in it somebody is. */
export function isCurrentView(
  { to, search, isNarrowed }: Pick<MenuView, "to" | "search"> & Partial<Pick<MenuView, "isNarrowed">>,
  pathname: string,
  now: Readonly<Record<string, unknown>>,
): boolean {
  const said = Object.keys(now).filter((name) => now[name] !== undefined && !LOOKS.includes(name));
  const wanted = Object.entries(search);
  const isThis = pathname === to && wanted.every(([name, value]) => now[name] === value);
  return isThis && (isNarrowed === true || said.length === wanted.length);
}

/** Whether a page's part of the menu is open to somebody: pages outside of the menu are everybody's. */
export function isOpenTo(groups: readonly MenuGroup[], pathname: string): boolean {
  const { path } = nearestIn(wayTo(pathname));
  return path === pageOf("home").path || groups.some(({ entries }) => entries.some(({ to }) => to === path));
}

function nearestIn(way: readonly PageId[]): { readonly path: string } {
  return way.map(pageOf).findLast(({ menu: group }) => group !== undefined) ?? pageOf("home");
}
