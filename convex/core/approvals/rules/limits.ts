/** Limits of approvals, each with a name. */

/** Seats a single rule may fill. */
export const SEAT_LIMIT = 50;
/** Steps an approval may have. */
export const MAX_STEPS = 10;
/**
 * Seats that are read of one approval, the newest: more than can be open at once, with delegates, escalations and
 * reassignments.
 */
export const MAX_SEATS = 400;
/** Decisions that are read of one approval, the newest: more than can be made about one form. */
export const MAX_DECISIONS = 400;
/** Approvals one request may have, those that edits of its answers made void included. */
export const MAX_APPROVALS_PER_REQUEST = 60;
/** Items of one bulk decision. */
export const MAX_BULK = 50;
/** Characters of a comment or reason. */
export const COMMENT_MAX_LENGTH = 2000;
/** Days a delegation may last. */
export const MAX_DELEGATION_DAYS = 180;
