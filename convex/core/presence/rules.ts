/** How long a page counts as open, and how much of it is kept. */

import { SECOND_MS } from "../../lib/pure/time";

/** A page says this often that it is still open. */
export const SIGN_OF_LIFE_MS = 20 * SECOND_MS;
/** Two signs may be lost before somebody is taken for gone. */
export const STAY_MS = 50 * SECOND_MS;
/** Pages of one person that count as open; the one silent for longest is forgotten first. */
export const MAX_TABS = 20;
/** Others who are named on a page. */
export const MAX_SHOWN = 20;
/** The longest name of a tab that is taken. */
export const MAX_TAB_LENGTH = 64;
/** Tickets that are asked about at once: more than a list shows. */
export const MAX_TICKETS = 100;
