/** The signed-in person as screens know them. */

import { v } from "convex/values";
import { impersonationMode, personStatus, roleName } from "../../access/validators";
import { homeCard, themePreference } from "../../core/people/table";
import { nullableString, nullableTimestamp, timestamp } from "../../lib/validators";

export const shownViewer = v.object({
  _id: v.id("people"),
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  roles: v.array(roleName),
  businessArea: nullableString,
  themePreference: v.union(themePreference, v.null()),
  timeZone: nullableString,
  hasChangedInitialPassword: v.boolean(),
  status: personStatus,
  homeCards: v.union(v.array(homeCard), v.null()),
  /** What an admin pinned to everybody's front page. */
  pinnedHomeCards: v.array(homeCard),
  previousVisitAt: nullableTimestamp,
  capabilities: v.array(v.string()),
  /** Whether demo data is still in a portal that was started without the demo; said to those who see everybody. */
  holdsLeftDemo: v.boolean(),
  impersonation: v.union(
    v.null(),
    v.object({
      sessionId: v.id("impersonationSessions"),
      impersonatingUserId: v.id("people"),
      impersonationStartedAt: timestamp,
      impersonationExpiresAt: timestamp,
      mode: impersonationMode,
      /** When the window to act is over; null while only looking. */
      actExpiresAt: nullableTimestamp,
      name: v.string(),
      email: v.string(),
    }),
  ),
});
