import { useMemo } from "react";
import type { PageId } from "../../../convex/site/pages";
import type { Viewer } from "../session";
import { type MenuGroup, menu, menuFor } from "./menu";

/** What is new on pages of the menu, in words; where they begin with a number, that is what the menu shows. */
export type MenuMarks = Partial<Record<PageId, string>>;

const NO_NEWS: MenuMarks = {};

/** The part of the menu that is open to someone, with marks at what is new to them. */
export function useMenu({ capabilities }: Viewer, news = NO_NEWS): MenuGroup[] {
  return useMemo(() => {
    const groups = menuFor(menu, (capability) => capabilities.includes(capability));
    return groups.map((group) => ({ ...group, entries: group.entries.map((one) => ({ ...one, news: news[one.id] })) }));
  }, [capabilities, news]);
}
