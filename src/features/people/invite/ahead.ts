/** What the page of invitations asks first. */

import { api } from "../../../../convex/_generated/api";
import { question } from "../../../lib/question";

export function inviteAhead() {
  return [question(api.invitations.queries.form, {}), question(api.invitations.queries.pending, {})];
}
