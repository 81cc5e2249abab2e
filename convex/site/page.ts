/** What the list of pages says about each, and the groups of the menu. */

import type { Capability } from "../access/rules";

/** The groups of the menu in their order. */
export const MENU_GROUPS = ["General", "Super Admin", "Governance", "Admin", "Support", "Feedback"] as const;
type MenuGroupName = (typeof MENU_GROUPS)[number];

/**
 * What the list says about a page.
 *   path        its address, as the router knows it; `$name` is a part that differs
 *   title       what it is called: in the menu, on the way to it, by its heading and where somebody is told that it is not
 *               for them
 *   crumb       its name on the way to it, where the title is that of one of several lists it has: one's own
 *   tab         what the browser's tab says where that is not the title; `$name` as in the path
 *   parent      the page above it; Home when it names none
 *   capability  what one must be able to do to open it; none where the page refuses by itself
 *   menu        the group of the menu it stands in, in the order of this list; `label` where it is not the title
 *   does        what it is for, where there is room to say it
 *   key         the letter that opens it after `g`
 *   words       what else the palette finds it by
 *   search      what a link to it may set; `*` at the end stands for any ending
 *   aliases     earlier addresses, which lead to it
 *   topic       what help is looked for where the page fails, and on those below it
 *   isOutside   open to who is not signed in: nobody comes back to it after signing in
 */
export interface Page {
  readonly path: `/${string}`;
  readonly title: string;
  readonly tab?: string;
  readonly crumb?: string;
  readonly parent?: string;
  readonly capability?: Capability;
  readonly menu?: MenuGroupName;
  readonly label?: string;
  readonly does?: string;
  readonly key?: string;
  readonly words?: readonly string[];
  readonly search?: readonly string[];
  readonly aliases?: readonly `/${string}`[];
  readonly topic?: "request" | "account";
  readonly isOutside?: boolean;
}
