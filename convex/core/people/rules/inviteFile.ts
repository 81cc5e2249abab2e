/** The columns of a file of people who are to be invited. They all come in as staff: more is given one by one. */

import type { SheetColumn } from "../../../lib/pure/sheet";

/** Rows of one file. */
export const MAX_INVITE_ROWS = 500;
/** What a file of invitations is about, for whoever confirms it: one waits at a time. */
export const INVITE_FILE_SUBJECT = "invite-file";

export const INVITE_COLUMNS: readonly SheetColumn[] = [
  { name: "email", isRequired: true, help: "Their company address", example: "grace.hopper@ao.com" },
  { name: "first_name", isRequired: true, help: "First name", example: "Grace" },
  { name: "last_name", isRequired: true, help: "Last name", example: "Hopper" },
  { name: "business_area", isRequired: true, help: "Code or name of their area", example: "LOG" },
];
