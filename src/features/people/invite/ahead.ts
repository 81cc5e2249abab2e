/** What the page of invitations asks first. */

import { api } from "../../../../convex/_generated/api";
import { INVITE_FILE_SUBJECTS } from "../../../../convex/core/people/rules/inviteFile";
import { question } from "../../../lib/question";

export function inviteAhead() {
  return [
    question(api.invitations.queries.form, {}),
    question(api.invitations.queries.pending, {}),
    question(api.invitations.queries.files, {}),
    question(api.proposals.queries.about, { subjectId: INVITE_FILE_SUBJECTS.portal }),
  ];
}
