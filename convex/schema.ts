/** Composes the slices' tables; every shape is defined in its slice. */

import { defineSchema } from "convex/server";
import { approvalTables } from "./core/approvals/table";
import { articleTables } from "./core/articles/table";
import { auditTables } from "./core/audit/table";
import { cannedReplyTables } from "./core/cannedReplies/table";
import { catalogTables } from "./core/catalog/table";
import { configTables } from "./core/config/table";
import { domainTables } from "./core/domains/table";
import { emailCorrectionTables } from "./core/emails/table";
import { feedbackTables } from "./core/feedback/table";
import { ideaUploadTables } from "./core/feedback/uploadTable";
import { grantTables } from "./core/grants/table";
import { incidentTables } from "./core/incidents/table";
import { notificationTables } from "./core/notifications/table";
import { impersonationTables } from "./core/people/impersonating/table";
import { moveReviewTables } from "./core/people/moveReviewTable";
import { removalTables } from "./core/people/removals";
import { signInOrderTables } from "./core/people/signInOrders";
import { peopleTables } from "./core/people/table";
import { presenceTables } from "./core/presence/table";
import { inviteFileTables } from "./core/proposals/inviteFiles";
import { proposalTables } from "./core/proposals/table";
import { requestTables } from "./core/requests/table";
import { reviewTables } from "./core/reviews/table";
import { seedDataTables } from "./core/seedData/table";
import { serviceTables } from "./core/services/table";
import { serviceUserTables } from "./core/serviceUsers/table";
import { workflowTables } from "./core/shared/table";
import { supportHoursTables } from "./core/supportHours/table";
import { supportTeamsTables } from "./core/supportTeams/table";
import { taskTables } from "./core/tasks/table";
import { ticketMailTables } from "./core/ticketMail/table";
import { ticketSideTables } from "./core/tickets/sideTable";
import { ticketTables } from "./core/tickets/table";
import { ticketUploadTables } from "./core/tickets/uploadTable";
import { viewTables } from "./core/views/table";
import { libTables } from "./lib/table";
import { migrationTables } from "./migrations/table";

export default defineSchema({
  ...libTables,
  ...impersonationTables,
  ...peopleTables,
  ...removalTables,
  ...emailCorrectionTables,
  ...signInOrderTables,
  ...inviteFileTables,
  ...moveReviewTables,
  ...auditTables,
  ...configTables,
  ...supportHoursTables,
  ...supportTeamsTables,
  ...cannedReplyTables,
  ...articleTables,
  ...notificationTables,
  ...seedDataTables,
  ...serviceTables,
  ...serviceUserTables,
  ...domainTables,
  ...catalogTables,
  ...presenceTables,
  ...requestTables,
  ...taskTables,
  ...approvalTables,
  ...grantTables,
  ...reviewTables,
  ...ticketTables,
  ...ticketSideTables,
  ...ideaUploadTables,
  ...ticketUploadTables,
  ...ticketMailTables,
  ...incidentTables,
  ...feedbackTables,
  ...viewTables,
  ...proposalTables,
  ...workflowTables,
  ...migrationTables,
});
