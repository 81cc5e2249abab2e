/** Why nothing can be changed. */
export const READ_ONLY_REASON = "While you impersonate somebody, only they can change their notifications.";
