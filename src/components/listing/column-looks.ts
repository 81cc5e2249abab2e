/**
 * Looks of columns whose words differ in length from row to row, and change with the time: at least as wide as what they
 * say at most, so that rows which are drawn after the first, or say something else a minute later, move no column.
 */

/** How long ago something was, up to "59 minutes ago". */
export const TIME_COLUMN = "whitespace-nowrap text-muted @2xl/rows:min-w-30";

/** When something is due, up to the mark of what is overdue for weeks. */
export const DUE_COLUMN = "whitespace-nowrap text-muted @2xl/rows:min-w-36";

/** The name of a system with its picture. */
export const SYSTEM_COLUMN = "whitespace-nowrap text-ink-soft @2xl/rows:min-w-32";

/** A person, or who else has something: as wide whatever the name, which is cut off. */
export const HOLDER_COLUMN = "truncate @2xl/rows:min-w-48 @2xl/rows:max-w-48 @max-2xl/rows:max-w-full";

/** Who asks, as above. */
export const REQUESTER_COLUMN = "truncate @2xl/rows:min-w-40 @2xl/rows:max-w-40 @max-2xl/rows:max-w-full";

/** The status of a task with what is said beside it, up to "Nobody decided in time" where there is room. */
export const TASK_STATUS_COLUMN = "whitespace-nowrap @2xl/rows:min-w-46 @5xl/rows:min-w-58";
