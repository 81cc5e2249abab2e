/** Why nothing can be changed. */
export const READ_ONLY_REASON = "You look through another person's eyes: only they can change their notifications.";
