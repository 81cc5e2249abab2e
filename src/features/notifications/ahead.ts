/** What the inbox asks first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../lib/question";

const { hasUnread, needsMe } = api.notifications.queries;

/**
 * What asks something of the viewer, with which the inbox begins, and whether anything is unread. Updates are read page
 * by page, in a way the client cannot ask ahead.
 */
export function notificationsAhead() {
  return [question(needsMe, {}), question(hasUnread, {})];
}
