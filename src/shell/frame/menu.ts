import type { LucideIcon } from "lucide-react";
import type { Capability } from "../../../convex/access/rules";
import { MENU_GROUPS, PAGE_IDS, type PageId, pageOf } from "../../../convex/site/pages";
import { wayTo } from "../../../convex/site/place";
import { MENU_ICONS, type MenuPageId } from "./menu-icons";

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
}

/** Pages that belong together. */
export interface MenuGroup {
  label: string;
  entries: readonly MenuEntry[];
}

/** The menu, as the list of pages says it. */
export const menu: readonly MenuGroup[] = MENU_GROUPS.map((label) => ({
  label,
  entries: PAGE_IDS.filter((id): id is MenuPageId => pageOf(id).menu === label).map((id) =>
    entryOf(id, MENU_ICONS[id]),
  ),
}));

/** A page as an entry of a menu. */
export function entryOf(id: PageId, icon: LucideIcon): MenuEntry {
  const { path: to, title, label = title, capability, does, key } = pageOf(id);
  return { id, label, to, icon, ...(capability && { capability }), ...(does && { does }), ...(key && { key }) };
}

/** The groups and entries that are open to someone; groups without an entry are left out. */
export function menuFor(groups: readonly MenuGroup[], holds: (capability: Capability) => boolean): MenuGroup[] {
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries.filter(({ capability }) => capability === undefined || holds(capability)),
    }))
    .filter((group) => group.entries.length > 0);
}

/** Whether a menu entry is where the person is: the nearest in the menu on the way to the page; Home only on itself. */
export function isCurrent({ to }: Pick<MenuEntry, "to">, pathname: string): boolean {
  const nearest = nearestIn(wayTo(pathname));
  return nearest.path === to && (nearest.path !== pageOf("home").path || pathname === to);
}

/** Whether a page's part of the menu is open to somebody: pages outside of the menu are everybody's. */
export function isOpenTo(groups: readonly MenuGroup[], pathname: string): boolean {
  const { path } = nearestIn(wayTo(pathname));
  return path === pageOf("home").path || groups.some(({ entries }) => entries.some(({ to }) => to === path));
}

function nearestIn(way: readonly PageId[]): { readonly path: string } {
  return way.map(pageOf).findLast(({ menu: group }) => group !== undefined) ?? pageOf("home");
}
