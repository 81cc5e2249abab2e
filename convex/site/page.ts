/** What the list of pages says about each, and the groups of the menu. */

import type { Capability } from "../access/rules";

/** The groups of the menu in their order. */
export const MENU_GROUPS = ["General", "Super Admin", "Governance", "Admin"] as const;
type MenuGroupName = (typeof MENU_GROUPS)[number];

/** What the list says about a page. */
export interface Page {
  readonly path: `/${string}`;
  readonly title: string;
  readonly tab?: string;
  readonly crumb?: string | null;
  readonly parent?: string;
  readonly capability?: Capability;
  readonly menu?: MenuGroupName;
  readonly label?: string;
  readonly does?: string;
  readonly key?: string;
  readonly words?: readonly string[];
  readonly search?: readonly string[];
  readonly aliases?: readonly `/${string}`[];
  readonly isOutside?: boolean;
}
