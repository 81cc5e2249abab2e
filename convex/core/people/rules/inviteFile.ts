/**
 * Files of people who are to be invited: to the portal, where they all come in as staff and more is granted one by one, or
 * to Snowflake, where each gets a user with the role most people begin with.
 */

import type { SheetColumn } from "../../../lib/pure/sheet";

/** Rows of one file. */
export const MAX_INVITE_ROWS = 500;

/** Where somebody is invited to. */
export const INVITE_TARGETS = ["portal", "snowflake"] as const;
export type InviteTarget = (typeof INVITE_TARGETS)[number];

/** What a file is about, for whoever confirms it: one of each waits at a time. */
export const INVITE_FILE_SUBJECTS: Readonly<Record<InviteTarget, string>> = {
  portal: "invite-file",
  snowflake: "invite-file-snowflake",
};

/** The request type that gives a person a user in Snowflake. */
export const SNOWFLAKE_USER = "snowflake-user";
/** The role users from the page of invitations and from files begin with. */
export const DEFAULT_SNOWFLAKE_ROLE = "ANALYST";

const NAMES: readonly SheetColumn[] = [
  { name: "first_name", isRequired: true, help: "First name", example: "Grace" },
  { name: "last_name", isRequired: true, help: "Last name", example: "Hopper" },
];

/** The headings of each kind of file. */
export const INVITE_COLUMNS: Readonly<Record<InviteTarget, readonly SheetColumn[]>> = {
  portal: [
    { name: "email", isRequired: true, help: "Their company address", example: "grace.hopper@ao.com" },
    ...NAMES,
    { name: "business_area", isRequired: true, help: "Code or name of their area", example: "LOG" },
  ],
  snowflake: [
    { name: "snowflake_email", isRequired: true, help: "Their company address", example: "grace.hopper@ao.com" },
    ...NAMES,
    {
      name: "business_area",
      isRequired: false,
      help: "Code or name of the area that pays. Without one: their own in the portal, or else yours",
      example: "LOG",
    },
  ],
};

/** The columns by the fields whose messages they show. */
export const COLUMN_OF_FIELD: Readonly<Record<InviteTarget, Readonly<Record<string, string>>>> = {
  portal: { email: "email", firstName: "first_name", lastName: "last_name", businessArea: "business_area" },
  snowflake: {
    email: "snowflake_email",
    firstName: "first_name",
    lastName: "last_name",
    businessArea: "business_area",
  },
};
